import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { LOW, users } from '~/components/map/control.css';
import { BESIDE, panel } from '~/ui/dialog.css';
import { iconRules } from '~/ui/icons';
import { column, inline, middle, oneLine, outlined, wrap } from '~/ui/patterns';
import { color, media, radius, shadow, space, target, text, pixels, weight } from '~/ui/tokens.css';

const fillsRest = { flex: 1, minHeight: 0 } as const;
/** Its position is relative, so that hidden texts for screen readers inside do not make the page higher. */
const scrolls = { position: 'relative', minHeight: 0, overflow: 'auto' } as const;

export const page = style({
  ...column(space[3]),
  minWidth: 0,
  '@media': { [media.board]: { ...fillsRest, gap: space[2] } },
});
/** Two columns that fill the window. Each has its own scroll bar. */
export const board = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': {
    [media.board]: {
      ...fillsRest,
      gap: `0 ${space[3]}`,
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 3fr)',
      // The head is as wide as both columns.
      gridTemplateRows: 'auto minmax(0, 1fr)',
      alignItems: 'stretch',
    },
  },
});
// It has a fixed grid area, because a panel over it would take its place otherwise.
export const side = style({ minWidth: 0, '@media': { [media.board]: { ...scrolls, gridArea: '2 / 2' } } });
export const status = style({
  minWidth: 0,
  background: color.surface,
  ...outlined(),
  boxShadow: shadow,
  '@media': { [media.board]: { display: 'contents' } },
});
export const drivers = style({
  '@media': {
    [media.board]: {
      ...column('0'),
      ...outlined(),
      gridArea: '2 / 1',
      minHeight: 0,
      minWidth: 0,
      background: color.surface,
      boxShadow: shadow,
    },
  },
});
/** Its head stays while this scrolls. */
export const statusBody = style({
  '@media': { [media.board]: { ...scrolls, flex: 1, ...column('0') } },
});
// The grid gets a third row for a panel. The drivers fill both rows of the first column. Names of elements after `:has`
// would make Chromium compute the style of all such elements again whenever any `:has` of the page changes.
const ROWS = {
  low: 'auto 7rem minmax(0, 1fr)',
  small: 'auto 10rem minmax(0, 1fr)',
  large: 'auto minmax(0, 1fr) auto',
  hidden: 'auto 0 minmax(0, 1fr)',
};
for (const [map, gridTemplateRows] of Object.entries(ROWS))
  globalStyle(`${board}:has(> ${panel}[open][data-map="${map}"])`, {
    '@media': { [BESIDE]: { gridTemplateRows } },
  });
globalStyle(`${board}:has(> ${panel}[open]) ${drivers}`, {
  '@media': { [BESIDE]: { gridRow: '2 / span 2' } },
});
globalStyle(`${side}:has(~ ${panel}[open][data-map="hidden"])`, {
  '@media': { [BESIDE]: { display: 'none' } },
});
globalStyle(`main:has(${board})`, {
  '@media': {
    [media.board]: {
      ...column(space[2]),
      maxWidth: 'none',
      height: `calc(100dvh - ${target.row})`,
      padding: `0 ${space[3]} ${space[2]}`,
    },
  },
});
export const name = style({
  fontWeight: weight.bold,
  ...oneLine,
});
export const sub = style({
  color: color.muted,
  fontSize: text.small,
  ...oneLine,
});
export const stops = style({
  ...column(space[3]),
  padding: space[4],
});
export const stopList = style(column(space[1]));
export const stop = style({ display: 'flex', gap: space[2], alignItems: 'baseline', minWidth: 0 });
export const stopPlace = style({ flex: 1, minWidth: 0 });
globalStyle(`${stopPlace} > span`, { whiteSpace: 'normal', overflowWrap: 'anywhere' });
export const leg = style({ flex: 'none', color: color.muted, fontSize: text.small, whiteSpace: 'nowrap' });
export const pinLink = style({
  minHeight: '1.5rem',
  minWidth: '1.5rem',
  fontSize: text.small,
  textAlign: 'center',
});
export const letters = style({ display: 'inline-flex', gap: pixels[2], flex: 'none' });
export const letter = style({
  ...middle,
  minWidth: '1.5rem',
  height: '1.5rem',
  borderRadius: '4px',
  fontSize: text.small,
  fontWeight: weight.bold,
  color: color.onTone,
  textDecoration: 'none',
});

const tones = {
  pickup: color.pickup,
  delivery: color.delivery,
  transfer: color.transfer,
  urgent: color.urgent,
  going: color.going,
  'next-route': color.nextRoute,
  linked: color.linked,
  completed: color.completed,
};

export const letterTone = styleVariants(tones, (background) => ({ background }));

/** List and map. Beside the drivers, they have the height of their column. */
export const fill = style({
  ...outlined(),
  boxShadow: shadow,
  background: color.surface,
  '@media': { [media.board]: { ...column('0'), height: '100%' } },
});
/** List and map share a box, so that nothing moves when the map appears. On a phone it is low enough to scroll past. */
export const box = style({
  position: 'relative',
  isolation: 'isolate',
  containerType: 'size',
  height: '600px',
  overflow: 'hidden',
  borderRadius: radius,
  '@media': {
    [media.phone]: { height: '26rem' },
    [media.board]: { flex: 1, minHeight: 0, height: 'auto' },
  },
});
const layer = style({ position: 'absolute', inset: 0 });
export const front = style([layer, { background: color.surface }]);
export const back = style([layer, { visibility: 'hidden' }]);
/** The list behind the map costs nothing. The map behind the list must still be measured. */
export const listBehind = style([back, { contentVisibility: 'hidden' }]);
export const list = style({ height: '100%', overflow: 'auto', paddingTop: target.row });
export const nothing = style({
  position: 'absolute',
  insetInline: space[4],
  top: '50%',
  zIndex: 1,
  transform: 'translateY(-50%)',
  ...outlined(),
  background: color.surface,
  // Below the map's controls.
  '@container': { [LOW]: { top: 'auto', bottom: space[2], transform: 'none' } },
});
globalStyle(`${nothing} > div`, { '@container': { [LOW]: { padding: space[2] } } });
export const routes = style({
  display: 'grid',
  gap: space[1],
  padding: `${space[2]} ${space[4]}`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: text.small,
});
globalStyle(`${routes} a`, { ...inline('0'), minHeight: '1.5rem' });
export const route = style(wrap(space[2]));
/** Looks like the line on the map. */
export const swatch = style({
  flex: 'none',
  width: '1.5rem',
  borderTop: `4px solid ${color.going}`,
  borderRadius: radius,
});
export const suggestedSwatch = style({
  flex: 'none',
  width: '1.5rem',
  borderTop: `4px dashed ${color.pickup}`,
});
export const figures = style({ color: color.muted });
export const trouble = style({ padding: space[3] });
/** In the corner of list and map; the map's own controls are beside it. */
export const showDrivers = style([
  users,
  { position: 'absolute', zIndex: 1, top: space[2], right: space[2] },
]);

const CHIP = '1.75rem';

/** The search in the header. On a phone it is in a line of its own, below the other tools. */
export const search = style({
  position: 'relative',
  flex: '1 1 7rem',
  maxWidth: '20rem',
  '@media': {
    // Wide enough for its hint.
    'screen and (min-width: 1200px)': { flexBasis: '16.5rem' },
    [media.phone]: { order: 1, flexBasis: '100%', maxWidth: 'none', paddingBottom: space[1] },
  },
});
/** The key that shows all keys. */
export const keys = style({
  ...middle,
  ...outlined(),
  width: target.dense,
  height: target.dense,
  color: color.muted,
  textDecoration: 'none',
  '@media': { [media.phone]: { display: 'none' } },
});
globalStyle(`${keys} > kbd`, { font: 'inherit' });
export const slash = style({
  position: 'absolute',
  right: space[3],
  top: 0,
  font: 'inherit',
  lineHeight: target.dense,
  color: color.muted,
  pointerEvents: 'none',
  '@media': { [media.phone]: { display: 'none' } },
});
// The browser's own button that clears the box is at the same place.
globalStyle(`input:not(:placeholder-shown) ~ ${slash}`, { display: 'none' });

export const line = style({
  ...wrap(`${space[1]} ${space[3]}`),
  position: 'relative',
  flex: 'none',
  minHeight: '2.25rem',
  padding: `${space[1]} ${space[2]}`,
  borderBottom: `1px solid ${color.line}`,
  '@media': {
    [media.board]: { flexWrap: 'nowrap', gridArea: '1 / 1 / auto / span 2', padding: 0, borderBottom: 0 },
  },
});
export const title = style({ flex: 'none', fontSize: text.body });
/** One line beside the drivers' table, whatever it contains. */
export const attention = style({
  ...wrap(`0 ${space[1]}`),
  '@media': {
    [media.board]: {
      flex: '1 1 0',
      flexWrap: 'nowrap',
      minWidth: 0,
      overflowX: 'auto',
      scrollbarWidth: 'none',
    },
  },
});
export const chip = style({
  ...inline(space[1]),
  flex: 'none',
  color: color.muted,
  minHeight: CHIP,
  padding: `0 ${space[1]}`,
  fontSize: text.small,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  ':hover': { textDecoration: 'underline' },
  ':focus-visible': { outlineOffset: '-2px' },
  '@media': { [media.phone]: { minHeight: target.dense } },
});
globalStyle(`${chip}[data-level="now"]`, { color: color.urgent, fontWeight: weight.medium });
// A sign tells the level without its color. Its words are for screen readers.
globalStyle(`${chip}[data-level="now"]::before`, {
  content: ['"!"', '"!" / "Needs somebody now: "'],
  fontWeight: weight.bold,
});
globalStyle(`${chip}[data-level="open"]`, { color: color.ink });
/** The switch of the columns. */
export const views = style({ display: 'inline-flex' });
export const view = style({
  minHeight: CHIP,
  padding: `0 ${space[2]}`,
  border: `1px solid ${color.line}`,
  background: color.surface,
  color: color.muted,
  font: 'inherit',
  fontSize: text.small,
  cursor: 'pointer',
  ':first-of-type': { borderRadius: `${radius} 0 0 ${radius}` },
  ':last-of-type': { borderRadius: `0 ${radius} ${radius} 0`, borderLeft: 0 },
  ':hover': { background: color.page },
  selectors: {
    '&[aria-pressed="true"]': {
      background: color.page,
      color: color.ink,
      fontWeight: weight.bold,
      boxShadow: `inset 0 -2px ${color.focus}`,
    },
  },
  '@media': { [media.phone]: { minHeight: target.dense } },
});
export const end = style({
  ...wrap(space[2]),
  marginLeft: 'auto',
  '@media': { [media.board]: { flex: 'none', flexWrap: 'nowrap' } },
});
globalStyle(`${end} > a, ${end} summary`, {
  minHeight: CHIP,
  padding: `0 ${space[2]}`,
  fontSize: text.small,
  '@media': { [media.phone]: { minHeight: target.dense } },
});
export const clear = style(inline(space[1]));
export const filter = style({
  position: 'relative',
  '@media': { [media.phone]: { position: 'static' } },
});
globalStyle(`${filter} > summary`, { listStyle: 'none' });
globalStyle(`${filter} > summary::-webkit-details-marker`, { display: 'none' });
globalStyle(`${filter} > summary::after`, iconRules('chevronDown', '1em'));
export const filterForm = style({
  position: 'absolute',
  right: 0,
  top: `calc(100% + ${space[1]})`,
  zIndex: 20,
  display: 'grid',
  gap: space[2],
  width: '16rem',
  padding: space[3],
  background: color.surface,
  ...outlined(),
  borderRadius: radius,
  boxShadow: shadow,
  '@media': { [media.phone]: { width: 'auto', left: 0 } },
});
