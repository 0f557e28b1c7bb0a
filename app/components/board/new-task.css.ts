import { style } from '@vanilla-extract/css';
import { media } from '~/ui/tokens.css';

/** The key of a button, beside its text. */
export const key = style({ font: 'inherit', opacity: 0.8, '@media': { [media.phone]: { display: 'none' } } });
export const noKey = style([key, { visibility: 'hidden' }]);
