import { globalStyle, style } from '@vanilla-extract/css';
import { column, inline, middle, outlined } from './patterns';
import { color, media, radius, space, target, text, pixels, weight } from './tokens.css';

export const field = style({ ...column(space[1]), minWidth: 0 });
export const label = style({
  fontWeight: weight.medium,
  // A visual sign. Screen readers say "required" by themselves.
  selectors: { '&[data-required]::after': { content: ['" *"', '" *" / ""'], color: color.urgent } },
});
export const legend = style({ padding: 0, marginBottom: space[1], fontWeight: weight.medium });
export const hint = style({ color: color.muted, fontSize: text.small });
export const error = style({ color: color.urgent, fontSize: text.small, fontWeight: weight.bold });
export const control = style({
  width: '100%',
  minHeight: target.dense,
  padding: `${space[1]} ${space[2]}`,
  // Darker than other lines, because the edge of a control must be visible.
  ...outlined(color.muted),
  background: color.surface,
  color: color.ink,
  selectors: {
    '&[aria-invalid="true"]': { borderColor: color.urgent, borderWidth: '2px' },
    '&:disabled': { opacity: 0.6 },
    '&:read-only:not(select)': { background: color.page },
  },
  '@media': { [media.phone]: { minHeight: target.touch, fontSize: text.large } },
});
/** The browser's own file input, with a styled button. */
export const file = style({
  width: '100%',
  '::file-selector-button': {
    minHeight: target.dense,
    marginRight: space[3],
    padding: `0 ${space[3]}`,
    ...outlined(color.muted),
    background: color.surface,
    color: color.ink,
    font: 'inherit',
    fontWeight: weight.medium,
    cursor: 'pointer',
  },
  selectors: { '&[data-touch]::file-selector-button': { minHeight: target.touch } },
  '@media': { [media.phone]: { '::file-selector-button': { minHeight: target.touch } } },
});
export const area = style({ minHeight: '5.5em', resize: 'vertical' });
export const choice = style({
  ...inline(space[2]),
  minHeight: target.dense,
  cursor: 'pointer',
  '@media': { [media.phone]: { minHeight: target.touch } },
});

export const segments = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignSelf: 'start',
  maxWidth: '100%',
  '@media': { [media.phone]: { alignSelf: 'stretch' } },
});
export const segment = style({
  position: 'relative',
  display: 'inline-flex',
  // The borders of neighbors overlap.
  margin: `0 -${pixels[1]} -${pixels[1]} 0`,
  '@media': { [media.phone]: { flex: '1 1 auto' } },
});
export const segmentText = style({
  flex: 1,
  ...middle,
  minHeight: target.dense,
  padding: `0 ${space[4]}`,
  border: `1px solid ${color.muted}`,
  background: color.surface,
  selectors: {
    [`${segment}:first-child > &`]: { borderStartStartRadius: radius, borderEndStartRadius: radius },
    [`${segment}:last-child > &`]: { borderStartEndRadius: radius, borderEndEndRadius: radius },
  },
  '@media': { [media.phone]: { minHeight: target.touch } },
});
/** Covers its text, so that it can be pressed and shows the focus. */
export const segmentInput = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  appearance: 'none',
  cursor: 'pointer',
  ':focus-visible': { zIndex: 1 },
});
globalStyle(`${segmentInput}:checked + ${segmentText}`, {
  background: color.focus,
  borderColor: color.focus,
  color: color.onTone,
  fontWeight: weight.medium,
  '@media': {
    '(forced-colors: active)': {
      forcedColorAdjust: 'none',
      background: 'Highlight',
      color: 'HighlightText',
    },
  },
});
globalStyle(`${segmentInput}:disabled + ${segmentText}`, { opacity: 0.6 });
