import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { wrap } from '~/ui/patterns';
import { color, media, space, target, text, weight } from '~/ui/tokens.css';

export const form = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space[3] });
export const ranges = style({
  ...wrap(space[3]),
  minHeight: target.dense,
  marginLeft: 'auto',
  '@media': { [media.phone]: { marginLeft: 0 } },
});
export const totals = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: space[5],
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: space[3] } },
});
export const figureLabel = style({ color: color.muted });
export const figure = style({ fontSize: text.display, fontWeight: weight.bold, lineHeight: 1.2 });
export const note = style({ color: color.muted, fontSize: text.small });

export const charts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: space[6],
  '@media': {
    'screen and (max-width: 999px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    // With three columns on paper, names would not fit.
    print: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', breakInside: 'avoid' },
  },
});
export const chart = style({ minWidth: 0, breakInside: 'avoid' });
export const chartTitle = style({ marginBottom: space[2], fontSize: text.small, fontWeight: weight.medium });
export const drawing = style({ display: 'block', overflow: 'visible' });

const words = { fontSize: text.small, dominantBaseline: 'central' } as const;
export const name = style({ ...words, fill: color.ink });
export const value = style({ ...words, fill: color.muted });
export const valueAtEnd = style([value, { textAnchor: 'end' }]);
export const grid = style({ stroke: color.line, strokeDasharray: '2 3' });
export const axis = style({ stroke: color.muted });
export const bar = styleVariants(
  { completed: color.pickup, onTime: color.going, minutes: color.transfer },
  (fill) => ({ fill, '@media': { '(forced-colors: active)': { fill: 'CanvasText' } } }),
);

export const details = style({ marginTop: space[4] });
globalStyle(`${details} > summary`, {
  minHeight: target.dense,
  width: 'fit-content',
  color: color.focus,
  cursor: 'pointer',
  '@media': { print: { display: 'none' } },
});
export const scroll = style({
  maxHeight: '28rem',
  overflow: 'auto',
  '@media': { print: { maxHeight: 'none', overflow: 'visible' } },
});
export const table = style({ width: '100%', borderCollapse: 'collapse', fontSize: text.small });
globalStyle(`${table} :is(th, td)`, {
  padding: `${space[1]} ${space[2]}`,
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'right',
  whiteSpace: 'nowrap',
});
globalStyle(`${table} :is(th:first-child)`, { textAlign: 'left', fontWeight: weight.normal });
globalStyle(`${table} thead th`, {
  position: 'sticky',
  top: 0,
  background: color.surface,
  fontWeight: weight.medium,
});
globalStyle(`${table} caption`, { textAlign: 'left', color: color.muted });
