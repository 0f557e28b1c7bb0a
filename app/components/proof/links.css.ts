import { style } from '@vanilla-extract/css';
import { column, wrap } from '~/ui/patterns';
import { color, space, text } from '~/ui/tokens.css';

// A dialog of its own begins with it.
export const links = style({
  selectors: { '&:not(:first-child)': { paddingTop: space[3], borderTop: `1px solid ${color.line}` } },
});
export const note = style({ color: color.muted, fontSize: text.small });
export const list = style(column(space[1]));
export const row = style({
  ...wrap(space[2]),
  justifyContent: 'space-between',
});
export const copy = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space[2],
});
