import { style } from '@vanilla-extract/css';
import { outlined } from '~/ui/patterns';

export const signature = style({ margin: 0 });
// A signature is black on white, whatever the theme.
export const image = style({
  maxWidth: '100%',
  height: 'auto',
  ...outlined(),
  background: '#ffffff',
});
// Above a form, which needs the room.
export const small = style({ width: '240px' });
