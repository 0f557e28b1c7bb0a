import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, space } from './tokens.css';

const base = style({
  padding: `${space[2]} ${space[3]}`,
  borderRadius: radius,
  border: '1px solid',
  borderLeftWidth: '5px',
  background: color.surface,
  color: color.ink,
});
export const tone = styleVariants({
  error: [base, { borderColor: color.urgent }],
  info: [base, { borderColor: color.focus }],
  success: [base, { borderColor: color.going }],
});

export const emptyState = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space[3],
  padding: `${space[8]} ${space[4]}`,
  color: color.muted,
  textAlign: 'center',
});
