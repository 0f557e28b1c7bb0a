import { style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, radius, space, target, text, weight } from '~/ui/tokens.css';

export const conflict = style({
  // The dialog's head must not cover it when it gets the focus.
  scrollMarginTop: '5rem',
  ...column(space[2]),
  padding: `${space[2]} ${space[3]}`,
  border: `1px solid ${color.urgent}`,
  borderLeftWidth: '5px',
  borderRadius: radius,
});
export const conflictTitle = style({ margin: 0, fontSize: text.body, fontWeight: weight.medium });
export const contested = style({
  margin: 0,
  padding: `${space[1]} 0 0`,
  border: 0,
  borderTop: `1px solid ${color.line}`,
});
export const contestedLegend = style({ float: 'left', width: '100%', padding: 0, fontWeight: weight.medium });
export const choice = style({
  clear: 'both',
  display: 'flex',
  alignItems: 'baseline',
  gap: space[2],
  minHeight: target.dense,
  padding: `${space[1]} 0`,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
});
export const taken = style({ margin: 0, paddingLeft: space[5], listStyle: 'disc', overflowWrap: 'anywhere' });
