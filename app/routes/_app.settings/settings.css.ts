import { style } from '@vanilla-extract/css';
import { color, media, space, text } from '~/ui/tokens.css';

export const title = style({ marginBottom: space[3] });
export const columns = style({
  display: 'grid',
  gap: space[4],
  maxWidth: '72rem',
  '@media': { [media.desk]: { gridTemplateColumns: '1fr 1fr', alignItems: 'start' } },
});
export const column = style({ display: 'grid', gap: space[4], minWidth: 0 });
export const hint = style({ color: color.muted, fontSize: text.small });
export const term = style({ color: color.muted });
