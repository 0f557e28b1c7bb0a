import { globalStyle, style } from '@vanilla-extract/css';
import { column, outlined, wrap } from '~/ui/patterns';
import { color, media, whitePaper, space, weight } from '~/ui/tokens.css';

export const sheet = style({
  ...column(space[5]),
  maxWidth: '48rem',
  margin: '0 auto',
  padding: space[6],
  ...outlined(),
  background: color.surface,
  overflowWrap: 'anywhere',
  '@media': {
    [media.phone]: { padding: space[4] },
    print: { maxWidth: 'none', padding: 0, border: 0 },
  },
});
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space[2],
  paddingBottom: space[3],
  borderBottom: `2px solid ${color.ink}`,
});
export const facts = style(column(space[2]));
export const fact = style({
  display: 'grid',
  gridTemplateColumns: '11rem minmax(0, 1fr)',
  gap: space[3],
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 0 } },
});
export const groups = style(column(space[3]));
/** A delivery in a list: the sentence above what it is about. */
export const delivery = style({
  ...column(space[1]),
  paddingBottom: space[2],
  borderBottom: `1px solid ${color.line}`,
});
/** Large enough for a finger. */
export const where = style({
  fontWeight: weight.bold,
  '@media': { [media.phone]: { paddingBlock: space[2] } },
});
export const day = style({ ...wrap(space[2]), justifyContent: 'space-between' });
export const print = style({ '@media': { print: { display: 'none' } } });
export const label = style({ color: color.muted });
/** Stays on one page. */
export const whole = style({ breakInside: 'avoid' });
// A signature is black on white in all themes.
export const picture = style({
  maxWidth: '100%',
  height: 'auto',
  ...outlined(),
  background: whitePaper.white,
});
export const photos = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))',
  gap: space[3],
  marginTop: space[2],
});
export const photo = style({
  display: 'block',
  maxWidth: '100%',
  maxHeight: '20rem',
  ...outlined(),
});
export const activity = style({
  ...column(space[1]),
  marginTop: space[2],
});
/** Hidden on paper. */
export const line = style({
  ...column(space[2]),
  maxWidth: '30rem',
  '@media': { print: { display: 'none' } },
});
globalStyle(`${line} > button`, { alignSelf: 'start' });
