import { style } from '@vanilla-extract/css';
import { outlined } from './patterns';
import { color, media, radius, shadow, space, target } from './tokens.css';

export const place = style({ position: 'fixed', pointerEvents: 'none' });
export const menu = style({
  zIndex: 40,
  minWidth: '11rem',
  maxHeight: 'min(26rem, var(--radix-dropdown-menu-content-available-height))',
  overflow: 'auto',
  padding: space[1],
  ...outlined(),
  boxShadow: shadow,
  background: color.surface,
  color: color.ink,
});
export const item = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[4],
  minHeight: target.dense,
  padding: `0 ${space[3]}`,
  borderRadius: radius,
  color: color.ink,
  textDecoration: 'none',
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-highlighted], &[data-state="open"]': { background: color.focus, color: color.onTone },
  },
  '@media': { [media.phone]: { minHeight: target.touch } },
});
