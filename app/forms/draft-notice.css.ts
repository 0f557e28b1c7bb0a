import { style } from '@vanilla-extract/css';
import { color, radius, space } from '~/ui/tokens.css';

export const place = style({ ':empty': { display: 'none' } });
export const notice = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[2],
  padding: `${space[1]} ${space[3]}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.page,
});
