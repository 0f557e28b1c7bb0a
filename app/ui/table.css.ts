import { globalStyle, style } from '@vanilla-extract/css';
import { stretched, hiddenFromSight, wrap } from './patterns';
import { color, media, space, text, pixels, weight } from './tokens.css';

/** A table. On a phone each row is a list of values with the column names in front. */
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  '@media': { [media.phone]: { display: 'block' } },
});
globalStyle(`${table} th`, {
  padding: `0 ${space[3]} ${space[1]} 0`,
  textAlign: 'left',
  fontSize: text.small,
  color: color.muted,
  fontWeight: weight.medium,
});
globalStyle(`${table} td`, {
  padding: `${space[1]} ${space[3]} ${space[1]} 0`,
  borderTop: `1px solid ${color.line}`,
  verticalAlign: 'middle',
  overflowWrap: 'anywhere',
});
globalStyle(`${table} td time, ${table} td button`, { whiteSpace: 'nowrap' });
globalStyle(`${table} td:last-child, ${table} th:last-child`, { paddingRight: 0 });
globalStyle(`${table} thead`, {
  '@media': {
    [media.phone]: { ...hiddenFromSight, inset: '0 auto auto 0' },
  },
});
globalStyle(`${table} tbody, ${table} tr, ${table} td`, {
  '@media': { [media.phone]: { display: 'block' } },
});
globalStyle(`${table} tr`, {
  '@media': { [media.phone]: { padding: `${space[2]} 0`, borderTop: `1px solid ${color.line}` } },
});
globalStyle(`${table} td[data-label]`, {
  '@media': {
    [media.phone]: {
      display: 'grid',
      gridTemplateColumns: '7rem minmax(0, 1fr)',
      alignItems: 'center',
      padding: `${pixels[2]} 0`,
      border: 0,
    },
  },
});
// The column name stands beside all lines of the cell.
globalStyle(`${table} td[data-label]::before`, {
  '@media': {
    [media.phone]: {
      content: 'attr(data-label)',
      gridRow: '1 / span 3',
      fontSize: text.small,
      color: color.muted,
    },
  },
});
globalStyle(`${table} td[data-label] > *`, { '@media': { [media.phone]: { gridColumn: 2 } } });

/** Rows of users and tokens that are no longer active. */
export const former = style({ color: color.muted });
/** A row that is one link, with the focus around the row. */
export const row = style({ position: 'relative', ':hover': { background: color.page } });
export const formerRow = style([row, former]);
export const rowName = style({
  ...stretched,
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '1.75rem',
  color: 'inherit',
  fontWeight: weight.bold,
  textDecoration: 'none',
});
export const note = style({ color: color.muted, fontSize: text.small });
/** Moves to the next line as a whole, and breaks only if it is longer than a line. */
export const wholeNote = style([note, { display: 'inline-block' }]);
/** A link in a table row. */
export const rowLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '1.75rem',
  whiteSpace: 'nowrap',
  '@media': { [media.phone]: { minHeight: '2.75rem' } },
});
export const values = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${space[3]}`,
});
/** Links in a row that is one link itself. */
export const aboveRow = style([values, { position: 'relative' }]);
/** A number that must not break. */
export const whole = style({ whiteSpace: 'nowrap' });
/** Several words that belong together. */
export const words = style({ display: 'inline-flex', flexWrap: 'wrap', gap: space[1] });

/** The fields above the audit log and above the list of users. */
export const filter = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space[3] });
export const userFilter = style({
  ...wrap(`${space[1]} ${space[3]}`),
});
globalStyle(`${userFilter} input[type="search"]`, {
  width: '16rem',
  '@media': { [media.phone]: { width: '100%' } },
});
