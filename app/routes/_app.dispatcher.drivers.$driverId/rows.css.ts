import { style } from '@vanilla-extract/css';
import { color, media, space, target, text } from '~/ui/tokens.css';

export const row = style({
  display: 'grid',
  gridTemplateColumns: '11.5rem minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space[3],
  minHeight: target.row,
  padding: `${space[2]} ${space[3]}`,
  marginBottom: space[1],
  borderBlock: `1px solid ${color.line}`,
  borderRight: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: 'none',
  ':hover': { background: color.page },
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: space[1] } },
});
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] });
export const title = style({ fontWeight: 600, overflowWrap: 'anywhere' });
export const sub = style({ color: color.muted, fontSize: text.small, overflowWrap: 'anywhere' });
export const moves = style({ display: 'flex', gap: space[1] });
export const footer = style({ display: 'flex', gap: space[2], justifyContent: 'flex-end' });
