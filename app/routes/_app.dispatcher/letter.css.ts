import { styleVariants } from '@vanilla-extract/css';
import { color } from '~/ui/tokens.css';

const tones = {
  pickup: color.pickup,
  delivery: color.delivery,
  transfer: color.transfer,
  urgent: color.urgent,
  going: color.going,
  'next-route': color.nextRoute,
  linked: color.linked,
  completed: color.completed,
};

export const letterTone = styleVariants(tones, (background) => ({ background }));
