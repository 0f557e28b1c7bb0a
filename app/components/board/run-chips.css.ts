import { globalStyle, style } from '@vanilla-extract/css';
import { inline, line, outlined } from '~/ui/patterns';
import { pixels, color, media, space, target, text, weight } from '~/ui/tokens.css';

const CHIP = '1.75rem';

/** One line of one height, whatever it contains: what is below never moves. */
export const strip = style({
  ...line(space[2]),
  flex: 'none',
  alignItems: 'flex-start',
  height: '2.5rem',
  paddingTop: pixels[2],
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'thin',
  '@media': { [media.phone]: { height: '3.25rem' } },
});
export const chip = style({
  ...inline(space[1]),
  ...outlined(),
  flex: 'none',
  minHeight: CHIP,
  padding: `0 ${space[2]}`,
  background: color.surface,
  color: color.ink,
  fontSize: text.small,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  ':hover': { textDecoration: 'underline' },
  ':focus-visible': { outlineOffset: '-2px' },
  '@media': { [media.phone]: { minHeight: target.dense } },
});
globalStyle(`${chip}[data-is="soon"]`, {
  ...outlined(`color-mix(in srgb, ${color.nextRoute} 45%, ${color.surface})`),
  background: `color-mix(in srgb, ${color.nextRoute} 8%, ${color.surface})`,
  color: color.nextRoute,
  fontWeight: weight.bold,
});
globalStyle(`${chip}[data-is="out"]`, { background: color.page, color: color.muted });
