import { style } from '@vanilla-extract/css';
import { color, radius } from '~/ui/tokens.css';

export const picture = style({
  display: 'block',
  width: '100%',
  maxWidth: '48rem',
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.page,
});
export const way = style({
  fill: 'none',
  stroke: color.focus,
  strokeWidth: 3,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
});
export const start = style({ fill: color.surface, stroke: color.focus, strokeWidth: 3 });
export const end = style({ fill: color.focus, stroke: color.surface, strokeWidth: 2 });
