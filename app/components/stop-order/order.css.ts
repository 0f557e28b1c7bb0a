import { globalStyle, style } from '@vanilla-extract/css';
import { column, line } from '~/ui/patterns';
import { color, space, target, text } from '~/ui/tokens.css';

export const stops = style({
  ...column(space[2]),
  // The list scrolls the page itself. The browser's scroll anchoring would scroll it a second time.
  overflowAnchor: 'none',
});
globalStyle(`${stops} > li`, { scrollMarginTop: space[3] });

const touch = style({
  flex: 'none',
  alignSelf: 'center',
  display: 'grid',
  gridTemplateColumns: `${target.touch} ${target.touch}`,
  alignItems: 'center',
  gap: space[1],
});
globalStyle(`${touch} > button`, { padding: 0 });
const dense = style({
  flex: 'none',
  alignSelf: 'start',
  ...line(space[1]),
  padding: space[1],
});
export const moves = { touch, dense };
export const position = style({ color: color.muted, fontSize: text.small, textAlign: 'center' });
globalStyle(`${dense} > ${position}`, { minWidth: '3.5rem' });
