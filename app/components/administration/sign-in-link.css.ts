import { globalStyle, style } from '@vanilla-extract/css';
import { radius, space } from '~/ui/tokens.css';

/** Black on white in dark mode, too: not every camera reads the opposite. */
export const code = style({
  display: 'block',
  width: 'min(14rem, 100%)',
  margin: `0 auto ${space[1]}`,
  background: '#fff',
  color: '#000',
  borderRadius: radius,
});

// On paper there is the dialog, without the page behind it.
const onPaper = (visibility: 'hidden' | 'visible') => ({ '@media': { print: { visibility } } });
globalStyle(`body:has(${code})`, onPaper('hidden'));
globalStyle(`body:has(${code}) dialog`, onPaper('visible'));
