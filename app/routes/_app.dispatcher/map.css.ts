import { globalStyle, style } from '@vanilla-extract/css';
import { column, wrap } from '~/ui/patterns';
import { color, media, radius, space, text } from '~/ui/tokens.css';

/** Beside the drivers, the card has the height of its column. */
export const fill = style({
  '@media': { [media.board]: { ...column('0'), minHeight: '26rem', height: '100%' } },
});
const rest = { '@media': { [media.board]: { ...column('0'), flex: 1, minHeight: 0 } } } as const;
globalStyle(`${fill} > section`, rest);
globalStyle(`${fill} > section > div:last-child`, rest);
/** List and map share a box, so that nothing moves when the map appears. On a phone it is low enough to scroll past. */
export const box = style({
  position: 'relative',
  height: '600px',
  '@media': { [media.phone]: { height: '26rem' }, [media.board]: { flex: 1, height: 'auto' } },
});
const layer = style({ position: 'absolute', inset: 0 });
export const front = style([layer, { background: color.surface }]);
export const back = style([layer, { visibility: 'hidden' }]);
export const list = style({ height: '100%', overflow: 'auto' });
export const nothing = style({
  position: 'absolute',
  insetInline: 0,
  top: 0,
  zIndex: 1,
  background: color.surface,
});
export const routes = style({
  display: 'grid',
  gap: space[1],
  padding: `${space[2]} ${space[4]}`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: text.small,
});
export const route = style(wrap(space[2]));
/** Looks like the line on the map. */
export const swatch = style({
  flex: 'none',
  width: '1.5rem',
  borderTop: `4px solid ${color.going}`,
  borderRadius: radius,
});
export const suggestedSwatch = style({
  flex: 'none',
  width: '1.5rem',
  borderTop: `4px dashed ${color.pickup}`,
});
export const figures = style({ color: color.muted });
export const count = style({ color: color.muted, fontSize: text.small });
export const trouble = style({ padding: space[3] });
export const hint = style({
  padding: `${space[2]} ${space[4]}`,
  fontSize: text.small,
  borderTop: `1px solid ${color.line}`,
});
export const tools = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  padding: `${space[2]} ${space[4]}`,
  borderBottom: `1px solid ${color.line}`,
});
/** Reserves its space, so that nothing moves when it appears. */
export const absent = style({ visibility: 'hidden' });
/** Visible only while it has the focus. */
export const skip = style({
  position: 'absolute',
  zIndex: 2,
  left: space[2],
  top: space[2],
  padding: space[2],
  background: color.surface,
  selectors: { '&:not(:focus)': { clipPath: 'inset(50%)' } },
});
