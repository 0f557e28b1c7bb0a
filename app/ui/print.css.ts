/** Styles for paper. */
import { style } from '@vanilla-extract/css';

/** For the screen only. */
export const noPrint = style({ '@media': { print: { display: 'none !important' } } });
/** In place of what the screen cuts or scrolls. */
export const onlyPrint = style({
  display: 'none',
  overflowWrap: 'anywhere',
  '@media': { print: { display: 'block' } },
});
