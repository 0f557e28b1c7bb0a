import { style, styleVariants } from '@vanilla-extract/css';
import { color, target, text } from '~/ui/tokens.css';

const base = style({
  flex: 'none',
  border: 0,
  background: 'transparent',
  color: color.muted,
  cursor: 'grab',
  // A finger on it drags; anywhere else it scrolls the page.
  touchAction: 'none',
});
/** `touch` is for drivers. */
export const handle = styleVariants({
  dense: [base, { width: target.row, fontSize: text.large }],
  touch: [base, { width: target.touch, minHeight: target.touch, fontSize: text.display }],
});
export const item = style({
  position: 'relative',
  selectors: {
    '&[data-lifted]': { opacity: 0.75, boxShadow: '0 6px 20px rgb(20 24 31 / 0.25)', zIndex: 2 },
  },
});
