import { globalStyle, style } from '@vanilla-extract/css';
import { color, shadow, text } from '~/ui/tokens.css';

/** A dark ring above all stops, so that no one takes it for a stop. */
export const driver = style({ cursor: 'pointer' });
export const initials = style({
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '100%',
  height: '100%',
  border: `3px solid ${color.focus}`,
  borderRadius: '50%',
  background: color.surface,
  color: color.ink,
  boxShadow: shadow,
  fontSize: text.small,
  fontWeight: 700,
  selectors: {
    // Only the position is uncertain, so the marker stays readable.
    '[data-old] > &': { borderStyle: 'dashed', borderColor: color.muted, color: color.muted },
    ':focus-visible > &': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' },
  },
});
export const popup = style({});
globalStyle(`${popup} .leaflet-popup-content-wrapper, ${popup} .leaflet-popup-tip`, {
  background: color.surface,
  color: color.ink,
});
