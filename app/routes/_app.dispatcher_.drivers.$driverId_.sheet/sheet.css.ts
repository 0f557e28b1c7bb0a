import { globalStyle, style } from '@vanilla-extract/css';
import { column, middle, outlined, wrap } from '~/ui/patterns';
import { color, radius, space, text, pixels, weight } from '~/ui/tokens.css';

export const sheet = style({
  ...column(space[4]),
  width: '100%',
  maxWidth: '52rem',
  marginInline: 'auto',
  padding: space[4],
  ...outlined(),
  background: color.surface,
  '@media': { print: { maxWidth: 'none', padding: 0, border: 0, fontSize: text.print } },
});
export const head = style({
  ...wrap(`${space[1]} ${space[4]}`),
  alignItems: 'baseline',
  justifyContent: 'space-between',
  paddingBottom: space[2],
  borderBottom: `2px solid ${color.ink}`,
});
export const part = style({ marginBottom: space[2], breakAfter: 'avoid' });
export const stops = style(column(space[3]));
export const stop = style({
  display: 'grid',
  gridTemplateColumns: '2rem minmax(0, 1fr)',
  gap: space[2],
  paddingBottom: space[3],
  borderBottom: `1px solid ${color.muted}`,
  overflowWrap: 'anywhere',
  breakInside: 'avoid',
});
export const number = style({
  ...middle,
  width: '1.75rem',
  height: '1.75rem',
  border: `2px solid ${color.ink}`,
  borderRadius: radius,
  fontWeight: weight.bold,
});
export const place = style(wrap(`0 ${space[4]}`));
globalStyle(`${place} h3`, { fontSize: text.large });
export const due = style({
  marginLeft: 'auto',
  fontWeight: weight.bold,
  selectors: { '& + &': { marginLeft: 0 } },
});
/** A frame makes notes such as a gate code visible, because paper may have no colors. */
export const notes = style({
  margin: `${pixels[2]} 0 ${pixels[2]} ${space[5]}`,
  padding: `${pixels[2]} ${space[2]}`,
  borderLeft: `4px solid ${color.ink}`,
  fontWeight: weight.bold,
  whiteSpace: 'pre-line',
});
export const sign = style({
  display: 'grid',
  gridTemplateColumns: '3fr 2fr 1fr',
  gap: space[4],
  marginTop: space[6],
  color: color.muted,
  fontSize: text.small,
});
globalStyle(`${sign} > span`, { borderTop: `1px solid ${color.ink}` });
