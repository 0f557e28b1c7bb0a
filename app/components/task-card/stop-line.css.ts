import { style, styleVariants } from '@vanilla-extract/css';
import { column, oneLine } from '~/ui/patterns';
import { color, space, text, weight } from '~/ui/tokens.css';

export const details = style({});
const open = { 'details[open] > summary > &': { whiteSpace: 'normal', overflowWrap: 'anywhere' } } as const;
export const summary = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignContent: 'center',
  columnGap: space[3],
  minHeight: '3.5rem',
  padding: `0 ${space[3]}`,
  listStyle: 'none',
  cursor: 'pointer',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
});
export const number = style({
  gridRow: '1 / 3',
  alignSelf: 'center',
  minWidth: '1.75rem',
  padding: `0 ${space[1]}`,
  borderRadius: '999px',
  color: color.onTone,
  fontSize: text.body,
  fontWeight: weight.bold,
  lineHeight: '1.75rem',
  textAlign: 'center',
});
export const name = style({
  ...oneLine,
  gridArea: '1 / 2',
  fontSize: text.large,
  lineHeight: 1.3,
  selectors: open,
});
/** Times of all stops are in one column. */
export const time = style({
  gridArea: '1 / 3 / 3',
  alignSelf: 'center',
  maxWidth: '6rem',
  fontSize: text.body,
  fontWeight: weight.medium,
  textAlign: 'right',
  selectors: { '&[data-late]': { color: color.urgent } },
});
export const whenOpen = style({
  display: 'none',
  selectors: { 'details[open] > summary > h3 > &': { display: 'inline' } },
});
export const special = style({
  ...oneLine,
  gridArea: '2 / 2',
  color: color.muted,
  fontSize: text.small,
  lineHeight: 1.4,
  selectors: { 'details[open] > summary > &': { display: 'none' } },
});
export const urgent = style({ color: color.urgent });
export const inside = style({ ...column(space[3]), padding: `${space[1]} ${space[3]} ${space[3]}` });

export const tone = styleVariants(
  {
    urgent: color.urgent,
    going: color.going,
    linked: color.linked,
    delivery: color.delivery,
    pickup: color.pickup,
    transfer: color.transfer,
  },
  (background) => ({ background }),
);
