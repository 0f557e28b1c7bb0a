import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { column, wrap } from '~/ui/patterns';
import { color, radius, shadow, space, target, text, weight } from '~/ui/tokens.css';

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
export const title = style({
  fontSize: text.title,
  fontWeight: weight.bold,
  lineHeight: 1.25,
  overflowWrap: 'anywhere',
});
// The whole card is a link. Links and buttons inside are above it.
export const titleLink = style({
  color: color.ink,
  display: 'inline-block',
  // Large enough for a finger, also without the area below.
  minWidth: target.touch,
  padding: `${space[4]} 0`,
  margin: `-${space[4]} 0`,
  textDecoration: 'none',
  '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius },
});
/** Above the card's link, which covers the whole card. */
export const ways = style({ position: 'relative', display: 'flex', flexWrap: 'wrap', gap: space[2] });
globalStyle(`${ways} > a[data-wide]`, { minHeight: '3.5rem', width: 'auto', flex: '1 1 auto' });
export const way = style({ fontSize: text.body, fontWeight: weight.normal, whiteSpace: 'nowrap' });
export const address = style({ overflowWrap: 'anywhere' });
export const badges = style({ ...wrap(space[1]) });
export const arrives = style({ marginLeft: 'auto', fontSize: text.small, color: color.muted });
export const facts = style({ ...column(space[1]), overflowWrap: 'anywhere' });
globalStyle(`${facts}:empty`, { display: 'none' });
export const late = style({ color: color.urgent, fontWeight: weight.bold });
export const meta = style({ color: color.muted, fontSize: text.small });
export const notes = style({
  padding: `${space[2]} ${space[3]}`,
  borderLeft: `4px solid ${color.nextRoute}`,
  borderRadius: radius,
  background: `color-mix(in srgb, ${color.nextRoute} 14%, ${color.surface})`,
  fontWeight: weight.bold,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});

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
// The link covers the card, so that a press on any part opens it.
export const summary = style({
  position: 'relative',
  display: 'block',
  listStyle: 'none',
  cursor: 'pointer',
  margin: `-${space[4]}`,
  padding: space[4],
  marginBottom: 0,
  paddingBottom: 0,
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
  },
});
globalStyle(`${summary} h2::after`, {
  content: '""',
  flex: 'none',
  alignSelf: 'center',
  width: '0.55rem',
  height: '0.55rem',
  margin: `0 ${space[1]} 0 auto`,
  borderRight: `2px solid ${color.muted}`,
  borderBottom: `2px solid ${color.muted}`,
  transform: 'rotate(45deg)',
});
export const collapsed = style({
  ...column(space[2]),
  selectors: { 'details[open] > summary > &': { display: 'none' } },
});
globalStyle(`${collapsed} > ${title}`, { display: 'flex', gap: space[3] });
export const expanded = style({
  display: 'none',
  minHeight: target.touch,
  alignItems: 'center',
  // A flex box has no blank between the name and the number of tasks.
  columnGap: '0.25em',
  fontSize: text.large,
  overflowWrap: 'anywhere',
  selectors: { 'details[open] > summary > &': { display: 'flex' } },
});
/** Each card inside has its own buttons. */
export const stackWays = style({
  display: 'contents',
  selectors: { 'details[open] + &': { display: 'none' } },
});
export const inside = style({ marginTop: space[2], ...column(space[3]) });
globalStyle(`${inside} ${title}`, { fontSize: text.large });
globalStyle(`${expanded}::after`, { transform: 'rotate(225deg)' });
