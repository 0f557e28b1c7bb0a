import { globalStyle, style } from '@vanilla-extract/css';
import { media, space } from '~/ui/tokens.css';

/** The key of a button, beside its text. */
export const key = style({ font: 'inherit', opacity: 0.8, '@media': { [media.phone]: { display: 'none' } } });
export const noKey = style([key, { visibility: 'hidden' }]);
// The text is in the middle, and the button is as wide as one with a key.
globalStyle(`a:has(> ${noKey})`, {
  '@media': {
    'screen and (min-width: 720px)': {
      paddingLeft: space[5],
      paddingRight: space[1],
    },
  },
});
