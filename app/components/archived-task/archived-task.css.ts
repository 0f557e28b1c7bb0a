import { style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, media, space } from '~/ui/tokens.css';

export const facts = style({ ...column(space[2]), margin: 0 });
export const fact = style({
  display: 'grid',
  gridTemplateColumns: '8rem minmax(0, 1fr)',
  gap: space[3],
  '@media': { [media.phone]: { gridTemplateColumns: '1fr', gap: 0 } },
});
export const label = style({ color: color.muted });
export const value = style({ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
