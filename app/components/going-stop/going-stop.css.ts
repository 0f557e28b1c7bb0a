import { style } from '@vanilla-extract/css';
import { line } from '~/ui/patterns';
import { color, radius, space, weight } from '~/ui/tokens.css';

export const added = style({
  position: 'relative', // above the card's link, which covers the whole card
  ...line(space[3]),
  justifyContent: 'space-between',
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[3]}`,
  border: `2px solid ${color.focus}`,
  borderRadius: radius,
  background: color.surface,
  fontWeight: weight.bold,
});
