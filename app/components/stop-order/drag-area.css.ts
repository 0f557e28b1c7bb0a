import { style, styleVariants } from '@vanilla-extract/css';
import { iconRules } from '~/ui/icons';
import { BESIDE } from '~/ui/dialog.css';
import { column } from '~/ui/patterns';
import { color, lifted, media, radius, space, target, text } from '~/ui/tokens.css';

const base = style({
  flex: 'none',
  border: 0,
  background: 'transparent',
  color: color.muted,
  cursor: 'grab',
  '::before': iconRules('gripVertical', '1em'),
  // A finger on the handle drags. Elsewhere it scrolls the page.
  touchAction: 'none',
});
/** `touch` is the size for drivers. */
export const handle = styleVariants({
  dense: [base, { width: target.dense, fontSize: text.large, ':focus-visible': { outlineOffset: '-2px' } }],
  touch: [base, { width: target.touch, minHeight: target.touch, fontSize: text.display }],
});
const moving = style({
  position: 'relative',
  selectors: {
    '&[data-lifted]': { opacity: 0.75, boxShadow: lifted, zIndex: 2 },
  },
});
export const item = styleVariants({
  dense: [
    moving,
    {
      // Browsers lay out and paint only the visible part of a long list, but the whole list while an item is dragged.
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 2.0625rem',
      selectors: { '&[data-sorting]': { contentVisibility: 'visible' } },
    },
  ],
  touch: [moving],
});

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
