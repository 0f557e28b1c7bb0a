import { style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, radius, space, text } from '~/ui/tokens.css';

// In landscape the buttons are beside the pad, so that nothing has to be scrolled.
const LYING = 'screen and (orientation: landscape) and (max-height: 480px)';

export const form = style({ ...column(space[3]), fontSize: text.large });
export const sheet = style({
  display: 'grid',
  gap: space[3],
  '@media': {
    [LYING]: { gridTemplateColumns: 'minmax(0, 1fr) 9rem' },
  },
});
export const paper = style({ minWidth: 0 });
export const pad = style({
  display: 'block',
  // At most as high as the screen, and always twice as wide as high, so that the drawing is not distorted.
  width: 'min(100%, 110vh)',
  aspectRatio: '2 / 1',
  border: `2px dashed ${color.muted}`,
  borderRadius: radius,
  // White in both themes, as the image is dark on white.
  background: '#ffffff',
  touchAction: 'none',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  cursor: 'crosshair',
});
export const hint = style({ color: color.muted, fontSize: text.body });
export const fields = style({
  ...column(space[1]),
  '@media': { [LYING]: { gridColumn: 1, gridRow: 2 } },
});
export const buttons = style({
  display: 'flex',
  gap: space[2],
  '@media': { [LYING]: { flexDirection: 'column', gap: space[4], gridColumn: 2, gridRow: 1 } },
});
export const typed = style({ cursor: 'pointer', padding: `${space[3]} 0`, color: color.focus });
