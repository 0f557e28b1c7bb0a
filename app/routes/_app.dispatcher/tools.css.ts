/** The header's tools and the line above the board. */
import { globalStyle, style } from '@vanilla-extract/css';
import { inline, line as beside, outlined, wrap } from '~/ui/patterns';
import { color, media, radius, shadow, space, target, text } from '~/ui/tokens.css';

const CHIP = '1.75rem';

export const tools = style({
  ...beside(space[3]),
  flex: '1 1 24rem',
  justifyContent: 'end',
  '@media': { [media.phone]: { order: 1, flexBasis: '100%', gap: space[2], paddingBottom: space[1] } },
});
globalStyle(`${tools} > a`, { flex: 'none' });
export const search = style({
  position: 'relative',
  flex: '0 1 20rem',
  minWidth: '9rem',
  '@media': { [media.phone]: { flexGrow: 1 } },
});
export const key = style({ font: 'inherit', opacity: 0.8, '@media': { [media.phone]: { display: 'none' } } });
export const slash = style({
  position: 'absolute',
  right: space[3],
  top: 0,
  font: 'inherit',
  lineHeight: target.dense,
  color: color.muted,
  pointerEvents: 'none',
  '@media': { [media.phone]: { display: 'none' } },
});
// The browser's own button that clears the box is at the same place.
globalStyle(`input:not(:placeholder-shown) ~ ${slash}`, { display: 'none' });

export const line = style({
  ...wrap(`${space[1]} ${space[3]}`),
  position: 'relative',
  minHeight: '2.25rem',
  // The space above and below is the same for one line and for two.
  '@media': { [media.board]: { flex: 'none', margin: `0 0 -${space[2]}`, padding: `${space[1]} 0` } },
});
export const title = style({ fontSize: text.body });
export const attention = style(wrap(space[2]));
const chip = style({
  ...inline(space[1]),
  minHeight: CHIP,
  padding: `0 ${space[2]}`,
  fontSize: text.small,
  textDecoration: 'none',
  background: color.surface,
  ':hover': { textDecoration: 'underline' },
  '@media': { [media.phone]: { minHeight: target.dense } },
});
export const attentionLink = style([
  chip,
  { ...outlined(color.urgent), color: color.urgent, fontWeight: 600 },
]);
export const due = style([chip, { ...outlined(), color: color.muted }]);
export const end = style({ ...wrap(space[2]), marginLeft: 'auto' });
globalStyle(`${end} > a, ${end} summary`, {
  minHeight: CHIP,
  padding: `0 ${space[2]}`,
  fontSize: text.small,
  '@media': { [media.phone]: { minHeight: target.dense } },
});
export const clear = style(inline(space[1]));
export const filter = style({
  position: 'relative',
  '@media': { [media.phone]: { position: 'static' } },
});
globalStyle(`${filter} > summary`, { listStyle: 'none' });
globalStyle(`${filter} > summary::-webkit-details-marker`, { display: 'none' });
globalStyle(`${filter} > summary::after`, { content: ['"▾"', '"▾" / ""'] });
export const filterForm = style({
  position: 'absolute',
  right: 0,
  top: `calc(100% + ${space[1]})`,
  zIndex: 20,
  display: 'grid',
  gap: space[2],
  width: '16rem',
  padding: space[3],
  background: color.surface,
  ...outlined(),
  borderRadius: radius,
  boxShadow: shadow,
  '@media': { [media.phone]: { width: 'auto', left: 0 } },
});
