import { style } from '@vanilla-extract/css';
import { column, line } from '~/ui/patterns';
import { color, media, radius, space, target, text, weight } from '~/ui/tokens.css';

export const page = style({ ...column(space[3]), maxWidth: '72rem' });
const backLink = {
  ...line(space[1]),
  alignSelf: 'start',
  color: color.muted,
  textDecoration: 'none',
  '@media': { [media.phone]: { minHeight: target.touch } },
} as const;
export const back = style(backLink);
/** Beside the sidebar, only a page below another one needs a link back. */
export const backToList = style({
  ...backLink,
  display: 'none',
  '@media': { [media.phone]: { display: 'flex', minHeight: target.touch } },
});
export const description = style({ color: color.muted, marginTop: space[1] });
export const hint = style({ color: color.muted, fontSize: text.small });
/** The width in which fields are read. */
export const narrow = style({ maxWidth: '40rem' });
export const columns = style({
  display: 'grid',
  gap: space[4],
  '@media': { [media.desk]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', alignItems: 'start' } },
});
export const columnOfCards = style({ display: 'grid', gap: space[4], minWidth: 0 });

export const layout = style({
  display: 'grid',
  gap: `${space[3]} ${space[6]}`,
  gridTemplateColumns: '16rem minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr',
  alignItems: 'start',
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const first = style({ gridColumn: '-2 / -1' });
export const sidebar = style({
  ...column(space[2]),
  gridColumn: 1,
  gridRow: '1 / span 2',
  position: 'sticky',
  top: space[4],
  maxHeight: `calc(100vh - ${target.row} - ${space[8]})`,
  overflowY: 'auto',
  '@media': {
    [media.phone]: { position: 'static', gridRow: 'auto', maxHeight: 'none', overflowY: 'visible' },
    [media.low]: { position: 'static', maxHeight: 'none' },
    print: { display: 'none' },
  },
});
/** On a phone the list of pages is on the first page only. */
export const sidebarOfOther = style([sidebar, { '@media': { [media.phone]: { display: 'none' } } }]);
export const groups = style({
  ...column(space[2]),
  '@media': { [media.phone]: { display: 'grid', gridTemplateColumns: '1fr 1fr', alignItems: 'start' } },
});
export const group = style({ minWidth: 0 });
export const groupName = style({
  padding: `0 ${space[2]}`,
  color: color.muted,
  fontSize: text.small,
  fontWeight: weight.medium,
});
export const link = style({
  ...line(space[1]),
  minHeight: '1.75rem',
  padding: `0 ${space[2]}`,
  borderRadius: radius,
  color: color.ink,
  lineHeight: 1.25,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: color.surface },
    '&[aria-current="page"]': {
      background: color.surface,
      boxShadow: `inset 3px 0 0 ${color.focus}`,
      fontWeight: weight.medium,
    },
  },
  '@media': { [media.phone]: { minHeight: target.touch } },
});
