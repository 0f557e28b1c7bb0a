import { globalStyle, style } from '@vanilla-extract/css';
import { iconRules } from '~/ui/icons';
import { line, outlined } from '~/ui/patterns';
import { color, space, text } from '~/ui/tokens.css';

export const stops = style({
  background: color.surface,
  ...outlined(),
  // The list scrolls the page itself. The browser's scroll anchoring would scroll it a second time.
  overflowAnchor: 'none',
});
globalStyle(`${stops}:empty`, { border: 0 });
globalStyle(`${stops} > li`, { scrollMarginTop: space[3] });
globalStyle(`${stops} > li + li`, { borderTop: `1px solid ${color.line}` });

// Its parts are columns of the stop's row.
const touch = style({ display: 'contents' });
globalStyle(`${touch} > button`, { padding: 0 });
const dense = style({
  flex: 'none',
  alignSelf: 'start',
  ...line(space[1]),
  padding: space[1],
});
for (const moving of [touch, dense]) {
  globalStyle(`${moving} > [value="top"]::before`, iconRules('arrowUpToLine'));
  globalStyle(`${moving} > [value="up"]::before`, iconRules('arrowUp'));
  globalStyle(`${moving} > [value="down"]::before`, iconRules('arrowDown'));
}
export const moves = { touch, dense };
export const position = style({ color: color.muted, fontSize: text.small, textAlign: 'center' });
globalStyle(`${dense} > ${position}`, { minWidth: '3.5rem' });
