import { style } from '@vanilla-extract/css';
import { media, space } from '~/ui/tokens.css';

const grid = style({ display: 'grid', gap: space[3], alignItems: 'start' });
export const pair = style([
  grid,
  { gridTemplateColumns: '1fr 1fr', '@media': { [media.phone]: { gridTemplateColumns: '1fr' } } },
]);
export const region = style([
  grid,
  {
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)',
    '@media': { [media.phone]: { gridTemplateColumns: '1fr 1fr' } },
  },
]);
