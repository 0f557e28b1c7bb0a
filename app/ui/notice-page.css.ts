import { style } from '@vanilla-extract/css';
import { color, space } from './tokens.css';

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space[4],
  width: 'min(30rem, 100%)',
  margin: '0 auto',
  padding: `clamp(${space[6]}, 12vh, 7rem) ${space[4]} ${space[6]}`,
  textAlign: 'center',
});
export const words = style({ color: color.muted });

export const logo = style({ flex: 'none', color: color.onTone });
export const tile = style({ fill: color.focus });
