import { style } from '@vanilla-extract/css';
import { type IconName, iconRules } from '~/ui/icons';
import { middle, outlined } from '~/ui/patterns';
import { color, media, shadow, target } from '~/ui/tokens.css';

/** The container of the map above a list. What it has no space for comes back with a larger map. */
export const LOW = '(max-height: 14rem)';

/** A button with an icon, on the map or in the head of a panel. */
const control = style({
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
const withIcon = (name: IconName) => style([control, { '::before': iconRules(name) }]);

/** For a page without the map: it should not contain the other icons. */
export const users = withIcon('users');
export const controls = {
  fullscreen: withIcon('fullscreen'),
  mapPin: withIcon('mapPin'),
  maximize: withIcon('maximize'),
  minimize: withIcon('minimize'),
  panelClose: withIcon('panelClose'),
  panelOpen: withIcon('panelOpen'),
  printer: withIcon('printer'),
};
