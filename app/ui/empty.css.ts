import { style } from '@vanilla-extract/css';
import { color, space } from './tokens.css';

export const empty = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space[3],
  padding: `${space[8]} ${space[4]}`,
  color: color.muted,
  textAlign: 'center',
});
