import { style } from '@vanilla-extract/css';
import { color, space } from '~/ui/tokens.css';

export const field = style({
  paddingLeft: space[2],
  borderLeft: '3px solid transparent',
  selectors: { '&[data-active]': { borderLeftColor: color.focus } },
});
export const next = style({ marginBottom: space[2] });
