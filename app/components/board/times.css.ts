/** The times of drivers: dots in a strip, hours above them, and when the last stop is done. */
import { createVar, globalStyle, style } from '@vanilla-extract/css';
import { color, pixels, radius, space, text, weight } from '~/ui/tokens.css';
import { driverColor } from './driver-badge.css';

const SMALL = '0.75rem';
const tens = createVar();
const units = createVar();

/** A place is in steps of half a percent, because the policy of pages forbids style attributes. */
export const STEPS = 200;
const TEN = 10;
for (let step = 0; step * TEN <= STEPS; step += 1)
  globalStyle(`[data-tens="${String(step)}"]`, {
    vars: { [tens]: `${String((step * 100 * TEN) / STEPS)}%` },
  });
for (let step = 0; step < TEN; step += 1)
  globalStyle(`[data-units="${String(step)}"]`, { vars: { [units]: `${String((step * 100) / STEPS)}%` } });
const placed = { position: 'absolute', left: `calc(${tens} + ${units})` } as const;

export const strip = style({
  position: 'relative',
  alignSelf: 'stretch',
  minHeight: '1.5rem',
  // The line for now. The table around has its place.
  '::after': {
    ...placed,
    content: '',
    top: 0,
    bottom: '-1px',
    borderLeft: `1px solid ${color.focus}`,
    pointerEvents: 'none',
  },
});
globalStyle(`${strip} > svg`, {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  overflow: 'visible',
  stroke: color.line,
  strokeWidth: 2,
});
export const past = style({ stroke: driverColor });

/** A stop. Its area is higher than the dot inside. */
export const stop = style({
  ...placed,
  top: 0,
  bottom: 0,
  width: '0.875rem',
  transform: 'translateX(-50%)',
  textDecoration: 'none',
  selectors: {
    '&[data-is]:hover, &[data-is]:focus': { zIndex: 2, outline: 'none' },
    '&::before': {
      content: '',
      boxSizing: 'border-box',
      position: 'absolute',
      left: '50%',
      top: '50%',
      width: '0.625rem',
      height: '0.625rem',
      transform: 'translate(-50%, -50%)',
      border: `2px solid ${color.muted}`,
      borderRadius: '50%',
      background: color.surface,
      color: color.onTone,
      fontSize: text.tiny,
      fontWeight: weight.bold,
      lineHeight: '0.625rem',
      textAlign: 'center',
    },
    '&[data-is="done"]::before': { borderColor: driverColor, background: driverColor },
    '&[data-is="going"]::before': {
      width: '0.875rem',
      height: '0.875rem',
      borderWidth: '4px',
      borderColor: driverColor,
    },
    // These are on top of dots at the same place.
    '&[data-is="going"], &[data-urgent], &[data-late]': { zIndex: 1 },
    // A square is told from a circle without its color.
    '&[data-late]::before': { borderColor: color.urgent, borderRadius: '2px' },
    '&[data-urgent]:not([data-is="going"])::before': {
      content: ['"!"', '"!" / ""'],
      width: '0.875rem',
      height: '0.875rem',
      borderColor: color.urgent,
      background: color.urgent,
    },
    '&[data-urgent][data-is="going"]::before': { borderColor: color.urgent },
    '&:focus-visible::before': { outline: `2px solid ${color.focus}`, outlineOffset: '1px' },
    // The name of the stop.
    '&:hover::after, &:focus::after': {
      content: 'attr(aria-label)',
      position: 'absolute',
      bottom: 'calc(50% + 0.625rem)',
      left: 0,
      width: 'max-content',
      maxWidth: '16rem',
      padding: `${pixels[2]} ${space[2]}`,
      borderRadius: radius,
      background: color.ink,
      color: color.surface,
      fontSize: SMALL,
      lineHeight: 1.3,
      whiteSpace: 'normal',
      pointerEvents: 'none',
    },
  },
});
// In the right half the name goes to the left.
for (let step = STEPS / TEN / 2; step * TEN <= STEPS; step += 1)
  globalStyle(`${stop}[data-tens="${String(step)}"]::after`, { left: 'auto', right: 0 });

export const hour = style({ ...placed, transform: 'translateX(-50%)', fontWeight: weight.medium });
export const end = style({ minWidth: 0, textAlign: 'right', whiteSpace: 'nowrap', lineHeight: 1.15 });
// The name of another time zone, or a weekday, goes to a second line.
globalStyle(`${end} > time`, { whiteSpace: 'normal' });
export const wrong = style({ display: 'block', color: color.urgent, fontSize: SMALL, lineHeight: 1.1 });
