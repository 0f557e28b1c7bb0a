import { style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, space, text } from '~/ui/tokens.css';

export const page = style({
  ...column(space[4]),
  width: 'min(26rem, 100%)',
  margin: '0 auto',
  padding: `clamp(${space[6]}, 7vh, 4rem) ${space[4]} ${space[6]}`,
});
export const brand = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space[1],
  textAlign: 'center',
});
export const powered = style({ color: color.muted, fontSize: text.small });
export const hint = style({ color: color.muted });
export const other = style({ textAlign: 'center' });
