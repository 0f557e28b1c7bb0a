import { style } from '@vanilla-extract/css';
import { space } from '~/ui/tokens.css';

export const page = style({ padding: space[4], '@media': { print: { padding: 0 } } });

export const languages = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: space[3],
  maxWidth: '48rem',
  margin: '0 auto',
  '@media': { print: { display: 'none' } },
});
/** Large enough for a finger. */
export const language = style({ padding: space[3] });
