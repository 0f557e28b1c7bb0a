/** Styles for paper. */
import { style } from '@vanilla-extract/css';

/** For the screen only. */
export const noPrint = style({ '@media': { print: { display: 'none !important' } } });
