import { style } from '@vanilla-extract/css';
import { color, media, space } from '~/ui/tokens.css';

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  alignItems: 'start',
  '@media': { [media.desk]: { gridTemplateColumns: 'minmax(0, 1fr) 19rem' } },
});
export const field = style({
  paddingLeft: space[2],
  borderLeft: '3px solid transparent',
  selectors: { '&[data-active]': { borderLeftColor: color.focus } },
});
