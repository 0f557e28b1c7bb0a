import { style } from '@vanilla-extract/css';
import { outlined, wrap } from '~/ui/patterns';
import { color, space } from '~/ui/tokens.css';

export const place = style({ ':empty': { display: 'none' } });
export const notice = style({
  ...wrap(space[2]),
  justifyContent: 'space-between',
  padding: `${space[1]} ${space[3]}`,
  ...outlined(),
  background: color.page,
});
