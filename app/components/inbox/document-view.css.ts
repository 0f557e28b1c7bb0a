import { globalStyle, style } from '@vanilla-extract/css';
import { outlined } from '~/ui/patterns';
import { color, media, space, weight } from '~/ui/tokens.css';

export const frame = style({
  ...outlined(),
  overflow: 'auto',
  maxHeight: '75vh',
  padding: space[2],
  background: color.surface,
});
/** A page keeps its proportions. On a phone it scrolls sideways, because smaller text could not be read. */
export const page = style({
  display: 'block',
  width: '100%',
  minWidth: '38rem',
  height: 'auto',
  fill: color.ink,
  fontFamily: 'Arial, sans-serif',
  selectors: { '& + &': { marginTop: space[4], borderTop: `1px dashed ${color.line}` } },
  '@media': { [media.phone]: { minWidth: '34rem' } },
});
globalStyle(`${page}[data-even]`, { fontFamily: 'monospace' });
globalStyle(`${page}[data-choosing] text`, { cursor: 'pointer' });
globalStyle(`${page}[data-choosing] text:hover`, { fill: color.focus, textDecoration: 'underline' });
globalStyle(`${page} text[data-field]`, {
  fill: color.completed,
  fontWeight: weight.bold,
  textDecoration: 'underline',
});
/** A document and the form beside it. */
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  alignItems: 'start',
  '@media': { [media.desk]: { gridTemplateColumns: 'minmax(0, 1fr) 19rem' } },
});
