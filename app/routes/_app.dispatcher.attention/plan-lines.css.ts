import { style } from '@vanilla-extract/css';
import { media, space, target } from '~/ui/tokens.css';

export const lines = style({
  display: 'grid',
  gap: space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.phone]: { gap: space[3] } },
});
/** The words beside the button, or above it on a phone. */
export const line = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${space[1]} ${space[3]}`,
  alignItems: 'center',
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' } },
});
export const summary = style({
  padding: `${space[1]} 0`,
  fontWeight: 600,
  cursor: 'pointer',
  '@media': { [media.phone]: { minHeight: target.touch } },
});
