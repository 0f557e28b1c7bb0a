import { globalStyle, style } from '@vanilla-extract/css';
import { foot, inline, middle, wrap } from '~/ui/patterns';
import { color, media, space, target, text, weight } from '~/ui/tokens.css';

export const row = style({
  display: 'flex',
  alignItems: 'stretch',
  gap: space[1],
  minHeight: target.row,
  marginBottom: space[1],
  borderBlock: `1px solid ${color.line}`,
  borderRight: `1px solid ${color.line}`,
  background: color.surface,
  color: color.ink,
  ':hover': { background: color.page },
  '@media': { [media.phone]: { flexWrap: 'wrap' } },
});
export const line = style({
  flex: '1 1 16rem',
  display: 'grid',
  gridTemplateColumns: '11.5rem minmax(0, 1fr)',
  alignItems: 'center',
  gap: space[3],
  minWidth: 0,
  padding: `${space[2]} ${space[3]}`,
  color: color.ink,
  textDecoration: 'none',
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: space[1] } },
});
/** Buttons leave less space, so the badges are above the text. */
export const narrowLine = style([
  line,
  { gridTemplateColumns: 'minmax(0, 1fr)', gap: space[1], padding: `${space[1]} ${space[2]}` },
]);
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] });
export const title = style({ fontWeight: weight.bold, overflowWrap: 'anywhere' });
export const note = style({ color: color.muted, fontSize: text.small });
export const sub = style({ color: color.muted, fontSize: text.small, overflowWrap: 'anywhere' });
/** A promise that can't be kept. */
export const due = style({ color: color.nextRoute, fontWeight: weight.bold });
export const check = style({
  ...middle,
  flex: 'none',
  width: target.row,
  cursor: 'pointer',
});
export const noCheck = style({ flex: 'none', width: target.row });
/** A link at the end of a row. */
export const beside = style({ ...inline('0'), marginLeft: 'auto' });
globalStyle(`${beside} > a`, { fontSize: text.small });
export const moveBar = style({
  ...foot,
  zIndex: 1,
  ...wrap(space[2]),
  margin: `${space[2]} -${space[4]} -${space[4]}`,
  padding: `${space[3]} ${space[4]}`,
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
});
export const moveTo = style({ flex: '0 1 14rem' });
export const statusChange = style({
  ...inline(space[2]),
  whiteSpace: 'nowrap',
});
export const selectAll = style({ display: 'inline-flex', alignItems: 'center', paddingLeft: space[1] });
export const push = style({ ...wrap(space[2]), marginLeft: 'auto' });
