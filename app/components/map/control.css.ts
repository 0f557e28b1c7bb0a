import { style } from '@vanilla-extract/css';
import { middle, outlined } from '~/ui/patterns';
import { color, media, shadow, target } from '~/ui/tokens.css';

/** A button with an icon, on the map or in the head of a panel. */
export const control = style({
  ...middle,
  flex: 'none',
  width: target.dense,
  height: target.dense,
  padding: 0,
  ...outlined(),
  background: color.surface,
  boxShadow: shadow,
  color: color.ink,
  cursor: 'pointer',
  ':hover': { background: color.page },
  selectors: { '&[aria-pressed="true"]': { background: color.focus, color: color.onTone } },
  '@media': { [media.phone]: { width: target.touch, height: target.touch } },
});
export const icon = style({
  width: '1.125rem',
  height: '1.125rem',
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});
