import { globalStyle, style } from '@vanilla-extract/css';
import { line } from '~/ui/patterns';
import { color, media, space, target, text, weight } from '~/ui/tokens.css';

export const table = style({ width: '100%', borderCollapse: 'collapse' });
globalStyle(`${table} th`, {
  textAlign: 'left',
  fontSize: text.small,
  color: color.muted,
  fontWeight: weight.medium,
});
globalStyle(`${table} th, ${table} td`, {
  padding: `0 ${space[2]} 0 0`,
  borderBottom: `1px solid ${color.line}`,
  // Large letters need the space.
  '@media': { [media.phone]: { paddingRight: space[1] } },
});
globalStyle(`${table} th:last-child, ${table} td:last-child`, { paddingRight: 0 });
export const driver = style({
  ...line(space[2]),
  minHeight: target.row,
  cursor: 'pointer',
});
