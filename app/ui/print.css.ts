/** What paper is like: no page around the page, dark ink on white. */
import { style } from '@vanilla-extract/css';

/** For the screen only. */
export const noPrint = style({ '@media': { print: { display: 'none !important' } } });
