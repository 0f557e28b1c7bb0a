import type * as en from '~/words/en/run';
import type { Translation } from '~/words/words';

export const run: Translation<typeof en.run> = ({ plural }) => ({
  next: 'Siguiente salida',
  stops: (count) => `${count} ${plural(count, { one: 'parada', other: 'paradas' })}`,
  closes: 'cierra a las ',
  closed: 'cerrada',
  minutes: (minutes) => `(${minutes} min)`,
});
