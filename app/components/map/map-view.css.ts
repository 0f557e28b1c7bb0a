import { style } from '@vanilla-extract/css';
import { color, radius, shadow, space, text } from '~/ui/tokens.css';

export const view = style({ position: 'relative', height: '100%', isolation: 'isolate' });
const over = style({
  position: 'absolute',
  zIndex: 1,
  maxWidth: `calc(100% - 2 * ${space[2]})`,
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  boxShadow: shadow,
  fontSize: text.small,
});
export const note = style([
  over,
  { bottom: space[2], right: space[2], margin: 0, padding: `${space[1]} ${space[2]}` },
]);
export const panel = style([
  over,
  {
    top: space[2],
    right: space[2],
    width: '18rem',
    maxHeight: `calc(100% - 2 * ${space[2]})`,
    overflow: 'auto',
  },
]);
export const panelHead = style({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: space[2],
  padding: space[2],
  borderBottom: `1px solid ${color.line}`,
});
export const panelList = style({ padding: space[2], display: 'grid', gap: space[1] });
export const panelLink = style({ display: 'block', padding: `${space[1]} 0`, minHeight: '1.5rem' });
