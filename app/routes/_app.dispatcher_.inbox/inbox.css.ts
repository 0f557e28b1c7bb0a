import { globalStyle, style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, media, space, text, weight } from '~/ui/tokens.css';

export const columns = style({
  display: 'grid',
  gridTemplateColumns: '1fr',
  gap: space[4],
  alignItems: 'start',
  '@media': { [media.desk]: { gridTemplateColumns: '20rem minmax(0, 1fr)' } },
});
export const list = style({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflow: 'auto',
  '@media': { [media.desk]: { maxHeight: '75vh' } },
  // In a narrow window the open document is below the list.
  selectors: { '&[data-open]': { maxHeight: '12rem', '@media': { [media.desk]: { maxHeight: '75vh' } } } },
});
globalStyle(`${list} li + li`, { borderTop: `1px solid ${color.line}` });
export const document = style({
  ...column('0'),
  padding: `${space[2]} ${space[3]}`,
  color: color.ink,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  ':hover': { background: color.page },
  ':focus-visible': { outlineOffset: '-2px' },
  selectors: { '&[aria-current]': { background: color.page, boxShadow: `inset 3px 0 ${color.focus}` } },
});
export const title = style({ fontWeight: weight.bold });
export const note = style({ color: color.muted, fontSize: text.small });
export const steps = style({ padding: space[2] });
export const open = style({ minWidth: 0 });
export const hint = style({ color: color.muted, '@media': { '(hover: none)': { display: 'none' } } });
