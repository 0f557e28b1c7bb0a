import type * as en from '~/words/en/failures';
import type { Translation } from '~/words/words';

export const failures: Translation<typeof en.failures> = () => ({
  closed: 'Cerrado',
  'nobody there': 'No había nadie',
  refused: 'Rechazado',
  'wrong address': 'Dirección incorrecta',
  'wrong or missing part': 'Pieza equivocada o faltante',
  damaged: 'Dañado',
  'no time': 'No hubo tiempo',
  other: 'Otro',
});
