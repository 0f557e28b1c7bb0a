import { globalStyle, style } from '@vanilla-extract/css';
import { line, outlined } from '~/ui/patterns';
import { color, whitePaper, radius, space, text, weight } from '~/ui/tokens.css';

export const waiting = style({
  ...line(space[3]),
  justifyContent: 'space-between',
  padding: `${space[2]} ${space[3]}`,
  border: `1px dashed ${color.muted}`,
  borderRadius: radius,
  background: color.surface,
  fontSize: text.body,
});
globalStyle(`${waiting} > button`, { flex: 'none', whiteSpace: 'nowrap' });
export const signature = style({
  width: '12rem',
  maxWidth: '100%',
  ...outlined(),
  background: whitePaper.white,
});
export const choices = style({ display: 'flex', gap: space[2], flexWrap: 'wrap', marginTop: space[2] });
/** Marks the stop of a waiting entry. */
export const mark = style({ color: color.muted, fontSize: text.body, fontWeight: weight.bold });
