import { globalStyle, style } from '@vanilla-extract/css';
import { outlined } from '~/ui/patterns';
import { color, space, text, weight } from '~/ui/tokens.css';

export const form = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space[3] });
export const sheet = style({
  padding: space[4],
  ...outlined(),
  background: color.surface,
  // Each driver's sheet starts on a new page.
  '@media': { print: { padding: 0, border: 0, breakAfter: 'page' } },
  selectors: { '&:last-child': { breakAfter: 'auto' } },
});
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `${space[1]} ${space[4]}`,
  paddingBottom: space[2],
  borderBottom: `2px solid ${color.ink}`,
});
export const scroll = style({ overflowX: 'auto', '@media': { print: { overflow: 'visible' } } });
export const table = style({
  width: '100%',
  minWidth: '44rem',
  borderCollapse: 'collapse',
  // All sheets have the same columns.
  tableLayout: 'fixed',
  fontSize: text.small,
  overflowWrap: 'anywhere',
  '@media': { print: { minWidth: 0 } },
});
[13, 10, 25, 14, 11, 12, 15].forEach((percent, index) => {
  globalStyle(`${table} th:nth-child(${String(index + 1)})`, { width: `${String(percent)}%` });
});
globalStyle(`${table} :is(th, td)`, {
  padding: `${space[1]} ${space[2]}`,
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'left',
  verticalAlign: 'top',
});
globalStyle(`${table} tr`, { breakInside: 'avoid' });
export const where = style({ color: color.ink, fontWeight: weight.bold });
export const sub = style({ color: color.muted });
