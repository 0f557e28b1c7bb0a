import { style, styleVariants } from '@vanilla-extract/css';
import { color, radius, shadow, space } from './tokens.css';

export const card = style({
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  boxShadow: shadow,
  minWidth: 0,
});
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[2],
  padding: `${space[3]} ${space[4]}`,
  borderBottom: `1px solid ${color.line}`,
  '@media': { print: { breakAfter: 'avoid' } },
});
export const body = style({ padding: space[4] });

const edges = {
  going: color.going,
  linked: color.linked,
  delivery: color.delivery,
  pickup: color.pickup,
  transfer: color.transfer,
  urgent: color.urgent,
  assigned: color.assigned,
  returning: color.returning,
  inactive: color.inactive,
  hold: color.hold,
  completed: color.completed,
  'next-route': color.nextRoute,
};

/** A coloured left border. */
export const edge = styleVariants(edges, (value, name) => ({
  borderLeft: `5px ${name === 'linked' ? 'dashed' : 'solid'} ${value}`,
}));
