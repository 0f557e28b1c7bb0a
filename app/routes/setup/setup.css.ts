import { globalStyle, style } from '@vanilla-extract/css';
import { column, pairOfFields } from '~/ui/patterns';
import { color, media, space, text, weight } from '~/ui/tokens.css';

export const page = style({
  ...column(space[4]),
  width: 'min(56rem, 100%)',
  margin: '0 auto',
  padding: `${space[6]} ${space[4]}`,
});
export const pair = style(pairOfFields);
export const hint = style({ color: color.muted });
/** One dealership: a line on a desktop, a block on a phone. */
export const row = style({
  display: 'grid',
  gridTemplateColumns: '3fr 4fr 3fr 4.5rem 6rem',
  gap: space[2],
  alignItems: 'start',
  '@media': {
    [media.phone]: {
      gridTemplateColumns: '2fr 1fr 1.5fr',
      paddingBottom: space[3],
      borderBottom: `1px solid ${color.line}`,
    },
  },
});
globalStyle(`${row} > :nth-child(-n+2)`, { '@media': { [media.phone]: { gridColumn: '1 / -1' } } });
export const label = style({
  display: 'block',
  fontSize: text.small,
  color: color.muted,
  fontWeight: weight.medium,
});
