import { globalStyle, style } from '@vanilla-extract/css';
import { inline, line as lineOf, middle } from '~/ui/patterns';
import { iconRules } from '~/ui/icons';
import { items } from '~/ui/menu.css';
import { color, media, radius, shadow, space, target, text, pixels, weight } from '~/ui/tokens.css';

const BAR = '3.75rem';
/** Here the links are in the bar at the bottom, so that the tools of all pages have the same place. */
const NARROW = 'screen and (max-width: 1023px)';
/**
 * The height of elements in the header. Fingers need more than the header's height, and the negative margin keeps the
 * header from growing.
 */
const HEIGHT = '2.625rem';
const within = { marginBlock: `-${pixels[2]}` };

export const skip = style({
  position: 'absolute',
  left: space[2],
  top: '-4rem',
  zIndex: 40,
  padding: space[2],
  background: color.surface,
  ':focus': { top: space[2] },
});
/** One line. On a phone the tools of a page may follow in a second one. */
export const header = style({
  ...lineOf(space[4]),
  minHeight: target.row,
  padding: `0 ${space[3]}`,
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  boxShadow: shadow,
  '@media': {
    'screen and (max-width: 1599px)': { columnGap: space[2] },
    [media.phone]: { flexWrap: 'wrap', rowGap: 0, padding: `${pixels[2]} ${space[2]}` },
    print: { display: 'none' },
  },
});
// It shrinks before everything else. Without space for the name, it wraps into a hidden second row, and only the mark
// stays.
export const brand = style({
  display: 'flex',
  flexWrap: 'wrap',
  flex: '1 1000 auto',
  alignContent: 'start',
  gap: space[2],
  minWidth: target.row,
  maxWidth: '15rem',
  marginRight: 'auto',
  ...within,
  height: HEIGHT,
  overflow: 'hidden',
  color: color.ink,
  fontSize: text.large,
  fontWeight: weight.bold,
  lineHeight: HEIGHT,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '@media': {
    [media.phone]: {
      flex: `2 1 ${target.touch}`,
      minWidth: target.touch,
      height: target.touch,
      lineHeight: target.touch,
    },
  },
});
export const mark = style({
  ...middle,
  height: HEIGHT,
  '@media': { [media.phone]: { minWidth: target.touch, height: target.touch } },
});
export const network = style({
  flex: '1 1 7rem',
  fontSize: text.body,
  maxWidth: 'max-content',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});
export const links = style({
  display: 'flex',
  gap: space[1],
  '@media': { [NARROW]: { display: 'none' } },
});
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.dense,
  padding: `0 ${space[2]}`,
  borderRadius: radius,
  color: color.muted,
  textDecoration: 'none',
  selectors: {
    '&[aria-current="page"]': { color: color.ink, fontWeight: weight.medium, background: color.page },
  },
});
/** Its width does not depend on its text, so that the tools beside it stay where they are. */
export const status = style({
  display: 'flex',
  flex: '1 1 4.25rem',
  justifyContent: 'end',
  minWidth: 0,
  overflow: 'hidden',
  '@media': {
    '(scripting: none)': { flexBasis: 'auto' },
    // Its link has no space beside the tools of a phone.
    'screen and (scripting: none) and (max-width: 719px)': { order: 1, flexBasis: '100%' },
  },
});
/** Opens the account menu. */
export const account = style({
  ...middle,
  flex: 'none',
  minWidth: target.row,
  padding: `0 ${space[2]}`,
  height: HEIGHT,
  ...within,
  borderRadius: radius,
  cursor: 'pointer',
  listStyle: 'none',
  ':hover': { background: color.page },
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': { ...iconRules('chevronDown', '1em'), marginLeft: pixels[2] },
  },
  '@media': { [media.phone]: { height: target.touch } },
});
export const main = style({
  padding: space[4],
  maxWidth: '1600px',
  margin: '0 auto',
  '@media': {
    [media.phone]: { padding: `${space[3]} ${space[2]}` },
    print: { maxWidth: 'none', padding: 0 },
  },
});
export const bar = style({
  display: 'none',
  '@media': {
    [NARROW]: {
      display: 'flex',
      position: 'fixed',
      insetInline: 0,
      bottom: 0,
      zIndex: 10,
      height: BAR,
      background: color.surface,
      borderTop: `1px solid ${color.line}`,
    },
    [media.low]: { position: 'static' },
    print: { display: 'none' },
  },
});
const chosen = { color: color.ink, fontWeight: weight.medium, borderTopColor: color.focus };
export const barLink = style({
  flex: '1 1 auto',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  height: '100%',
  padding: `0 ${pixels[2]}`,
  color: color.muted,
  // Letters that are made larger must not need more than the narrowest phone has.
  fontSize: `min(${text.small}, 4vw)`,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  borderTop: '3px solid transparent',
  cursor: 'pointer',
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&[aria-current="page"], &:has([data-current])': chosen,
  },
});
/** More, whose links are above the bar. */
export const more = style({ flex: '1 1 auto', position: 'relative' });
export const moreItems = style([items, { bottom: '100%', minWidth: '10rem' }]);
// The bar must not hide the end of the page.
globalStyle(`main:has(+ ${bar})`, {
  '@media': { [NARROW]: { paddingBottom: `calc(${BAR} + ${space[4]})` } },
});

// The bar must not hide an element that gets the focus by keyboard.
globalStyle(`html:has(${bar})`, { '@media': { [NARROW]: { scrollPaddingBottom: BAR } } });

export const line = style({
  ...inline(space[2]),
  // Wide enough for all its texts, so that nothing beside it moves.
  minWidth: '4.25rem',
  color: color.muted,
  fontSize: text.small,
  whiteSpace: 'nowrap',
});
/** Shown without JavaScript only. */
export const updated = style({ '@media': { '(scripting: enabled)': { display: 'none' } } });
globalStyle(`${line} a`, {
  '@media': { [media.phone]: { display: 'inline-flex', alignItems: 'center', minHeight: target.touch } },
});
export const dot = style({
  width: '10px',
  height: '10px',
  borderRadius: '50%',
  border: `2px solid ${color.muted}`,
  selectors: {
    '&[data-line="live"]': { background: color.going, borderColor: color.going },
    '&[data-line="offline"]': { background: color.urgent, borderColor: color.urgent },
  },
});
export const trouble = style({ maxWidth: '34rem', margin: '0 auto' });
