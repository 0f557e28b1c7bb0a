import { globalStyle, style } from '@vanilla-extract/css';
import { column, outlined, pairOfFields, wrap } from '~/ui/patterns';
import { color, media, space, text, weight } from '~/ui/tokens.css';

export const pair = style(pairOfFields);
export const whole = style({ gridColumn: '1 / -1' });
export const rows = style({ ...column(space[2]), border: 0, padding: 0, margin: 0, minWidth: 0 });
export const legend = style({ fontWeight: weight.bold, fontSize: text.large, paddingBottom: space[1] });
export const row = style({
  ...wrap(space[3]),
  ...outlined(),
  alignItems: 'end',
  padding: space[2],
  background: color.surface,
});
globalStyle(`${row} > *`, { minWidth: 0 });
export const clock = style({ width: '8rem' });
export const account = style({ flex: '1 1 16rem' });
export const days = style({ ...wrap(`${space[1]} ${space[4]}`), border: 0, padding: 0, margin: 0 });
// The box belongs to the day after it.
globalStyle(`${days} label`, { gap: space[1] });
export const place = style({
  minWidth: '2rem',
  fontWeight: weight.bold,
  '@media': { [media.phone]: { width: '100%' } },
});
