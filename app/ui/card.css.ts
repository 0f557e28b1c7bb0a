import { style, styleVariants } from '@vanilla-extract/css';
import { outlined, wrap } from './patterns';
import { color, shadow, space } from './tokens.css';

export const card = style({
  background: color.surface,
  ...outlined(),
  boxShadow: shadow,
  minWidth: 0,
});
export const head = style({
  ...wrap(space[2]),
  justifyContent: 'space-between',
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

/** A colored left border. */
export const edge = styleVariants(edges, (value, name) => ({
  borderLeft: `5px ${name === 'linked' ? 'dashed' : 'solid'} ${value}`,
}));
