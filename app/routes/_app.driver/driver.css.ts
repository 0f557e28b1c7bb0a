import { globalStyle, style } from '@vanilla-extract/css';
import { iconRules } from '~/ui/icons';
import { column, line, oneLine, outlined, wrap } from '~/ui/patterns';
import { color, media, radius, shadow, space, target, text, pixels, weight } from '~/ui/tokens.css';

/** The bottom navigation. Only people with several roles have it. */
const NAV = 'nav[aria-label="Pages"]';
const NAV_HEIGHT = '3.75rem';
const BARS_HEIGHT = '124px';
// In pixels, so that a larger text size leaves space for the stops.
const TARGET = '48px';
const BAR_ACTION = '56px';
const GAP = '8px';

export const page = style({
  maxWidth: '34rem',
  margin: '0 auto',
  ...column(space[2]),
  // Allows scrolling the last stop above the bars, even when large letters need a second line of tabs.
  paddingBottom: `calc(${BARS_HEIGHT} + ${target.touch})`,
  fontSize: text.large,
  '@media': { [media.low]: { paddingBottom: 0 } },
});

/** The progress of the route. On a phone it continues the header of the frame. */
export const top = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `${space[1]} ${space[2]}`,
  padding: `${space[2]} ${space[3]}`,
  ...outlined(),
  background: color.surface,
  '@media': {
    [media.phone]: {
      margin: `-${space[3]} -${space[2]} 0`,
      border: 0,
      borderBottom: `1px solid ${color.line}`,
      borderRadius: 0,
    },
  },
});
export const title = style({ flex: '1 1 auto', fontSize: text.large, overflowWrap: 'anywhere' });
export const progressText = style({ fontSize: text.body, fontWeight: weight.bold });
export const finish = style({ fontSize: text.body, color: color.muted });
export const shift = style([finish, { flexBasis: '100%', fontSize: text.small }]);
/** One segment per stop. A long route has narrow ones. */
export const segments = style({
  display: 'flex',
  gap: pixels[2],
  width: '100%',
  height: '7px',
  // The sentence is read, and colors alone are what is drawn.
  forcedColorAdjust: 'none',
  selectors: { '&[data-many]': { gap: pixels[1] } },
});
globalStyle(`${segments} > i`, { flex: 1, borderRadius: '3px', background: color.muted, opacity: 0.35 });
globalStyle(`${segments} > [data-is]`, { opacity: 1 });
globalStyle(`${segments} > [data-is="done"]`, { background: color.going });
globalStyle(`${segments} > [data-is="pressing"]`, { background: color.urgent });
globalStyle(`${segments} > [data-is="going"]`, {
  background: `linear-gradient(90deg, ${color.going} 55%, color-mix(in srgb, ${color.going} 35%, ${color.surface}) 55%)`,
});
export const counts = style({
  isolation: 'isolate',
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: space[2],
});
/** 40 px are visible, and 48 px can be tapped. */
export const count = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: target.touch,
  margin: `-${space[1]} 0`,
  padding: `0 ${space[3]}`,
  color: color.ink,
  fontSize: text.body,
  fontWeight: weight.medium,
  textDecoration: 'none',
  '::before': {
    content: '""',
    position: 'absolute',
    zIndex: -1,
    inset: `${space[1]} 0`,
    ...outlined(),
    background: color.surface,
  },
});
export const figure = style({ fontSize: text.large });

/** The next action and the tabs, within reach of the thumb. */
export const bars = style({
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: 10,
  maxWidth: '34rem',
  margin: '0 auto',
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
  '@media': {
    [media.phone]: { selectors: { [`body:has(${NAV}) &`]: { bottom: NAV_HEIGHT } } },
    [media.low]: { position: 'static', margin: `0 -${space[2]}` },
  },
});
// The bars must not hide an element that gets the focus by keyboard.
globalStyle(`html:has(${bars}):has(${bars})`, {
  scrollPaddingBottom: BARS_HEIGHT,
  '@media': { [media.low]: { scrollPaddingBottom: 0 } },
});
globalStyle(`html:has(${bars}):has(${NAV})`, {
  '@media': {
    [media.phone]: { scrollPaddingBottom: `calc(${BARS_HEIGHT} + ${NAV_HEIGHT})` },
    [media.low]: { scrollPaddingBottom: 0 },
  },
});
export const bar = style({
  position: 'relative',
  display: 'flex',
  gap: GAP,
  padding: GAP,
  // On a low screen, the items of "Problem?" are beside it.
  '@media': { [media.low]: { flexWrap: 'wrap' } },
});
globalStyle(`${bar} > :is(a, button)`, { flex: 1, minHeight: BAR_ACTION, padding: `0 ${GAP}` });
// As large as both fit side by side.
globalStyle(`${bar} > *`, { fontSize: `min(${text.large}, 7vw)` });
export const problem = style({});
export const problemTrigger = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: BAR_ACTION,
  padding: `0 ${space[3]}`,
  ...outlined(color.muted),
  fontWeight: weight.medium,
  listStyle: 'none',
  cursor: 'pointer',
  touchAction: 'manipulation',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
});
export const problemItems = style({
  position: 'absolute',
  left: GAP,
  bottom: '100%',
  ...column(space[1]),
  minWidth: '14rem',
  padding: space[2],
  background: color.surface,
  ...outlined(),
  boxShadow: shadow,
  '@media': { [media.low]: { position: 'static' } },
});

// On a phone all four tabs are visible. Each is as wide as its text.
export const tabs = style({ minWidth: 0, borderTop: `1px solid ${color.line}` });
globalStyle(`${tabs} > nav`, { gap: 0, border: 0 });
globalStyle(`${tabs} > nav > a`, {
  flex: '1 0 auto',
  justifyContent: 'center',
  gap: space[1],
  minHeight: TARGET,
  padding: `0 ${space[1]}`,
  borderBottom: 0,
  borderTop: '3px solid transparent',
  fontSize: text.small,
});
globalStyle(`${tabs} > nav > a > span`, { minWidth: 0, padding: 0, border: 0, background: 'none' });
globalStyle(`${tabs} > nav > a[aria-current="page"]`, { borderTopColor: color.focus });

export const route = style(column(space[2]));
export const head = style({
  ...wrap(`0 ${space[2]}`),
  justifyContent: 'end',
  minHeight: target.touch,
});
globalStyle(`${head} :is(a, button)`, { padding: `0 ${space[2]}`, fontSize: text.body });
export const headTitle = style({ marginRight: 'auto', fontSize: text.body });
// The notice of a delayed link must not hide the bars.
globalStyle(`body:has(${bars}) [data-held]`, {
  bottom: `calc(${BARS_HEIGHT} + ${space[2]})`,
  '@media': { [media.low]: { bottom: space[4] } },
});
export const hints = style({ ...column(space[2]), maxWidth: '26rem', textAlign: 'left' });
/** Hidden in the app that was added to the home screen. */
export const whenInBrowser = style({ '@media': { '(display-mode: standalone)': { display: 'none' } } });

/** The actions of a stop, below its content. */
export const actions = style({ ...column(space[2]), marginTop: space[1] });
/** The line below a button's name, which says what the button does. */
export const does = style({ fontSize: text.small, fontWeight: weight.normal });
globalStyle(`:is(a, button):has(> ${does})`, { flexDirection: 'column', gap: 0, lineHeight: 1.25 });
const overlay = {
  position: 'fixed',
  top: space[3],
  zIndex: 20,
  left: '50%',
  transform: 'translateX(-50%)',
} as const;
/** Shows the first of its notices. The next one appears when that is gone. */
export const oneNotice = style({ display: 'contents' });
export const refusal = style({ display: 'flex', alignItems: 'start' });
globalStyle(`${refusal} > :first-child`, { flex: 1 });
// Without a notice it takes no space, not even a gap.
export const noticeSpace = style({ selectors: { '&:empty': { position: 'absolute' } } });
export const notices = style({
  ...line(space[3]),
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[3]}`,
  border: `2px solid ${color.focus}`,
  borderRadius: radius,
  background: color.surface,
  selectors: {
    '&[data-loud]': { borderColor: color.urgent, background: color.urgent, color: color.onTone },
  },
});
globalStyle(`${notices} > button`, { color: color.ink });
export const noticeLines = style({
  flex: 1,
  minWidth: 0,
  // A long list leaves the first stop below it visible.
  maxHeight: '30vh',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflow: 'auto',
  overflowWrap: 'anywhere',
  fontWeight: weight.medium,
});
globalStyle(`${noticeLines} > li + li`, { marginTop: space[2] });
export const completed = style({
  ...line(space[3]),
  justifyContent: 'space-between',
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[4]}`,
  borderLeft: `5px solid ${color.going}`,
  borderBottom: `1px solid ${color.line}`,
});
export const completedText = style({ fontWeight: weight.bold, overflowWrap: 'anywhere', minWidth: 0 });
export const dismiss = style({
  minWidth: target.touch,
  minHeight: target.touch,
  border: 0,
  background: 'transparent',
  color: color.muted,
  cursor: 'pointer',
  '::before': iconRules('x', '1.25rem'),
});
/** Announces in passing, and covers no button. */
export const arrivals = style({ ...overlay, pointerEvents: 'none', maxWidth: 'calc(100vw - 2rem)' });
export const arrival = style({
  display: 'block',
  '::before': { ...iconRules('arrowUp', '1em'), marginRight: space[1] },
  padding: `${space[2]} ${space[4]}`,
  borderRadius: '999px',
  background: color.ink,
  color: color.page,
  fontWeight: weight.bold,
  boxShadow: shadow,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

globalStyle(`${oneNotice} > div:not(:empty, ${arrivals}) ~ div:not(:empty, ${arrivals})`, {
  display: 'none',
});

/**
 * A stop while the order is edited. The rules are here, because the page contains only rules of code that it loads at
 * once.
 */
export const row = style({
  display: 'grid',
  gridTemplateColumns: `${TARGET} minmax(0, 1fr) repeat(3, ${TARGET})`,
  // As high before the handle is loaded as with it.
  gridTemplateRows: `${TARGET} auto`,
  alignItems: 'center',
  columnGap: space[1],
  minHeight: '3.5rem',
  padding: `${pixels[1]} ${space[1]} ${pixels[1]} 0`,
  background: color.surface,
});
globalStyle(`${row} > button`, { gridArea: '1 / 1', width: '100%' });
globalStyle(`${row} > form > button`, { gridRow: '1 / 3', minWidth: TARGET });
globalStyle(`${row} > form > [data-position]`, { gridArea: '2 / 1' });
export const what = style({ gridArea: '1 / 2 / 3', minWidth: 0 });
globalStyle(`${row} > ${what}:last-child`, { gridColumnEnd: -1 });
/** Two lines at most, so that eight stops are on a phone. */
export const rowTitle = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  fontSize: text.body,
  fontWeight: weight.bold,
  lineHeight: 1.25,
  overflowWrap: 'anywhere',
});
export const rowMore = style({ ...oneLine, color: color.muted, fontSize: text.small });
export const urgent = style({ color: color.urgent });
