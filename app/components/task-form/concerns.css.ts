import { style } from '@vanilla-extract/css';
import { column, outlined } from '~/ui/patterns';
import { color, space } from '~/ui/tokens.css';

export const concern = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[2],
  marginBottom: space[2],
  padding: `${space[2]} ${space[3]}`,
  ...outlined(),
  selectors: { '&[data-open]': { borderColor: color.urgent, borderLeftWidth: '5px' } },
});
export const lines = style({
  ...column(space[1]),
  flex: '1 1 14rem',
  minWidth: 0,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
});
