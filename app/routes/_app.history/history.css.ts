import { style, styleVariants } from '@vanilla-extract/css';
import { line, oneLine, outlined, wrap } from '~/ui/patterns';
import { color, media, space, target, text, weight } from '~/ui/tokens.css';

const grid = style({
  display: 'grid',
  gap: space[2],
  '@media': { [media.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
/** One column for each driver, if there is space. */
export const columns = styleVariants({ 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6 }, (count) => [
  grid,
  {
    '@media': {
      [media.desk]: { gridTemplateColumns: `repeat(${String(count)}, minmax(0, 1fr))` },
      'screen and (min-width: 720px) and (max-width: 1099px)': {
        gridTemplateColumns: `repeat(${String(Math.min(count, 3))}, minmax(0, 1fr))`,
      },
    },
  },
]);

export const driver = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'baseline',
  gap: space[1],
  padding: `${space[2]} ${space[3]}`,
  ...outlined(),
  background: color.surface,
  color: color.ink,
  textDecoration: 'none',
  ':hover': { borderColor: color.focus },
  selectors: {
    '&[aria-current]': { borderColor: color.focus, boxShadow: `inset 0 0 0 1px ${color.focus}` },
  },
});
export const driverName = style(oneLine);
export const count = style({
  fontSize: text.title,
  fontWeight: weight.medium,
  lineHeight: 1.2,
  selectors: { '[data-none] > &': { color: color.muted, fontWeight: weight.normal } },
});
export const unit = style({ color: color.muted, fontSize: text.small });

export const dayWords = style({ color: color.muted });
export const toolbar = style({
  ...wrap(space[2]),
  padding: `${space[3]} ${space[4]}`,
});
export const searchBox = style({ flex: '1 1 18rem', maxWidth: '28rem' });
export const day = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[1],
  '@media': { [media.phone]: { flex: '1 1 100%', justifyContent: 'space-between' } },
});
export const counted = style({
  padding: `0 ${space[4]} ${space[2]}`,
  color: color.muted,
  fontSize: text.small,
});
export const row = style({
  display: 'grid',
  gridTemplateColumns: '10.5rem minmax(0, 1fr) minmax(0, 11rem) 17rem',
  alignItems: 'center',
  gap: space[3],
  minHeight: target.row,
  padding: `${space[1]} ${space[4]} ${space[1]} ${space[3]}`,
  borderTop: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: 'none',
  ':hover': { background: color.page },
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: space[1], padding: space[3] } },
});
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] });
export const cell = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  overflowWrap: 'anywhere',
});
export const title = style({ fontWeight: weight.bold });
export const sub = style({ color: color.muted, fontSize: text.small });
export const late = style({ color: color.urgent, fontSize: text.small });
export const notes = style([
  sub,
  { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
]);
export const pages = style({
  ...line(space[3]),
  justifyContent: 'center',
  padding: space[3],
  borderTop: `1px solid ${color.line}`,
});
export const trouble = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space[2],
  padding: `${space[6]} ${space[4]}`,
  textAlign: 'center',
});
