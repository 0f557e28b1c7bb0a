/** The table of drivers and the results of a search. On a phone each row is a card of two lines. */
import { createContainer, globalStyle, style } from '@vanilla-extract/css';
import { wrong } from '~/components/board/times.css';
import { oneLine, outlined, stretched, hiddenFromSight } from '~/ui/patterns';
import { color, media, pixels, space, target, text, weight } from '~/ui/tokens.css';

const SMALL = text.tiny;
const LARGE = text.small;
const wide = createContainer();
/** From this width on, there is space for all column names. */
const WIDE = `${wide} (min-width: 62rem)`;

export const table = style({
  position: 'relative',
  containerName: wide,
  containerType: 'inline-size',
  '@media': { [media.board]: { flex: '1 0 auto', display: 'flex', flexDirection: 'column' } },
  // The first steps follow the last row.
  selectors: { '&:not(:last-child)': { '@media': { [media.board]: { flexGrow: 0 } } } },
});

const timeline = '[data-view="timeline"] &';
const line = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.45fr) minmax(0, 1.15fr) 3.875rem 2.25rem 2rem 2rem 2.25rem 4rem 4.25rem',
  alignItems: 'center',
  columnGap: space[2],
  padding: `0 ${space[2]}`,
  borderBottom: `1px solid ${color.line}`,
  '@container': {
    [WIDE]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr) 5rem 3.5rem 4.75rem 2.5rem 5rem 5.75rem 5rem',
      columnGap: space[3],
    },
  },
  selectors: {
    [timeline]: {
      gridTemplateColumns: 'minmax(0, 1.5fr) minmax(0, 1.4fr) minmax(0, 1.5fr) 3rem 4.25rem',
      columnGap: space[2],
    },
  },
});
export const headGroup = style({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  background: color.surface,
  '@media': { [media.low]: { position: 'static' } },
  selectors: { '[data-view="counts"] &': { '@media': { [media.phone]: hiddenFromSight } } },
});
export const head = style([
  line,
  {
    minHeight: '1.625rem',
    // Aligns it with the rows, whose edge is as wide.
    borderLeft: '5px solid transparent',
    fontSize: SMALL,
    fontWeight: weight.medium,
    color: color.muted,
    whiteSpace: 'nowrap',
  },
]);
globalStyle(`${head} > :nth-child(n+4)`, { textAlign: 'right' });
/** The hours above the dots. On a phone the head has nothing else. */
export const hours = style({ position: 'relative', alignSelf: 'stretch' });
globalStyle(`[data-view="timeline"] ${head} > :not(${hours})`, {
  '@media': { [media.phone]: hiddenFromSight },
});
globalStyle(`${hours} > div`, { position: 'absolute', inset: 0, lineHeight: '1.625rem' });
export const long = style({
  ...hiddenFromSight,
  '@container': { [WIDE]: { position: 'static', clipPath: 'none' } },
});
globalStyle(`${head} > [data-short]::after`, {
  content: ['attr(data-short)', 'attr(data-short) / ""'],
  '@container': { [WIDE]: { display: 'none' } },
});
export const unseen = style(hiddenFromSight);

export const rows = style({
  '@media': { [media.board]: { flex: '1 0 auto', display: 'flex', flexDirection: 'column' } },
});
export const row = style([
  line,
  {
    minHeight: '2rem',
    fontSize: LARGE,
    lineHeight: 1.2,
    ':hover': { background: color.page },
    selectors: {
      '&[aria-current]': {
        background: `color-mix(in srgb, ${color.focus} 8%, ${color.surface})`,
        outline: `2px solid ${color.focus}`,
        outlineOffset: '-2px',
      },
      '&:last-child': { borderBottomColor: 'transparent' },
    },
    '@media': {
      // Rows share the available space, up to their best height.
      [media.board]: { flex: '1 0 auto', maxHeight: '2.5rem' },
      [media.phone]: {
        // The name and the last stop's time, the place and the progress, then four counts.
        gridTemplateColumns: 'minmax(0, 1fr) repeat(4, auto)',
        // Narrower when large letters need the space.
        gap: `${space[1]} min(${space[3]}, 3vw)`,
        padding: `${space[2]} ${space[2]}`,
      },
    },
  },
]);
// A row with lateness and overtime has three lines there.
globalStyle(`${row}:has(${wrong} + ${wrong})`, { '@media': { [media.board]: { maxHeight: 'none' } } });
globalStyle(`[data-view="timeline"] ${row}`, {
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
});
globalStyle(`[data-view="timeline"] ${head}`, {
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
const onPhone = { overflow: 'visible', whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
const cut = {
  ...oneLine,
  '@media': { [media.phone]: onPhone },
} as const;

/** The badge, and beside it the name above a text. */
export const driver = style({
  display: 'flex',
  alignItems: 'center',
  columnGap: space[1],
  minWidth: 0,
  '@media': { [media.phone]: { gridRow: 1, gridColumn: '1 / -3' } },
});
export const who = style({ minWidth: 0 });
/** The link that covers the whole row. */
export const name = style({
  ...cut,
  display: 'block',
  minWidth: 0,
  color: color.ink,
  fontWeight: weight.bold,
  textDecoration: 'none',
  ...stretched,
});
export const sub = style({ ...cut, color: color.muted, fontSize: SMALL, lineHeight: 1.25 });
// Before a page answers, ages are clock times, which are longer. The row keeps its height.
const { '@media': wraps, ...inOneLine } = oneLine;
globalStyle(`${who} > ${sub}`, { '@media': { [media.phone]: inOneLine, ...wraps } });
export const urgent = style({ color: color.urgent });
export const now = style({
  minWidth: 0,
  '@media': { [media.phone]: { gridRow: 2, gridColumn: '1 / -3' } },
});
export const place = style(cut);
export const upper = style({ textTransform: 'uppercase' });
export const upperPlace = style([place, upper]);
/** Shown only if there is space for it. */
export const extra = style({
  display: 'none',
  '@container': { [WIDE]: { display: 'inline' } },
  '@media': { [media.phone]: { display: 'inline' } },
});
export const address = style({ color: color.muted });
/** The one action of the unassigned row. It is above the link that covers the row. */
export const assign = style({
  ...outlined(),
  position: 'relative',
  zIndex: 1,
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '1.5rem',
  padding: `0 ${space[2]}`,
  background: color.surface,
  color: color.ink,
  fontSize: SMALL,
  fontWeight: weight.bold,
  textDecoration: 'none',
  ':hover': { background: color.page },
  '@media': { [media.phone]: { minHeight: target.dense } },
});
export const progress = style({
  fontSize: SMALL,
  whiteSpace: 'nowrap',
  '@media': { [media.phone]: { gridRow: 2, gridColumn: '-3 / -1', justifySelf: 'end' } },
});
/** The strip of dots. On a phone it has a line of its own. */
export const times = style({
  alignSelf: 'stretch',
  display: 'grid',
  minWidth: 0,
  '@media': { [media.phone]: { gridRow: 3, gridColumn: '1 / -1' } },
});
// A card without stops has no empty line.
globalStyle(`${times}:not(:has(a))`, { '@media': { [media.phone]: { display: 'none' } } });
export const tasks = style({
  minWidth: 0,
  fontSize: SMALL,
  textAlign: 'right',
  whiteSpace: 'nowrap',
  '@media': { [media.phone]: { gridRow: 2, gridColumn: 2 } },
});
export const doneBy = style({
  minWidth: 0,
  selectors: {
    '[data-view="counts"] &': {
      '@media': { [media.phone]: { gridRow: 1, gridColumn: '-3 / -1', textAlign: 'right' } },
    },
    '[data-view="counts"] &:has(time)::before': {
      '@media': { [media.phone]: { content: 'attr(data-label)', color: color.muted, fontSize: SMALL } },
    },
    [timeline]: { '@media': { [media.phone]: { gridRow: 1, gridColumn: 2 } } },
  },
});
export const bar = style({
  display: 'block',
  width: '100%',
  height: '5px',
  marginTop: pixels[2],
  borderRadius: '3px',
  background: color.line,
  fill: color.going,
  '@media': { [media.phone]: { width: '4rem' } },
});
// The dots are the progress.
globalStyle(`${tasks} > svg`, { display: 'none' });
export const figure = style({
  textAlign: 'right',
  selectors: {
    '&::before': {
      display: 'none',
      content: 'attr(data-label)',
      color: color.muted,
      fontSize: text.tiny,
      whiteSpace: 'nowrap',
    },
  },
  '@media': {
    [media.phone]: { gridRow: 3, textAlign: 'center', selectors: { '&::before': { display: 'block' } } },
  },
});
export const none = style([figure, { color: color.muted }]);
export const last = style({
  color: color.muted,
  fontSize: SMALL,
  textAlign: 'right',
  '@media': { [media.phone]: { gridRow: 3, gridColumn: 1, alignSelf: 'end', textAlign: 'left' } },
});
// A time never wraps, but the word before it may be on its own line.
globalStyle(`${last} time`, { whiteSpace: 'nowrap' });

export const found = style({
  borderBottom: `1px solid ${color.line}`,
  background: color.page,
  fontSize: text.small,
});
export const foundCount = style({ padding: `${space[1]} ${space[3]}`, color: color.muted });
const foundLine = style({
  display: 'grid',
  gridTemplateColumns: '6.5rem minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.5fr)',
  columnGap: space[3],
  padding: `${space[1]} ${space[3]}`,
  borderTop: `1px solid ${color.line}`,
  overflowWrap: 'anywhere',
});
export const foundHeadGroup = style({
  '@media': { [media.phone]: { position: 'absolute', clipPath: 'inset(50%)' } },
});
export const foundHead = style([foundLine, { color: color.muted, fontWeight: weight.medium }]);
/** On a phone the status is beside the place, the driver and the sentence. */
export const foundRow = style([
  foundLine,
  {
    position: 'relative',
    background: color.surface,
    ':hover': { background: color.page },
    '@media': {
      [media.phone]: {
        gridTemplateColumns: '6.5rem minmax(0, 1fr)',
        gap: `${space[1]} ${space[3]}`,
        padding: space[2],
      },
    },
  },
]);
export const foundStatus = style({
  '@media': { [media.phone]: { gridRow: '1 / span 4' } },
});
export const foundPlace = style({
  color: color.ink,
  fontWeight: weight.bold,
  textDecoration: 'none',
  ...stretched,
});
export const foundSub = style({ display: 'block', color: color.muted });
