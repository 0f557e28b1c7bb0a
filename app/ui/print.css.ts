/** Styles for paper. */
import { style } from '@vanilla-extract/css';

/** Shown on the screen only. */
export const noPrint = style({ '@media': { print: { display: 'none !important' } } });
/** Replaces content that the screen cuts off or scrolls. */
export const onlyPrint = style({
  display: 'none',
  overflowWrap: 'anywhere',
  '@media': { print: { display: 'block' } },
});
