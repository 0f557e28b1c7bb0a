import { style } from '@vanilla-extract/css';
import { media, space, target, weight } from '~/ui/tokens.css';

export const lines = style({
  display: 'grid',
  gap: space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.phone]: { gap: space[2] } },
});
/** A text beside a button. On a phone it is above the button if both do not fit. */
export const line = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${space[1]} ${space[3]}`,
  alignItems: 'center',
  '@media': { [media.phone]: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' } },
});
export const summary = style({
  padding: `${space[1]} 0`,
  fontWeight: weight.medium,
  cursor: 'pointer',
  '@media': { [media.phone]: { minHeight: target.touch } },
});
