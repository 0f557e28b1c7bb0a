import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { column, outlined, wrap } from '~/ui/patterns';
import { color, radius, shadow, space, target, text } from '~/ui/tokens.css';

export const card = style({
  position: 'relative',
  ...column(space[2]),
  padding: space[4],
  borderBlock: `1px solid ${color.line}`,
  borderRight: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.surface,
  boxShadow: shadow,
  fontSize: text.large,
  selectors: { '&[data-urgent]': { outline: `2px solid ${color.urgent}` } },
});
export const title = style({ fontSize: text.large, fontWeight: 700, overflowWrap: 'anywhere' });
// The whole card is a link; links and buttons inside are above it.
export const titleLink = style({
  color: color.ink,
  textDecoration: 'none',
  '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius },
});
export const ways = style({
  ...wrap(`0 ${space[3]}`),
  justifyContent: 'space-between',
});
// High enough for a finger.
export const way = style({
  position: 'relative',
  flex: '0 1 auto',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.touch,
  overflowWrap: 'anywhere',
});
/** Beside the address, however long that is. */
export const callSign = style({
  position: 'relative',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: target.touch,
  height: target.touch,
  ...outlined(),
});
globalStyle(`${ways}:has(${callSign})`, { flexWrap: 'nowrap' });
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] });
export const fact = style({ overflowWrap: 'anywhere' });
export const meta = style({ color: color.muted, fontSize: text.small });
export const notes = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

const layer = (n: number) =>
  Array.from({ length: n }, (_, i) => {
    const offset = String((i + 1) * 8);
    return `${offset}px ${offset}px 0 -1px ${color.surface}, ${offset}px ${offset}px 0 0 ${color.muted}`;
  }).join(', ');

/** A stack of two, three or four cards, 8 px apart. */
export const stack = styleVariants({ 2: 1, 3: 2, 4: 3 }, (below) => ({
  boxShadow: layer(below),
  marginRight: `${String(below * 8)}px`,
  marginBottom: `${String(below * 8)}px`,
}));
// As large as the card, so that a press anywhere opens it.
export const summary = style({
  position: 'relative',
  display: 'block',
  listStyle: 'none',
  cursor: 'pointer',
  margin: `-${space[4]}`,
  padding: `${space[4]} ${space[8]} ${space[4]} ${space[4]}`,
  marginBottom: 0,
  paddingBottom: 0,
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': {
      content: '""',
      position: 'absolute',
      top: '1.45rem',
      right: '1.2rem',
      width: '0.55rem',
      height: '0.55rem',
      borderRight: `2px solid ${color.muted}`,
      borderBottom: `2px solid ${color.muted}`,
      transform: 'rotate(45deg)',
    },
    'details[open] > &::after': { transform: 'rotate(225deg)', top: '2.3rem' },
  },
});
export const collapsed = style({
  ...column(space[2]),
  selectors: { 'details[open] > summary > &': { display: 'none' } },
});
export const expanded = style({
  display: 'none',
  minHeight: target.touch,
  alignItems: 'center',
  fontSize: text.large,
  overflowWrap: 'anywhere',
  selectors: { 'details[open] > summary > &': { display: 'flex' } },
});
/** Every card inside has its own. */
export const stackWays = style({
  display: 'contents',
  selectors: { 'details[open] + &': { display: 'none' } },
});
export const inside = style({ marginTop: space[2], ...column(space[3]) });
