import { style, styleVariants } from '@vanilla-extract/css';
import { color, space, text, pixels, weight } from './tokens.css';

const badge = style({
  display: 'inline-flex',
  alignItems: 'center',
  padding: `${pixels[1]} ${space[2]}`,
  border: '1px solid currentColor',
  borderRadius: '999px',
  fontSize: text.small,
  fontWeight: weight.medium,
  whiteSpace: 'nowrap',
});

const tones = {
  pending: color.ink,
  going: color.going,
  hold: color.hold,
  completed: color.completed,
  'next-route': color.nextRoute,
  linked: color.linked,
  assigned: color.assigned,
  available: color.inactive,
  returning: color.returning,
  inactive: color.inactive,
  delivery: color.delivery,
  pickup: color.pickup,
  transfer: color.transfer,
  low: color.muted,
  normal: color.muted,
  high: color.returning,
  urgent: color.urgent,
  neutral: color.muted,
};

const filled = new Set(['going', 'urgent', 'delivery', 'pickup', 'transfer']);

export const tone = styleVariants(tones, (value, name) => [
  badge,
  filled.has(name)
    ? { background: value, borderColor: value, color: color.onTone }
    : { color: value, borderStyle: name === 'linked' ? 'dashed' : 'solid' },
]);

/** In the second line of a dense row, which it does not make higher. */
export const small = style({ padding: `0 ${space[1]}`, fontSize: text.tiny, lineHeight: 1.1 });
