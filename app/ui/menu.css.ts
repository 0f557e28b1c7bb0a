import { style } from '@vanilla-extract/css';
import { outlined } from './patterns';
import { color, media, radius, shadow, space, target } from './tokens.css';

const thumbs = { [media.phone]: { minHeight: target.touch } };

export const menu = style({ position: 'relative' });
export const items = style({
  position: 'absolute',
  right: 0,
  zIndex: 20,
  // As wide as the map's controls below it, which it would cover in part otherwise.
  minWidth: '14rem',
  padding: space[1],
  background: color.surface,
  ...outlined(),
  boxShadow: shadow,
});
export const item = style({
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  minHeight: target.row,
  padding: `0 ${space[3]}`,
  border: 0,
  borderRadius: radius,
  background: 'transparent',
  color: color.ink,
  textAlign: 'left',
  textDecoration: 'none',
  cursor: 'pointer',
  ':hover': { background: color.page },
  '@media': thumbs,
});
export const note = style({ padding: `${space[2]} ${space[3]}`, color: color.muted });
