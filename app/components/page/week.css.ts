/** Tables of a week: that of shifts and that of runs. */
import { style } from '@vanilla-extract/css';
import { media, target, text, weight } from '~/ui/tokens.css';

export const PHONE_TARGET = '2.75rem';

/** The link in the first column. */
export const name = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.dense,
  color: 'inherit',
  fontWeight: weight.bold,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
  '@media': { [media.phone]: { minHeight: PHONE_TARGET, fontSize: text.large } },
});
