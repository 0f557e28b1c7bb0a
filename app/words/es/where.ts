/** One sentence that says where a task is, in Spanish. */
import type { where as english } from '~/words/en/where';
import type { Translation } from '~/words/words';

export const where: Translation<typeof english> = () => ({
  planned: 'programada',
  noDriver: 'programada, todavía sin conductor',
  onTheWay: 'en camino',
  next: 'siguiente parada',
  place: (place) => `parada ${String(place)}`,
  setOut: (time) => `el conductor salió (${time})`,
  arrived: (time) => `el conductor llegó (${time})`,
  there: (range) => `llegada ${range}`,
  promised: (range) => `prometida ${range}`,
  waitsForRun: (run, time) => `espera la salida ${run} ${time}`,
  waits: 'espera la siguiente ruta',
  held: 'en espera',
  heldUntil: (time) => `en espera hasta ${time}`,
  transfer: 'espera a que otro conductor la traspase',
  failed: (reason) => `no se pudo completar${reason && `: ${reason}`}`,
  nextRun: (run, time) => `. Siguiente salida: ${run} ${time}`,
  done: {
    delivery: (time) => `entregada ${time}`,
    pickup: (time) => `recogida ${time}`,
    transfer: (time) => `traspasada ${time}`,
  },
  signed: (name) => `firmó ${name}`,
});
