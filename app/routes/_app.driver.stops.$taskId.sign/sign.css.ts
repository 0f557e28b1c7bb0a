import { style } from '@vanilla-extract/css';
import { color, radius, space, text } from '~/ui/tokens.css';

export const form = style({ display: 'flex', flexDirection: 'column', gap: space[3], fontSize: text.large });
export const pad = style({
  display: 'block',
  width: '100%',
  aspectRatio: '2 / 1',
  maxHeight: '55vh',
  border: `2px dashed ${color.muted}`,
  borderRadius: radius,
  // Paper in either theme: the image that is sent is dark on white.
  background: '#ffffff',
  touchAction: 'none',
  cursor: 'crosshair',
});
export const buttons = style({ display: 'grid', gridTemplateColumns: '1fr 2fr', gap: space[2] });
export const typed = style({ cursor: 'pointer', padding: `${space[3]} 0`, color: color.focus });
