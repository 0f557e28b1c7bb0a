import { globalStyle, style } from '@vanilla-extract/css';
import { inline, outlined, wrap } from '~/ui/patterns';
import { color, media, radius, shadow, space, target, text, weight } from '~/ui/tokens.css';

export const summary = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: space[3],
  '@media': { [media.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: space[2] } },
});
export const figure = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: space[2],
  padding: `${space[3]} ${space[4]}`,
  ...outlined(),
  background: color.surface,
  boxShadow: shadow,
  color: color.muted,
  textDecoration: 'none',
  ':hover': { borderColor: color.muted },
  selectors: { '&[aria-current]': { borderColor: color.focus, boxShadow: `inset 0 -3px 0 ${color.focus}` } },
  '@media': { [media.phone]: { flexDirection: 'column', gap: 0, padding: `${space[2]} ${space[3]}` } },
});
globalStyle(`${figure} b`, { fontSize: text.title, color: color.ink });

export const toolbar = style({
  ...wrap(space[2]),
  padding: `${space[2]} ${space[3]}`,
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${toolbar} select`, { width: 'auto', flex: '0 1 auto', minWidth: '9rem' });
export const searchBox = style({ flex: '1 1 14rem', maxWidth: '28rem' });
export const clear = style({ minHeight: target.dense, display: 'inline-flex', alignItems: 'center' });

export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  textAlign: 'left',
  '@media': { [media.phone]: { display: 'block' } },
});
globalStyle(`${table} :is(thead, tbody)`, { '@media': { [media.phone]: { display: 'block' } } });
globalStyle(`${table} :is(th, td)`, {
  padding: `${space[1]} ${space[3]}`,
  verticalAlign: 'middle',
  fontWeight: 'inherit',
});
globalStyle(`${table} thead th`, {
  height: target.row,
  borderBottom: `1px solid ${color.line}`,
  color: color.muted,
  fontSize: text.small,
  fontWeight: weight.medium,
});
globalStyle(`${table} thead th:first-child`, { '@media': { [media.phone]: { display: 'block' } } });
globalStyle(`${table} thead tr`, { '@media': { [media.phone]: { display: 'block' } } });
// On phones each row is a card with its own labels.
globalStyle(`${table} thead th:not(:first-child)`, { '@media': { [media.phone]: { display: 'none' } } });
export const sort = style({
  ...inline(space[1]),
  minHeight: target.dense,
  color: color.ink,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
});
export const row = style({
  height: target.row,
  borderBottom: `1px solid ${color.line}`,
  ':hover': { background: color.page },
  '@media': {
    [media.phone]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      height: 'auto',
      padding: `${space[2]} 0`,
    },
  },
});
const wholeLine = { '@media': { [media.phone]: { gridColumn: '1 / -1' } } };
export const name = style({ overflowWrap: 'anywhere', textTransform: 'uppercase' });
globalStyle(`${row} > ${name}`, { fontWeight: weight.bold });
export const type = style({ whiteSpace: 'nowrap', color: color.muted });
export const location = style([wholeLine, { overflowWrap: 'anywhere' }]);
export const capitals = style({ textTransform: 'uppercase' });
export const phone = style({ whiteSpace: 'nowrap' });
globalStyle(`${phone} a`, { color: color.ink, textDecoration: 'none' });
export const quiet = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '1.5rem',
  color: color.ink,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
});
export const actions = style({ whiteSpace: 'nowrap', width: '1%' });
export const act = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.dense,
  padding: `0 ${space[2]}`,
  borderRadius: radius,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
  '@media': { [media.phone]: { minHeight: target.touch } },
});
export const danger = style([act, { color: color.urgent }]);

export const pager = style({
  ...wrap(space[2]),
  justifyContent: 'space-between',
  padding: `${space[2]} ${space[3]}`,
  color: color.muted,
  fontSize: text.small,
});
export const noStep = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.dense,
  padding: `0 ${space[3]}`,
  fontSize: text.body,
  color: color.muted,
});
