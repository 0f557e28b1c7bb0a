/** The table of drivers and the results of a search. On a phone each row is a card of two lines. */
import { createContainer, globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { oneLine, stretched } from '~/ui/patterns';
import { color, media, space, text, pixels, weight } from '~/ui/tokens.css';

const SMALL = text.tiny;
const LARGE = text.small;
const wide = createContainer();
/** From this width on, there is space for all column names. */
const WIDE = `${wide} (min-width: 62rem)`;
const hiddenFromSight = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

export const table = style({
  containerName: wide,
  containerType: 'inline-size',
  '@media': { [media.board]: { flex: '1 0 auto', display: 'flex', flexDirection: 'column' } },
});

const line = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.12fr) minmax(0, 1fr) 4rem 2.5rem 2.125rem 2.125rem 2.25rem 3rem',
  alignItems: 'center',
  columnGap: space[2],
  padding: `0 ${space[2]}`,
  borderBottom: `1px solid ${color.line}`,
  '@container': {
    [WIDE]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr) 5rem 3.5rem 4.75rem 2.5rem 5rem 5.25rem',
      columnGap: space[3],
    },
  },
});
export const headGroup = style({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  background: color.surface,
  '@media': { [media.low]: { position: 'static' }, [media.phone]: hiddenFromSight },
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
export const long = style({
  ...hiddenFromSight,
  '@container': { [WIDE]: { position: 'static', clipPath: 'none' } },
});
export const short = style({ '@container': { [WIDE]: { display: 'none' } } });

export const rows = style({
  '@media': { [media.board]: { flex: '1 0 auto', display: 'flex', flexDirection: 'column' } },
});
export const row = style([
  line,
  {
    minHeight: '2.25rem',
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
        gridTemplateColumns: 'minmax(0, 1fr) repeat(4, auto)',
        // Narrower when large letters need the space.
        gap: `${space[1]} min(${space[3]}, 3vw)`,
        padding: `${space[2]} ${space[2]}`,
      },
    },
  },
]);
const onPhone = { overflow: 'visible', whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
const cut = {
  ...oneLine,
  '@media': { [media.phone]: onPhone },
} as const;

/**
 * Two lines: the name, and the text below it. The time comes after the name or, without space there, before the text.
 */
export const driver = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space[2],
  minWidth: 0,
  maxHeight: '2.25rem',
  overflow: 'hidden',
  '@media': { [media.phone]: { gridRow: 1, gridColumn: 1, maxHeight: 'none' } },
});
/**
 * The name and the text below it take at least half of a line each. With the time between them, they never share a
 * line.
 */
const HALF = '50%';
export const nameAndLate = style({
  display: 'flex',
  flex: '1 0 auto',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  columnGap: space[2],
  minWidth: HALF,
  maxWidth: '100%',
  '@media': { [media.phone]: { flexWrap: 'wrap' } },
});
export const late = style({ flex: 'none', color: color.urgent, fontSize: SMALL });
/** The time when the route ends. */
export const until = style({
  position: 'relative',
  flex: 'none',
  color: color.muted,
  fontSize: SMALL,
  // A dot between the time and the text. When no text follows in its line, it is outside the box and cut off, as is the
  // other dot at the start of a line.
  '::after': {
    position: 'absolute',
    left: '100%',
    width: space[2],
    textAlign: 'center',
    content: ['"·"', '"·" / ""'],
  },
  '@media': { [media.phone]: { ...onPhone, flex: '0 1 auto', minWidth: 0, '::after': { display: 'none' } } },
});
export const dot = style({
  position: 'absolute',
  right: '100%',
  width: space[2],
  textAlign: 'center',
  '@media': { [media.phone]: { display: 'none' } },
});
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
export const underName = style([sub, { flex: `1 1 ${HALF}`, minWidth: 0 }]);
export const urgent = style({ color: color.urgent });
export const now = style({
  minWidth: 0,
  '@media': { [media.phone]: { gridRow: 2, gridColumn: '1 / 3' } },
});
export const place = style(cut);
export const status = styleVariants(
  {
    going: color.going,
    assigned: color.assigned,
    returning: color.returning,
    inactive: color.inactive,
  },
  (value) => ({ color: value }),
);
/** Shown only if there is space for it. */
export const extra = style({
  display: 'none',
  '@container': { [WIDE]: { display: 'inline' } },
  '@media': { [media.phone]: { display: 'inline' } },
});
/** One line. Parts without space wrap out of sight. */
export const state = style([
  sub,
  {
    display: 'flex',
    flexWrap: 'wrap',
    height: '1.25em',
    '@media': { [media.phone]: { display: 'block', height: 'auto' } },
  },
]);
export const said = style({ ...cut, maxWidth: '100%' });
export const address = style({
  ...cut,
  flex: '1 1 8rem',
  minWidth: 0,
  '@media': { [media.phone]: { display: 'none' } },
});
export const progress = style({
  fontSize: SMALL,
  whiteSpace: 'nowrap',
  '@media': { [media.phone]: { gridRow: 2, gridColumn: '3 / 5' } },
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
    [media.phone]: { gridRow: 1, textAlign: 'center', selectors: { '&::before': { display: 'block' } } },
  },
});
export const none = style([figure, { color: color.muted }]);
export const last = style({
  color: color.muted,
  fontSize: SMALL,
  textAlign: 'right',
  '@media': { [media.phone]: { gridRow: 2 } },
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
  gridTemplateColumns: '6.5rem minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) 4.75rem',
  columnGap: space[3],
  padding: `${space[1]} ${space[3]}`,
  borderTop: `1px solid ${color.line}`,
  overflowWrap: 'anywhere',
});
export const foundHeadGroup = style({
  '@media': { [media.phone]: { position: 'absolute', clipPath: 'inset(50%)' } },
});
export const foundHead = style([foundLine, { color: color.muted, fontWeight: weight.medium }]);
/** On a phone the status and the time are above the place and the driver. */
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
  '@media': { [media.phone]: { gridRow: '1 / span 3' } },
});
export const foundPlace = style({
  color: color.ink,
  fontWeight: weight.bold,
  textDecoration: 'none',
  ...stretched,
});
export const foundSub = style({ display: 'block', color: color.muted });
