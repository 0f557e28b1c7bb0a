import { style } from '@vanilla-extract/css';
import { outlined } from '~/ui/patterns';

export const signature = style({ margin: 0 });
// A signature is black on white in all themes.
export const image = style({
  maxWidth: '100%',
  height: 'auto',
  ...outlined(),
  background: '#ffffff',
});
// Small, because the form below needs the space.
export const small = style({ width: '240px' });
