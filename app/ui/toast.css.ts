import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { BESIDE } from './dialog.css';
import { iconRules } from './icons';
import { outlined } from './patterns';
import { color, media, radius, shadow, space, target, weight } from './tokens.css';

export const viewport = style({
  position: 'fixed',
  right: space[4],
  bottom: space[4],
  zIndex: 50,
  width: 'min(24rem, calc(100vw - 2rem))',
  '@media': { [media.phone]: { bottom: 'auto', top: space[3], right: space[4] } },
});
// Above the buttons at the end of a panel.
globalStyle(`body:has(dialog[open]) ${viewport}`, { '@media': { [BESIDE]: { bottom: '4.75rem' } } });
const toast = style({
  display: 'flex',
  gap: space[3],
  alignItems: 'start',
  justifyContent: 'space-between',
  padding: `${space[3]} ${space[4]}`,
  border: `1px solid ${color.line}`,
  borderLeft: '5px solid',
  borderRadius: radius,
  boxShadow: shadow,
  background: color.surface,
  color: color.ink,
  selectors: {
    '&[data-swipe="move"]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
    '&[data-swipe="cancel"]': { transform: 'none', transition: 'transform 100ms' },
  },
});
export const tone = styleVariants({
  default: [toast, { borderLeftColor: color.going }],
  destructive: [toast, { borderLeftColor: color.urgent }],
});
export const title = style({ fontWeight: weight.bold });
// For fingers. The negative margin keeps the message from growing.
const thumbs = {
  [media.phone]: { minWidth: target.touch, minHeight: target.touch, marginBlock: `-${space[2]}` },
};
export const action = style({
  flex: 'none',
  minHeight: target.dense,
  marginLeft: 'auto',
  padding: `0 ${space[3]}`,
  ...outlined(color.muted),
  background: 'transparent',
  color: color.ink,
  fontWeight: weight.medium,
  cursor: 'pointer',
  '@media': thumbs,
});
export const close = style({
  flex: 'none',
  minWidth: target.dense,
  minHeight: target.dense,
  border: 0,
  borderRadius: radius,
  background: 'transparent',
  color: color.muted,
  cursor: 'pointer',
  '::before': iconRules('x', '1.25rem'),
  '@media': thumbs,
});

/** Above the bottom bar of a phone, where it does not disturb other work. */
export const later = style({
  position: 'fixed',
  left: space[4],
  bottom: space[4],
  zIndex: 45,
  minHeight: target.dense,
  padding: `${space[1]} ${space[3]}`,
  ...outlined(color.muted),
  boxShadow: shadow,
  background: color.surface,
  color: color.ink,
  fontWeight: weight.bold,
  cursor: 'pointer',
  '@media': { [media.phone]: { bottom: `calc(3.75rem + ${space[3]})`, minHeight: target.touch } },
});

/** The message of a page that can't show toasts, at its top or in the dialog that covers it. */
export const first = style({});
globalStyle(`body:has(dialog[open]) ${first}`, { display: 'none' });
