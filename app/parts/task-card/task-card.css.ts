import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, shadow, space, text } from '~/ui/tokens.css';

export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space[2],
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
export const titleLink = style({ color: color.ink, textDecoration: 'none' });
// A line of its own height: easy to hit with a thumb.
export const address = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '2.75rem',
  overflowWrap: 'anywhere',
});
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
export const summary = style({
  listStyle: 'none',
  cursor: 'pointer',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
});
export const collapsed = style({ selectors: { 'details[open] > summary > &': { display: 'none' } } });
export const expanded = style({
  display: 'none',
  minHeight: '3rem',
  alignItems: 'center',
  fontWeight: 700,
  selectors: { 'details[open] > summary > &': { display: 'flex' } },
});
export const inside = style({ display: 'flex', flexDirection: 'column', gap: space[3] });
