import { globalStyle, style } from '@vanilla-extract/css';
import { BESIDE } from '~/ui/dialog.css';
import { column, line } from '~/ui/patterns';
import { color, media, radius, space, target, text } from '~/ui/tokens.css';

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

export const dragArea = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 11rem',
  gap: space[4],
  alignItems: 'start',
  '@media': {
    [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    [BESIDE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});
export const targets = style({
  position: 'sticky',
  top: '4.5rem',
  ...column(space[1]),
  maxHeight: '60vh',
  overflow: 'auto',
  fontSize: text.small,
  // A panel has no space for them. There, stops are dropped on rows of the board.
  '@media': { [media.phone]: { display: 'none' }, [BESIDE]: { display: 'none' } },
});
/** A driver that a stop can be dropped on. */
export const receiver = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[2],
  padding: space[2],
  border: `1px dashed ${color.muted}`,
  borderRadius: radius,
  selectors: {
    '&[data-over]': { background: color.focus, borderColor: color.focus, color: color.onTone },
  },
});
