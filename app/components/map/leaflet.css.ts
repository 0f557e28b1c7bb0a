import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { color, shadow, target, text } from '~/ui/tokens.css';

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
