import { fallbackVar, style } from '@vanilla-extract/css';
import { driverColor } from '~/components/board/driver-badge.css';
import { color, radius, space, text, weight } from '~/ui/tokens.css';

const own = fallbackVar(driverColor, color.focus);

/** The map and the picture have the same height, so that nothing moves. */
export const frame = style({
  position: 'relative',
  isolation: 'isolate',
  height: 'clamp(18rem, 60vh, 32rem)',
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.page,
});
/** Lies under the map until the map is drawn. */
export const picture = style({ position: 'absolute', inset: 0, width: '100%', height: '100%' });
export const way = style({
  fill: 'none',
  stroke: own,
  strokeWidth: 3.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
});
export const start = style({ fill: color.surface, fillOpacity: 1, stroke: own, strokeWidth: 2 });
export const end = style({ fill: own, fillOpacity: 1, stroke: color.surface, strokeWidth: 2 });
export const stop = style({
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '100%',
  height: '100%',
  border: `2px solid ${color.surface}`,
  borderRadius: '4px',
  background: color.going,
  color: color.onTone,
  fontSize: text.small,
  fontWeight: weight.bold,
  selectors: { ':focus-visible > &': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' } },
});
export const stopSpot = style({ fill: color.going, stroke: color.surface, strokeWidth: 2 });
export const stopNumber = style({
  fill: color.onTone,
  fontSize: text.body,
  fontWeight: weight.bold,
  textAnchor: 'middle',
  dominantBaseline: 'central',
});
export const summary = style({ padding: `${space[2]} 0`, minHeight: '1.5rem', cursor: 'pointer' });
