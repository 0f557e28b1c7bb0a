import { createVar, globalStyle, style } from '@vanilla-extract/css';
import { DRIVER_COLORS } from '~/ui/driver-colors';
import { middle } from '~/ui/patterns';
import { color, pixels, text, weight } from '~/ui/tokens.css';

/** The color of the driver, for all that is inside of an element with `data-driver-color`. */
export const driverColor = createVar();
const onDriverColor = createVar();

DRIVER_COLORS.forEach(({ fill, on }, index) => {
  globalStyle(`[data-driver-color="${String(index)}"]`, {
    vars: { [driverColor]: fill, [onDriverColor]: on },
  });
});

export const badge = style({
  ...middle,
  flex: 'none',
  // A third letter fits.
  minWidth: '1.5rem',
  height: '1.5rem',
  padding: `0 ${pixels[1]}`,
  // The background is not printed everywhere, and not shown in forced colors.
  border: `1px solid ${driverColor}`,
  borderRadius: '0.75rem',
  background: driverColor,
  color: onDriverColor,
  fontSize: text.tiny,
  fontWeight: weight.bold,
  lineHeight: 1,
  '@media': { print: { background: 'none', color: color.ink } },
});
