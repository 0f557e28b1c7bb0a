import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { outlined } from '~/ui/patterns';
import { color, shadow, space, target, text } from '~/ui/tokens.css';

export const pin = style({
  position: 'relative',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '28px',
  height: '28px',
  border: '2px solid',
  fontSize: text.small,
  fontWeight: 700,
  lineHeight: 1,
  cursor: 'pointer',
  selectors: {
    '[data-movable] &': { cursor: 'grab', outline: `2px dotted ${color.ink}`, outlineOffset: '2px' },
    ':focus-visible > div > &': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' },
  },
});
export const shape = styleVariants({
  pickup: { borderRadius: '50%' },
  delivery: { borderRadius: '4px' },
  transfer: { borderRadius: '50% 4px' },
});
const tones = {
  urgent: color.urgent,
  going: color.going,
  completed: color.completed,
  'next-route': color.nextRoute,
  linked: color.linked,
  pickup: color.pickup,
  delivery: color.delivery,
  transfer: color.transfer,
};
/** Filled for an exact place, hollow for the center of a ZIP code. */
export const exact = styleVariants(tones, (tone, name) => ({
  background: tone,
  color: color.onTone,
  borderColor: name === 'linked' ? color.onTone : color.surface,
  borderStyle: name === 'linked' ? 'dashed' : name === 'next-route' ? 'double' : 'solid',
}));
export const approximate = styleVariants(tones, (tone) => ({
  background: color.surface,
  color: tone,
  borderColor: tone,
  borderStyle: 'dashed',
}));
/** Many stops close together. */
export const cluster = style({
  minWidth: '36px',
  width: 'auto',
  height: '36px',
  padding: '0 6px',
  borderRadius: '18px',
  background: color.ink,
  color: color.surface,
  borderColor: color.surface,
});
export const urgentCluster = style([cluster, { background: color.urgent, color: color.onTone }]);
export const count = style({
  position: 'absolute',
  top: '-0.6rem',
  right: '-0.6rem',
  minWidth: '1.1rem',
  padding: '0 0.2rem',
  borderRadius: '0.6rem',
  background: color.ink,
  color: color.surface,
  fontSize: '0.6875rem',
  lineHeight: '1.1rem',
  textAlign: 'center',
});
/** A dealership. Neutral, as it is no task. */
export const base = style({
  position: 'absolute',
  transform: 'translate(-50%, -2.3rem)',
  padding: '0 0.35rem',
  ...outlined(color.muted),
  background: color.surface,
  color: color.ink,
  fontSize: '0.6875rem',
  fontWeight: 600,
  lineHeight: '1.1rem',
  whiteSpace: 'nowrap',
});
export const town = style({
  position: 'absolute',
  // Below the point, as there is probably a marker on it.
  transform: 'translate(-50%, 0.9rem)',
  textShadow: `0 0 3px ${color.page}, 0 0 3px ${color.page}`,
  color: color.muted,
  fontSize: text.small,
  letterSpacing: '0.02em',
  whiteSpace: 'nowrap',
});

export const canvas = style({
  height: '100%',
  background: color.page,
  color: color.ink,
  fontFamily: 'inherit',
  fontSize: text.small,
  zIndex: 0,
  selectors: { '&&': { background: color.page, fontFamily: 'inherit', fontSize: text.small } },
});
// Leaflet's own controls have neither our colors nor a dark theme.
globalStyle(`${canvas} .leaflet-bar`, { border: `1px solid ${color.line}`, boxShadow: shadow });
globalStyle(`${canvas} .leaflet-bar a`, {
  width: target.dense,
  height: target.dense,
  lineHeight: target.dense,
  background: color.surface,
  borderBottomColor: color.line,
  color: color.ink,
});
globalStyle(`${canvas} .leaflet-bar a.leaflet-disabled`, { background: color.page, color: color.muted });
globalStyle(`${canvas} .leaflet-control-scale-line`, {
  background: `color-mix(in srgb, ${color.surface} 80%, transparent)`,
  borderColor: color.muted,
  color: color.ink,
  textShadow: 'none',
});
globalStyle(`${canvas} .leaflet-control-attribution`, { background: color.surface, color: color.muted });
globalStyle(`${canvas} .leaflet-control-attribution a`, { color: color.focus });
globalStyle(`${canvas} .leaflet-tooltip`, {
  background: color.surface,
  borderColor: color.line,
  color: color.ink,
  boxShadow: shadow,
});

/** One square of the paper under the map. */
export const square = style({
  borderRight: `1px solid ${color.line}`,
  borderBottom: `1px solid ${color.line}`,
});
/** The point that a name is centered on. */
export const point = style({ width: 0, height: 0 });
/** The marker's own element; the pin draws the focus ring. */
export const spot = style({ selectors: { '&:focus-visible': { outline: 'none' } } });
const stroke = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
export const casing = style({ ...stroke, stroke: color.surface, strokeWidth: 7 });
export const line = styleVariants({
  applied: { ...stroke, stroke: color.going, strokeWidth: 3.5 },
  suggested: { ...stroke, stroke: color.pickup, strokeWidth: 3.5, strokeDasharray: '8 8' },
});

export const view = style({ position: 'relative', height: '100%', isolation: 'isolate' });
const over = style({
  position: 'absolute',
  zIndex: 1,
  maxWidth: `calc(100% - 2 * ${space[2]})`,
  background: color.surface,
  ...outlined(),
  boxShadow: shadow,
  fontSize: text.small,
});
export const note = style([
  over,
  { bottom: space[2], right: space[2], margin: 0, padding: `${space[1]} ${space[2]}` },
]);
export const panel = style([
  over,
  {
    top: space[2],
    right: space[2],
    width: '18rem',
    maxHeight: `calc(100% - 2 * ${space[2]})`,
    overflow: 'auto',
  },
]);
export const panelHead = style({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: space[2],
  padding: space[2],
  borderBottom: `1px solid ${color.line}`,
});
export const panelList = style({ padding: space[2], display: 'grid', gap: space[1] });
export const panelLink = style({ display: 'block', padding: `${space[1]} 0`, minHeight: '1.5rem' });
