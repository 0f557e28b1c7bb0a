import { style } from '@vanilla-extract/css';
import { wrap } from '~/ui/patterns';
import { space } from '~/ui/tokens.css';

export const page = style({ maxWidth: '60rem', margin: '0 auto' });
export const head = style({
  ...wrap(`${space[2]} ${space[4]}`),
  overflowWrap: 'anywhere',
});
