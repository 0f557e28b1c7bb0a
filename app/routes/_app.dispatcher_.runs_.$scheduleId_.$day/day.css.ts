import { style } from '@vanilla-extract/css';
import { space } from '~/ui/tokens.css';

export const forms = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 17rem), 1fr))',
  gap: space[4],
  alignItems: 'start',
});
