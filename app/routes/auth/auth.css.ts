import { globalStyle, style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, space, text, weight } from '~/ui/tokens.css';

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
export const demo = style({ ...column(space[2]), textAlign: 'center' });
globalStyle(`${demo} > h2`, { color: color.muted, fontSize: text.small, fontWeight: weight.medium });
globalStyle(`${demo} > div`, { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: space[2] });
export const other = style({ textAlign: 'center' });
