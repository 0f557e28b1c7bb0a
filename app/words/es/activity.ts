/** Changes of a driver's stop in Spanish. */
import type { activity as english } from '~/words/en/activity';
import type { Translation } from '~/words/words';

export const activity: Translation<typeof english> = () => ({
  you: 'Usted',
  system: 'El sistema',
  deleted: 'la borró',
  assignedTo: (to) => `la asignó a ${to}`,
  takenOff: 'la quitó de su ruta',
  archived: 'la archivó',
  completed: 'la completó',
  hold: 'la puso en espera',
  'next-route': 'la pasó a la siguiente ruta',
  pending: 'la regresó a pendiente',
  changed: 'la cambió',
});
