import { globalStyle, style } from '@vanilla-extract/css';
import { iconRules } from './icons';
import { line, outlined } from './patterns';
import { color, lifted, media, radius, space, target, text, pixels, weight } from './tokens.css';

/** A field with its button at its end, as one control. */
export const withButton = style({ display: 'flex' });
globalStyle(`${withButton}[data-calendar] > input`, { borderStartEndRadius: 0, borderEndEndRadius: 0 });
globalStyle(`${withButton} > button`, {
  borderLeft: 0,
  borderColor: color.muted,
  borderStartStartRadius: 0,
  borderEndStartRadius: 0,
});
globalStyle(`${withButton} > button::before`, iconRules('calendar'));
// Hides the browser's own calendar button.
globalStyle(`${withButton}[data-calendar] input::-webkit-calendar-picker-indicator`, { display: 'none' });

export const panel = style({
  position: 'fixed',
  zIndex: 40,
  inset: 'auto',
  margin: 0,
  padding: space[3],
  width: 'max-content',
  maxWidth: 'calc(100vw - 1rem)',
  ...outlined(color.muted),
  background: color.surface,
  color: color.ink,
  boxShadow: lifted,
});
export const head = style({
  ...line(space[2]),
  justifyContent: 'space-between',
  marginBottom: space[2],
});
export const month = style({ margin: 0, fontSize: text.body, fontWeight: weight.medium });
export const grid = style({ borderCollapse: 'collapse' });
globalStyle(`${grid} th`, {
  padding: space[1],
  color: color.muted,
  fontSize: text.small,
  fontWeight: weight.medium,
  textAlign: 'center',
});
globalStyle(`${grid} td`, { padding: pixels[1], textAlign: 'center' });
export const day = style({
  width: '2.25rem',
  height: '2.25rem',
  border: '1px solid transparent',
  borderRadius: radius,
  background: 'transparent',
  color: color.ink,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  selectors: {
    '&:hover:enabled': { background: `color-mix(in srgb, ${color.focus} 12%, transparent)` },
    '&:disabled': { color: color.muted, textDecoration: 'line-through', cursor: 'not-allowed' },
    '&[aria-current="date"]': { borderColor: color.ink, fontWeight: weight.medium },
    '&[data-chosen]': { background: color.focus, color: color.onTone, fontWeight: weight.medium },
  },
  '@media': { [media.phone]: { width: target.row, height: target.row } },
});
