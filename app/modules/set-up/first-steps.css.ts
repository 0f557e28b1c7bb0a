import { style } from '@vanilla-extract/css';
import { column, line } from '~/ui/patterns';
import { color, space, text as size, weight } from '~/ui/tokens.css';

export const box = style({ ...column(space[3]), padding: space[4] });
export const list = style({ ...column(space[3]), listStyle: 'none', margin: 0, padding: 0 });
export const step = style({ ...line(space[3]), alignItems: 'start' });
export const text = style({ display: 'block', color: color.muted, fontSize: size.small });

const mark = style({
  ...line('0'),
  flex: 'none',
  justifyContent: 'center',
  width: '1.75rem',
  height: '1.75rem',
  borderRadius: '50%',
  border: `1px solid ${color.line}`,
  fontWeight: weight.bold,
});
export const number = style([mark]);
export const done = style([
  mark,
  { background: color.completed, borderColor: color.completed, color: color.onTone },
]);
