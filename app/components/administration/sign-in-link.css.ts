import { globalStyle, style } from '@vanilla-extract/css';
import { whitePaper, radius, space } from '~/ui/tokens.css';

/** Black on white in dark mode too, because some cameras can't read an inverted code. */
export const code = style({
  display: 'block',
  width: 'min(14rem, 100%)',
  margin: `0 auto ${space[1]}`,
  background: whitePaper.white,
  color: whitePaper.ink,
  borderRadius: radius,
});

// Prints the dialog without the page behind it.
const onPaper = (visibility: 'hidden' | 'visible') => ({ '@media': { print: { visibility } } });
globalStyle(`body:has(${code})`, onPaper('hidden'));
globalStyle(`body:has(${code}) dialog`, onPaper('visible'));
