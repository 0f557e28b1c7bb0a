import { globalStyle, style } from '@vanilla-extract/css';
import { column, middle, outlined, wrap } from '~/ui/patterns';
import { color, radius, space, weight } from '~/ui/tokens.css';

export const about = style(wrap(`0 ${space[1]}`));
globalStyle(`${about} > :not(:first-child)::before`, { content: '"· "' });
export const tools = style({
  ...wrap(`${space[2]} ${space[4]}`),
  alignItems: 'flex-end',
  justifyContent: 'space-between',
});
export const driver = style({ ...wrap(space[2]), alignItems: 'flex-end' });
// The choice and its button fit into one line of a phone.
globalStyle(`${driver} > :not(button)`, { flex: '1 1 12rem' });
export const stops = style({ listStyle: 'none', padding: 0, margin: 0 });
// A panel is too narrow for a column of badges: they are in the line of the name.
globalStyle(`${stops} [data-row]`, { display: 'block', padding: `${space[1]} ${space[2]}` });
globalStyle(`${stops} [data-row] > span`, { display: 'inline' });
globalStyle(`${stops} [data-row] > span:first-child > *`, { marginRight: space[1] });
export const stop = style({
  display: 'grid',
  gridTemplateColumns: '2rem minmax(0, 1fr)',
  gap: space[1],
});
export const place = style({ padding: `${space[1]} 0` });
export const number = style({
  ...middle,
  width: '1.75rem',
  height: '1.75rem',
  border: `2px solid ${color.line}`,
  borderRadius: radius,
  fontWeight: weight.bold,
});
export const late = style({ ...outlined(), padding: space[3] });
globalStyle(`${late} > summary`, { cursor: 'pointer' });
globalStyle(`${late}[open] > summary`, { marginBottom: space[2] });
export const choices = style({
  ...column(space[1]),
  ...outlined(),
  padding: space[2],
  maxHeight: '16rem',
  overflow: 'auto',
});
