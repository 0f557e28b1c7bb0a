import { globalStyle, style } from '@vanilla-extract/css';
import { color, shadow, text } from '~/ui/tokens.css';

/** Unlike any stop: a dark ring, over all of them. */
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
    // Still readable: the place is what is uncertain.
    '[data-old] > &': { borderStyle: 'dashed', borderColor: color.muted, color: color.muted },
    ':focus-visible > &': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' },
  },
});
export const popup = style({});
globalStyle(`${popup} .leaflet-popup-content-wrapper, ${popup} .leaflet-popup-tip`, {
  background: color.surface,
  color: color.ink,
});
