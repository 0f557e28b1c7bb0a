import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { column, inline, line as aligned, outlined, wrap } from '~/ui/patterns';
import { DRIVER_COLORS } from '~/ui/driver-colors';
import { color, media, shadow, space, target, text, weight } from '~/ui/tokens.css';
import { driverColor } from '~/components/board/driver-badge.css';
import { LOW } from './control.css';

/** The marker's own element has no focus ring, because its pin draws one. */
export const spot = style({ selectors: { '&:focus-visible': { outline: 'none' } } });
/** The middle of a marker of any size is on its point. */
export const place = style({ position: 'relative', width: '28px', height: '28px', cursor: 'pointer' });
const pin = style({
  position: 'absolute',
  left: '50%',
  top: '50%',
  transform: 'translate(-50%, -50%)',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: '28px',
  height: '28px',
  border: '2px solid',
  fontSize: text.small,
  fontWeight: weight.bold,
  lineHeight: 1,
  whiteSpace: 'nowrap',
  selectors: {
    '[data-movable] &': { cursor: 'grab', outline: `2px dotted ${color.ink}`, outlineOffset: '2px' },
    // Only the marker's own element has this ring. A focused ancestor, such as the map, must not show one on every pin.
    [`:is(${spot}, gmp-advanced-marker):focus-visible &`]: {
      outline: `3px solid ${color.focus}`,
      outlineOffset: '2px',
    },
  },
});
export const shape = styleVariants({
  pickup: [pin, { borderRadius: '50%' }],
  delivery: [pin, { borderRadius: '4px' }],
  transfer: [pin, { borderRadius: '50% 4px' }],
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
/** An exact place is filled, the center of a ZIP code is hollow. */
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
/** Stops of the selected driver have the driver's color, filled or hollow like the tones. Urgent stops have a sign in their corner. */
export const ofDriver = DRIVER_COLORS.map(({ fill, on }) =>
  style({ background: fill, color: on, borderColor: color.surface }),
);
export const ofDriverApproximate = DRIVER_COLORS.map(({ fill }) =>
  style({ background: color.surface, color: color.ink, borderColor: fill, borderStyle: 'dashed' }),
);
/** Stops of other drivers while one is selected. They are gray, but still readable. */
export const faded = style({
  background: color.surface,
  color: color.muted,
  borderColor: color.muted,
  borderWidth: '1px',
  fontWeight: weight.normal,
});
/**
 * A marker for many stops close together. It is pale and translucent, because it covers the names of towns; the number
 * has the contrast of a text all the same.
 */
const cluster = style([
  pin,
  {
    minWidth: '26px',
    height: '26px',
    padding: `0 ${space[1]}`,
    border: '1px solid',
    borderRadius: '13px',
    background: `color-mix(in srgb, ${color.surface} 78%, transparent)`,
  },
]);
export const clusters = styleVariants({
  plain: [cluster, { color: color.ink, borderColor: color.muted }],
  urgent: [cluster, { color: color.urgent, borderColor: color.urgent }],
  faded: [cluster, { color: color.muted, borderColor: color.line, fontWeight: weight.normal }],
});
export const badge = style({
  position: 'absolute',
  top: '-0.6rem',
  left: 'calc(100% - 0.6rem)',
  minWidth: '1.1rem',
  padding: `0 ${space[1]}`,
  border: '1px solid',
  borderRadius: '0.6rem',
  background: color.surface,
  color: color.ink,
  fontSize: text.tiny,
  fontWeight: weight.bold,
  lineHeight: '1rem',
  textAlign: 'center',
});
/** A dealership has a neutral color, because it is no task. */
export const base = style({
  position: 'absolute',
  transform: 'translate(-50%, -2.3rem)',
  padding: `0 ${space[1]}`,
  ...outlined(color.muted),
  background: color.surface,
  color: color.ink,
  fontSize: text.tiny,
  fontWeight: weight.bold,
  lineHeight: '1.1rem',
  whiteSpace: 'nowrap',
});
export const town = style({
  position: 'absolute',
  padding: `0 ${space[1]}`,
  textShadow: `0 0 3px ${color.page}, 0 0 3px ${color.page}`,
  color: color.muted,
  fontSize: text.small,
  letterSpacing: '0.02em',
  whiteSpace: 'nowrap',
});
/** Like the other names of the street map, which are painted. */
const ofStreets = style([
  town,
  {
    color: color.ink,
    fontWeight: weight.bold,
    letterSpacing: 'normal',
    textShadow: Array.from({ length: 4 }, () => `0 0 3px ${color.page}`).join(', '),
  },
]);
export const townOfStreets = styleVariants({ city: [ofStreets, { fontSize: text.body }], town: [ofStreets] });

export const canvas = style({
  height: '100%',
  background: color.page,
  color: color.ink,
  fontFamily: 'inherit',
  fontSize: text.small,
  zIndex: 0,
  selectors: { '&&': { background: color.page, fontFamily: 'inherit', fontSize: text.small } },
});
// Leaflet's own controls have other colors and no dark theme.
globalStyle(`${canvas} .leaflet-bar`, { border: `1px solid ${color.line}`, boxShadow: shadow });
globalStyle(`${canvas} .leaflet-bar a`, {
  width: target.dense,
  height: target.dense,
  lineHeight: target.dense,
  background: color.surface,
  borderBottomColor: color.line,
  color: color.ink,
});
globalStyle(`${canvas} .leaflet-bar a:is(:hover, :focus)`, { background: color.page });
globalStyle(`${canvas} .leaflet-bar a.leaflet-disabled`, { background: color.page, color: color.muted });
globalStyle(`${canvas} .leaflet-control-scale-line`, {
  background: `color-mix(in srgb, ${color.surface} 80%, transparent)`,
  borderColor: color.muted,
  color: color.ink,
  textShadow: 'none',
});
globalStyle(`${canvas}${canvas} .leaflet-control-attribution`, {
  background: `color-mix(in srgb, ${color.surface} 80%, transparent)`,
  color: color.muted,
  fontSize: text.tiny,
});
globalStyle(`${canvas} .leaflet-control-attribution a`, { color: color.focus });
globalStyle(`${canvas} .leaflet-tooltip`, {
  background: color.surface,
  borderColor: color.line,
  color: color.ink,
  boxShadow: shadow,
});

/** A square of the grid. */
export const square = style({
  borderRight: `1px solid ${color.line}`,
  borderBottom: `1px solid ${color.line}`,
});
/** The point that a name is centered on. */
export const point = style({ width: 0, height: 0 });
const stroke = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
export const casing = style({ ...stroke, stroke: color.surface, strokeWidth: 7 });
export const line = styleVariants({
  applied: { ...stroke, stroke: color.going, strokeWidth: 3.5 },
  suggested: { ...stroke, stroke: color.pickup, strokeWidth: 3.5, strokeDasharray: '8 8' },
});
/** A line from a pin to the road. */
export const tie = style({ ...stroke, stroke: color.muted, strokeWidth: 2, strokeDasharray: '1 5' });
/** A line in the driver's color. */
export const lineOfDriver = DRIVER_COLORS.map(({ fill }) =>
  style({ ...stroke, stroke: fill, strokeWidth: 3.5 }),
);
export const fadedLine = style({ opacity: 0.35 });
/** The borders of states and counties. */
export const border = styleVariants({
  state: { ...stroke, stroke: color.muted, strokeWidth: 2, opacity: 0.7 },
  county: { ...stroke, stroke: color.muted, strokeWidth: 1, strokeDasharray: '5 4', opacity: 0.45 },
});

export const view = style({ position: 'relative', ...column('0'), height: '100%' });
// A legend that is open takes its own space.
globalStyle(`${view} > :first-child`, { flex: 1, minHeight: 0 });
globalStyle(`${view} .leaflet-control-scale, ${base}`, { '@container': { [LOW]: { display: 'none' } } });
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
  {
    // Above the scale and the credit.
    bottom: `calc(${space[8]} + ${space[2]})`,
    left: space[2],
    margin: 0,
    padding: `${space[1]} ${space[2]}`,
    ':empty': { display: 'none' },
  },
]);
export const panel = style([
  over,
  {
    zIndex: 2,
    // Below the controls, if there is space.
    top: `calc(2 * ${space[2]} + ${target.touch})`,
    right: space[2],
    width: '22rem',
    maxHeight: `calc(100% - 3 * ${space[2]} - ${target.touch})`,
    overflow: 'auto',
    '@container': { [LOW]: { top: space[2], maxHeight: `calc(100% - 2 * ${space[2]})` } },
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
export const panelBody = style({ ...column(space[3]), padding: space[2] });
export const panelPlace = style(column(space[1]));
export const address = style({ color: color.muted });
/** Three columns: the sign, the task, and the link about its pin. */
export const panelTask = style({
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr) auto',
  columnGap: space[2],
  alignItems: 'baseline',
});
export const panelSign = style({ fontWeight: weight.bold, textAlign: 'center' });
/** High enough to be clicked easily. */
export const panelLink = style({ ...inline('0'), minHeight: '1.5rem' });
export const panelOwner = style(wrap(`0 ${space[2]}`));
export const atEnd = style({ marginLeft: 'auto' });

/** Visible only while it has the focus. */
export const skip = style({
  position: 'absolute',
  zIndex: 3,
  left: space[2],
  top: space[2],
  padding: space[2],
  background: color.surface,
  selectors: { '&:not(:focus)': { clipPath: 'inset(50%)' } },
});
/** The controls on the map. They stay visible over the list, beside Show Drivers. */
export const controls = style({
  ...aligned(space[1]),
  position: 'absolute',
  zIndex: 1,
  top: space[2],
  right: `calc(${space[2]} + ${target.dense} + ${space[1]})`,
  visibility: 'visible',
  '@media': { [media.phone]: { right: `calc(${space[2]} + ${target.touch} + ${space[1]})` } },
});
/** One switch with two sides. */
export const sides = style({
  display: 'inline-flex',
  ...outlined(),
  background: color.surface,
  boxShadow: shadow,
  overflow: 'hidden',
});
export const side = style({
  minHeight: `calc(${target.dense} - 2px)`,
  padding: `0 ${space[2]}`,
  border: 0,
  background: 'transparent',
  color: color.muted,
  fontSize: text.small,
  cursor: 'pointer',
  ':focus-visible': { outlineOffset: '-2px' },
  selectors: {
    '&[aria-pressed="true"]': { background: color.page, color: color.ink, fontWeight: weight.bold },
  },
  '@media': { [media.phone]: { minHeight: `calc(${target.touch} - 2px)`, padding: `0 ${space[3]}` } },
});

/** The legend and the choices about what is shown, in the corner of the map. */
export const corner = style({
  ...wrap(space[1]),
  position: 'absolute',
  zIndex: 1,
  right: space[2],
  bottom: space[2],
  justifyContent: 'end',
  maxWidth: `calc(100% - 2 * ${space[2]})`,
  pointerEvents: 'none',
  '@container': { [LOW]: { display: 'none' } },
  selectors: {
    // Below the map, so that it covers no stops.
    '&:has(> [open])': {
      position: 'relative',
      inset: 'auto',
      maxWidth: 'none',
      maxHeight: '50%',
      overflow: 'auto',
    },
  },
});
const card = style({
  background: color.surface,
  ...outlined(),
  boxShadow: shadow,
  fontSize: text.small,
  pointerEvents: 'auto',
});
export const cornerLink = style([card, { ...inline('0'), minHeight: '1.75rem', padding: `0 ${space[2]}` }]);
export const legend = style([
  card,
  { selectors: { '&[open]': { flexBasis: '100%', border: 0, borderRadius: 0, boxShadow: 'none' } } },
]);
// The link is at the end of the open legend's title.
globalStyle(`${corner}:has(> [open]) > ${cornerLink}`, {
  position: 'absolute',
  top: space[1],
  right: space[2],
});
export const legendTitle = style({
  display: 'list-item',
  padding: `${space[1]} ${space[2]}`,
  minHeight: '1.5rem',
  cursor: 'pointer',
});
export const legendList = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
  gap: `${space[1]} ${space[3]}`,
  padding: `0 ${space[3]} ${space[2]} 0`,
});
export const legendEntry = style(aligned(space[2]));
export const legendSign = style({ display: 'flex', justifyContent: 'center', flex: 'none', width: '2.5rem' });

/** A ring in the driver's color above all stops, so that no one takes it for a stop. */
export const driver = style({ cursor: 'pointer' });
export const initials = style({
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '100%',
  height: '100%',
  border: `3px solid ${driverColor}`,
  borderRadius: '50%',
  background: color.surface,
  color: color.ink,
  boxShadow: shadow,
  fontSize: text.small,
  fontWeight: weight.bold,
  selectors: {
    // Only the position is uncertain, so the marker stays readable.
    '[data-old] > &': { borderStyle: 'dashed', borderColor: color.muted, color: color.muted },
    ':focus-visible > &': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' },
  },
});
export const popup = style({});
globalStyle(`${popup} .leaflet-popup-content-wrapper, ${popup} .leaflet-popup-tip`, {
  background: color.surface,
  color: color.ink,
});
