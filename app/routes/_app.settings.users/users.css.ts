import { globalStyle, style } from '@vanilla-extract/css';
import { media, space } from '~/ui/tokens.css';

export const filter = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space[1]} ${space[3]}`,
});
globalStyle(`${filter} input[type="search"]`, {
  width: '16rem',
  '@media': { [media.phone]: { width: '100%' } },
});
