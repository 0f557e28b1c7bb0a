import { style } from '@vanilla-extract/css';
import { iconRules } from './icons';
import { outlined } from './patterns';
import { color, media, radius, shadow, space, target, weight } from './tokens.css';

const thumbs = { [media.phone]: { minHeight: target.touch } };

export const menu = style({ position: 'relative' });
export const trigger = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.row,
  padding: `0 ${space[3]}`,
  borderRadius: radius,
  cursor: 'pointer',
  fontWeight: weight.medium,
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': { ...iconRules('chevronDown', '1em'), marginLeft: space[1] },
  },
  '@media': thumbs,
});
export const items = style({
  position: 'absolute',
  right: 0,
  zIndex: 20,
  minWidth: '12rem',
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
