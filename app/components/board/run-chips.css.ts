import { globalStyle, style } from '@vanilla-extract/css';
import { oneLine } from '~/ui/patterns';
import { color, media, pixels, space, text, weight } from '~/ui/tokens.css';

/** Six equal cells in one line, whatever they contain: what is below never moves. */
export const strip = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  flex: 'none',
  borderBottom: `1px solid ${color.line}`,
  '@media': { [media.phone]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
});
export const cell = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignContent: 'center',
  columnGap: space[1],
  minHeight: '2.375rem',
  padding: `0 ${space[2]}`,
  borderRight: `1px solid ${color.line}`,
  color: color.ink,
  fontSize: text.tiny,
  lineHeight: 1.25,
  textDecoration: 'none',
  ':hover': { background: color.page },
  ':focus-visible': { outlineOffset: '-2px' },
  '@media': { [media.phone]: { minHeight: '3rem' } },
});
globalStyle(`${cell} > b`, { ...oneLine, fontSize: text.small, fontWeight: weight.medium });
globalStyle(`${cell} > span`, { color: color.muted });
globalStyle(`${cell} > span:nth-of-type(2)`, { ...oneLine, gridColumn: '1 / -1' });
// The bar is drawn, because the content policy allows no width in markup.
globalStyle(`${cell} > svg`, {
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  width: '100%',
  height: pixels[2],
  fill: color.line,
});
const toned = (is: string, tone: string) => {
  globalStyle(`${cell}[data-is="${is}"]`, {
    background: `color-mix(in srgb, ${tone} 8%, ${color.surface})`,
  });
  globalStyle(`${cell}[data-is="${is}"] > *`, { color: tone });
  globalStyle(`${cell}[data-is="${is}"] > svg`, { fill: tone });
};
toned('soon', color.nextRoute);
toned('alone', color.urgent);
