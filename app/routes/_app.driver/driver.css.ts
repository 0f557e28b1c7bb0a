import { globalStyle, style } from '@vanilla-extract/css';
import { column, line, outlined } from '~/ui/patterns';
import { color, media, radius, shadow, space, target, text } from '~/ui/tokens.css';

export const page = style({
  maxWidth: '34rem',
  margin: '0 auto',
  ...column(space[3]),
  fontSize: text.large,
});
export const counts = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: space[3] });
export const count = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: target.touch,
  padding: `0 ${space[4]}`,
  ...outlined(),
  background: color.surface,
  color: color.ink,
  fontWeight: 600,
  textDecoration: 'none',
});
export const figure = style({ fontSize: text.title });

// On a phone all four are seen at once, each as wide as its words.
export const tabs = style({ minWidth: 0 });
globalStyle(`${tabs} > nav`, {
  '@media': { [media.phone]: { justifyContent: 'space-between', gap: 0 } },
});
globalStyle(`${tabs} > nav > a`, {
  minHeight: target.touch,
  '@media': {
    [media.phone]: { gap: space[1], padding: `0 ${space[1]}`, fontSize: text.small },
  },
});

export const route = style(column(space[3]));
export const head = style({
  ...line(space[2]),
  justifyContent: 'space-between',
  minHeight: target.touch,
});

// Above the card, all of which is a link.
const above = { position: 'relative' } as const;
export const actions = style({
  ...above,
  ...column(space[2]),
  marginTop: space[1],
});
const overlay = {
  position: 'fixed',
  top: space[3],
  zIndex: 20,
  left: '50%',
  transform: 'translateX(-50%)',
} as const;
/** Over the page, so that nothing moves under the finger. */
export const floating = style({
  ...overlay,
  display: 'flex',
  alignItems: 'start',
  width: 'min(34rem, calc(100vw - 1rem))',
  borderRadius: radius,
  background: color.surface,
  boxShadow: shadow,
});
globalStyle(`${floating} > :first-child`, { flex: 1 });
const noticeBox = {
  ...line(space[3]),
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[4]}`,
  border: `2px solid ${color.focus}`,
  borderRadius: radius,
  background: color.surface,
} as const;
const loud = { '&[data-loud]': { borderColor: color.urgent } };
/** Over the page, so that nothing moves under the finger. */
export const notices = style({
  ...overlay,
  ...noticeBox,
  // Below the header, which stays within reach.
  top: '4rem',
  zIndex: 21,
  width: 'min(34rem, calc(100vw - 1rem))',
  maxHeight: '45vh',
  boxShadow: shadow,
  selectors: loud,
});
/** Before there is JavaScript. */
export const noticesInPlace = style({ ...noticeBox, selectors: loud });
export const noticeLines = style({
  flex: 1,
  minWidth: 0,
  maxHeight: '40vh',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflow: 'auto',
  overflowWrap: 'anywhere',
  fontWeight: 600,
});
globalStyle(`${noticeLines} > li + li`, { marginTop: space[2] });
/** Within reach of the touch, above what scrolls and the bottom bar of those who have one. */
export const completed = style({
  position: 'fixed',
  bottom: space[3],
  zIndex: 19,
  left: '50%',
  transform: 'translateX(-50%)',
  ...line(space[3]),
  justifyContent: 'space-between',
  width: 'min(34rem, calc(100vw - 1rem))',
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[4]}`,
  borderRadius: radius,
  border: `1px solid ${color.line}`,
  borderLeft: `5px solid ${color.going}`,
  background: color.surface,
  boxShadow: shadow,
  '@media': {
    [media.phone]: {
      selectors: { 'body:has(nav[aria-label="Pages"]) &': { bottom: `calc(3.75rem + ${space[2]})` } },
    },
  },
});
export const completedText = style({ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 });
export const dismiss = style({
  minWidth: target.touch,
  minHeight: target.touch,
  border: 0,
  background: 'transparent',
  color: color.muted,
  fontSize: text.title,
  cursor: 'pointer',
});
export const arrivals = style({ ...overlay, pointerEvents: 'none', maxWidth: 'calc(100vw - 2rem)' });
export const arrival = style({
  display: 'block',
  padding: `${space[2]} ${space[4]}`,
  borderRadius: '999px',
  background: color.ink,
  color: color.page,
  fontWeight: 600,
  boxShadow: shadow,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
