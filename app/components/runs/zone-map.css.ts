import { globalStyle, style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, space, text, weight } from '~/ui/tokens.css';
import { canvas, spot as focusless } from '~/components/map/map.css';

export const frame = style(column(space[2]));
export const map = style([canvas, { height: '22rem' }]);
export const hint = style({ color: color.muted, fontSize: text.small });
export const zone = style({ fill: color.focus, fillOpacity: 0.12, stroke: color.focus, strokeWidth: 2 });
export const inside = style({ fill: color.focus, fillOpacity: 1, stroke: color.surface, strokeWidth: 1.5 });
export const outside = style({ fill: color.muted, fillOpacity: 1, stroke: color.surface, strokeWidth: 1.5 });
export const spot = style([focusless]);
export const corner = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  boxSizing: 'border-box',
  width: '100%',
  height: '100%',
  border: `2px solid ${color.focus}`,
  borderRadius: '50%',
  background: color.surface,
  color: color.ink,
  fontSize: text.tiny,
  fontWeight: weight.bold,
});
globalStyle(`[data-chosen] > ${corner}`, { background: color.focus, color: color.surface });
globalStyle(`${spot}:focus-visible > ${corner}`, {
  outline: `3px solid ${color.focus}`,
  outlineOffset: '2px',
});
