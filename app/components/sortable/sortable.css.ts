import { style, styleVariants } from '@vanilla-extract/css';
import { color, target, text } from '~/ui/tokens.css';

const base = style({
  flex: 'none',
  border: 0,
  background: 'transparent',
  color: color.muted,
  cursor: 'grab',
  // A finger on the handle drags. Elsewhere it scrolls the page.
  touchAction: 'none',
});
/** `touch` is the size for drivers. */
export const handle = styleVariants({
  dense: [base, { width: target.row, fontSize: text.large, ':focus-visible': { outlineOffset: '-2px' } }],
  touch: [base, { width: target.touch, minHeight: target.touch, fontSize: text.display }],
});
const moving = style({
  position: 'relative',
  selectors: {
    '&[data-lifted]': { opacity: 0.75, boxShadow: '0 6px 20px rgb(20 24 31 / 0.25)', zIndex: 2 },
  },
});
export const item = styleVariants({
  dense: [
    moving,
    {
      // Browsers lay out and paint only the visible part of a long list, but the whole list while an item is dragged.
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 4.25rem',
      selectors: { '&[data-sorting]': { contentVisibility: 'visible' } },
    },
  ],
  touch: [moving],
});
