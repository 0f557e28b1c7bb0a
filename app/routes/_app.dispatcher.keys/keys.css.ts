import { style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, radius, space, text } from '~/ui/tokens.css';

export const keys = style({ ...column(space[2]), margin: 0 });
export const line = style({
  display: 'grid',
  gridTemplateColumns: '8rem 1fr',
  gap: space[3],
  alignItems: 'baseline',
});
export const key = style({
  display: 'inline-block',
  minWidth: '1.8em',
  marginRight: space[1],
  padding: `0 ${space[1]}`,
  border: `1px solid ${color.muted}`,
  borderBottomWidth: '2px',
  borderRadius: radius,
  fontSize: text.small,
  textAlign: 'center',
});
