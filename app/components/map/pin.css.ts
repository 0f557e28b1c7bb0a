import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, text } from '~/ui/tokens.css';

export const pin = style({
  position: 'relative',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '28px',
  height: '28px',
  border: '2px solid',
  fontSize: text.small,
  fontWeight: 700,
  lineHeight: 1,
  cursor: 'pointer',
  selectors: {
    '[data-movable] &': { cursor: 'grab', outline: `2px dotted ${color.ink}`, outlineOffset: '2px' },
    ':focus-visible > div > &': { outline: `3px solid ${color.focus}`, outlineOffset: '2px' },
  },
});
export const shape = styleVariants({
  pickup: { borderRadius: '50%' },
  delivery: { borderRadius: '4px' },
  transfer: { borderRadius: '50% 4px' },
});
const tones = {
  urgent: color.urgent,
  going: color.going,
  completed: color.completed,
  'next-route': color.nextRoute,
  linked: color.linked,
  pickup: color.pickup,
  delivery: color.delivery,
  transfer: color.transfer,
};
/** Filled for an exact place, hollow for the center of a ZIP code. */
export const exact = styleVariants(tones, (tone, name) => ({
  background: tone,
  color: color.onTone,
  borderColor: name === 'linked' ? color.onTone : color.surface,
  borderStyle: name === 'linked' ? 'dashed' : name === 'next-route' ? 'double' : 'solid',
}));
export const approximate = styleVariants(tones, (tone) => ({
  background: color.surface,
  color: tone,
  borderColor: tone,
  borderStyle: 'dashed',
}));
/** Many stops close together. */
export const cluster = style({
  minWidth: '36px',
  width: 'auto',
  height: '36px',
  padding: '0 6px',
  borderRadius: '18px',
  background: color.ink,
  color: color.surface,
  borderColor: color.surface,
});
export const urgentCluster = style([cluster, { background: color.urgent, color: color.onTone }]);
export const count = style({
  position: 'absolute',
  top: '-0.6rem',
  right: '-0.6rem',
  minWidth: '1.1rem',
  padding: '0 0.2rem',
  borderRadius: '0.6rem',
  background: color.ink,
  color: color.surface,
  fontSize: '0.6875rem',
  lineHeight: '1.1rem',
  textAlign: 'center',
});
/** A dealership. Neutral, as it is no task. */
export const base = style({
  position: 'absolute',
  transform: 'translate(-50%, -2.3rem)',
  padding: '0 0.35rem',
  border: `1px solid ${color.muted}`,
  borderRadius: radius,
  background: color.surface,
  color: color.ink,
  fontSize: '0.6875rem',
  fontWeight: 600,
  lineHeight: '1.1rem',
  whiteSpace: 'nowrap',
});
export const town = style({
  position: 'absolute',
  // Below the point, as there is probably a marker on it.
  transform: 'translate(-50%, 0.9rem)',
  textShadow: `0 0 3px ${color.page}, 0 0 3px ${color.page}`,
  color: color.muted,
  fontSize: text.small,
  letterSpacing: '0.02em',
  whiteSpace: 'nowrap',
});
