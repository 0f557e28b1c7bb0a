import { globalStyle, style } from '@vanilla-extract/css';
import { column, outlined } from '~/ui/patterns';
import { color, media, space, target, text, weight } from '~/ui/tokens.css';

export const page = style({ maxWidth: '60rem', margin: '0 auto' });
export const muted = style({ color: color.muted });
export const body = style({
  ...column(space[3]),
  padding: space[4],
  borderTop: `1px solid ${color.line}`,
});
export const points = style({
  ...column(space[2]),
  paddingLeft: space[6],
  listStyle: 'disc',
});
export const contents = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${space[4]}` });
globalStyle(`${contents} a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.dense,
  '@media': { [media.phone]: { minHeight: target.row } },
});
globalStyle(`${page} code, ${page} pre`, {
  fontFamily: 'ui-monospace, "SF Mono", "Liberation Mono", Menlo, monospace',
  fontSize: text.small,
  overflowWrap: 'anywhere',
});
export const code = style({
  margin: `${space[1]} 0 0`,
  padding: space[3],
  ...outlined(),
  background: color.page,
  whiteSpace: 'pre-wrap',
});
export const heading = style({ marginBottom: space[2] });
export const call = style({
  ...outlined(),
  scrollMarginTop: space[4],
});
globalStyle(`${call} + ${call}`, { marginTop: space[1] });
export const summary = style({
  minHeight: target.row,
  padding: `${space[2]} ${space[3]}`,
  cursor: 'pointer',
});
globalStyle(`${summary} :is(h2, h3)`, { display: 'inline', marginRight: space[2] });
export const name = style({ fontWeight: weight.normal });
export const method = style({ fontSize: text.small, fontWeight: weight.medium });
export const table = style({ width: '100%', borderCollapse: 'collapse' });
globalStyle(`${table} caption`, { textAlign: 'left', fontWeight: weight.medium, paddingBottom: space[1] });
globalStyle(`${table} thead`, { display: 'none' });
globalStyle(`${table} td`, {
  padding: `${space[1]} ${space[3]} ${space[1]} 0`,
  borderTop: `1px solid ${color.line}`,
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
});
globalStyle(`${table} td:first-child`, {
  width: '16rem',
  '@media': { [media.phone]: { width: '42%' } },
});
export const statuses = style({ padding: space[4], borderTop: `1px solid ${color.line}` });
globalStyle(`${statuses} > div`, { display: 'flex', gap: space[3], padding: `${space[1]} 0` });
globalStyle(`${statuses} dt`, { fontWeight: weight.medium, minWidth: '2.5rem' });
export const reading = style({});
globalStyle(`${reading} p, ${reading} li`, { maxWidth: '46rem' });
