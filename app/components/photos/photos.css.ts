import { globalStyle, style } from '@vanilla-extract/css';
import { column, outlined } from '~/ui/patterns';
import { color, radius, space } from '~/ui/tokens.css';

export const field = style({ ...column(space[2]), minWidth: 0 });
// The label looks like a button. The browser's own text of the input would be useless beside the pictures.
globalStyle(`${field} > [data-take]`, { position: 'relative', alignSelf: 'start' });
globalStyle(`${field} > [data-take]:focus-within`, {
  outline: `2px solid ${color.focus}`,
  outlineOffset: '2px',
});
globalStyle(`${field} > [data-take] > input`, {
  position: 'absolute',
  inset: 0,
  opacity: 0,
  cursor: 'pointer',
});
export const strip = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
export const chosen = style(column(space[1]));
export const link = style({ display: 'block' });
export const picture = style({
  display: 'block',
  width: '6rem',
  height: '6rem',
  objectFit: 'cover',
  ...outlined(),
  background: color.page,
});
/** Small enough that the question below is visible. */
export const whole = style({ display: 'block', maxHeight: '50vh', margin: '0 auto', borderRadius: radius });
