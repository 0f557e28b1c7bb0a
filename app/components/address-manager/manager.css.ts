import { globalStyle, style } from '@vanilla-extract/css';
import { column, outlined, wrap } from '~/ui/patterns';
import { color, space, text, weight } from '~/ui/tokens.css';

export const manager = style({ ...column(space[2]), minWidth: 0 });
export const head = style({
  ...wrap(space[2]),
  justifyContent: 'space-between',
});
export const loading = style({ color: color.muted, ':empty': { display: 'none' } });
export const list = style({
  maxHeight: '400px',
  overflowY: 'auto',
  ...outlined(),
});
export const item = style({ borderBottom: `1px solid ${color.line}`, ':last-child': { borderBottom: 0 } });
export const card = style({
  ...wrap(space[2]),
  justifyContent: 'space-between',
  padding: `${space[2]} ${space[3]}`,
});
export const words = style({ flex: '1 1 14rem', minWidth: 0 });
export const title = style({
  ...wrap(space[2]),
  minWidth: 0,
  overflowWrap: 'anywhere',
});
export const street = style({
  color: color.muted,
  fontSize: text.small,
  textTransform: 'uppercase',
  overflowWrap: 'anywhere',
});
export const note = style({ color: color.muted, fontSize: text.small, fontStyle: 'italic' });
export const notFound = style({
  ...wrap(space[2]),
  color: color.urgent,
  fontSize: text.small,
  fontWeight: weight.medium,
});
export const acts = style({ flex: 'none' });
globalStyle(`${acts} > *`, { flex: 'none' });
export const form = style({
  ...column(space[3]),
  padding: space[3],
  background: color.page,
});
globalStyle(`${manager} > ${form}`, outlined());
