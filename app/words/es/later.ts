import type * as en from '~/words/en/later';
import type { Translation } from '~/words/words';

export const later: Translation<typeof en.later> = () => ({
  notAccepted: (action) => `No se aceptó: ${action}`,
  proofKept: 'La prueba está guardada en este teléfono. ',
  completeThat: 'Complete esa parada y después envíela otra vez o deséchela.',
  askDispatcher: 'Pregunte al despachador y después envíela otra vez o deséchela.',
  signature: 'La firma',
  sendAgain: 'Enviar otra vez',
  discard: 'Desechar',
  discardForGood: 'Desechar definitivamente',
  newOrder: 'Nuevo orden',
  newVersion: 'Hay una nueva versión de Parts Dispatch.',
  update: 'Actualizar',
});
