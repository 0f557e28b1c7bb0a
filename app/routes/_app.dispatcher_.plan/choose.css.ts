import { globalStyle, style } from '@vanilla-extract/css';
import { wrap } from '~/ui/patterns';
import { color, space, text, weight } from '~/ui/tokens.css';

export const choices = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(15rem, 1fr))',
  gap: `${space[1]} ${space[4]}`,
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
});
export const note = style({ color: color.muted, fontSize: text.small });
/** Below the name, in as few lines as possible. */
export const about = style([note, { ...wrap(`0 ${space[1]}`) }]);
globalStyle(`${about} > *`, { whiteSpace: 'nowrap' });
export const people = style({
  display: 'grid',
  gap: space[4],
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
});
/** Moves to the next line as a whole, because its hyphens would break it. */
export const invoice = style([note, { display: 'inline-block', maxWidth: '100%' }]);
export const group = style({ padding: `${space[2]} 0`, fontWeight: weight.medium });
