import { style } from '@vanilla-extract/css';
import { color, radius, space, target, text } from '~/ui/tokens.css';

export const page = style({
  maxWidth: '34rem',
  margin: '0 auto',
  display: 'flex',
  flexDirection: 'column',
  gap: space[4],
  fontSize: text.large,
});
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[2],
});
export const counts = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: space[3] });
export const count = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: target.thumb,
  padding: `0 ${space[4]}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.surface,
  color: color.ink,
  fontWeight: 600,
  textDecoration: 'none',
});
export const figure = style({ fontSize: text.title });
export const stops = style({ display: 'flex', flexDirection: 'column', gap: space[5] });
export const actions = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space[2],
  marginTop: space[3],
});
export const moves = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space[2],
  marginTop: space[2],
});
