import { globalStyle, style } from '@vanilla-extract/css';
import { column, outlined } from '~/ui/patterns';
import { color, media, space, target, text, weight } from '~/ui/tokens.css';

export const panel = style({
  padding: `0 ${space[3]}`,
  ...outlined(),
  background: color.surface,
  selectors: { '&[open]': { paddingBottom: space[3] } },
});
export const summary = style({
  minHeight: target.row,
  paddingBlock: space[2],
  cursor: 'pointer',
  '@media': { [media.phone]: { minHeight: target.touch, paddingBlock: space[3] } },
});
globalStyle(`${summary} h3`, { display: 'inline' });
export const order = style({
  ...column(space[1]),
  margin: `${space[2]} 0 0`,
  paddingLeft: space[6],
  listStyle: 'decimal',
});
export const address = style({ color: color.muted, fontSize: text.small });
export const note = style({ color: color.muted, fontSize: text.small });
export const totals = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: space[4],
  margin: 0,
  fontVariantNumeric: 'tabular-nums',
});
export const late = style({ color: color.urgent, fontSize: text.small, fontWeight: weight.bold });
export const gain = style({ fontWeight: weight.bold });
export const sketch = style({
  display: 'block',
  width: '100%',
  maxWidth: '26rem',
  ...outlined(),
  background: color.page,
  fill: 'none',
  stroke: color.focus,
  strokeWidth: 3,
  strokeLinejoin: 'round',
});
globalStyle(`${sketch} circle`, { fill: color.focus, stroke: color.surface, strokeWidth: 1.5 });
