import { style } from '@vanilla-extract/css';
import { line } from '~/ui/patterns';
import { color, media, space, text, weight } from '~/ui/tokens.css';

export const hint = style({ color: color.muted, fontSize: text.small });
export const none = style({ padding: space[4], color: color.muted });

export const token = style({
  ...line(space[3]),
  padding: `${space[2]} ${space[4]}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
});
/** For a card that already has inner space. */
export const device = style({ ...line(space[3]), padding: `${space[2]} 0` });
export const tokenText = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });

export const facts = style({ display: 'grid', gap: space[1] });
export const fact = style({
  display: 'grid',
  gridTemplateColumns: '10rem minmax(0, 1fr)',
  gap: space[2],
  '@media': { [media.phone]: { gridTemplateColumns: '8.5rem minmax(0, 1fr)' } },
});
export const term = style({ color: color.muted });
export const value = style({ overflowWrap: 'anywhere' });

export const plotsTitle = style({
  margin: `${space[4]} 0 ${space[2]}`,
  fontSize: text.small,
  fontWeight: weight.medium,
});
export const plots = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
  gap: space[3],
});
export const plot = style({ minWidth: 0 });
export const drawing = style({
  display: 'block',
  margin: `${space[1]} 0`,
  width: '100%',
  maxWidth: '12rem',
  overflow: 'visible',
});
export const floor = style({ stroke: color.line });
export const curve = style({
  fill: 'none',
  stroke: color.pickup,
  strokeWidth: 1.5,
  strokeLinejoin: 'round',
  vectorEffect: 'non-scaling-stroke',
});
