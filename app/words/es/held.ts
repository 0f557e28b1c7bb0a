import type * as en from '~/words/en/held';
import type { Translation } from '~/words/words';

export const held: Translation<typeof en.held> = () => ({
  slow: 'Esperando al servidor …',
  unreachable: 'Sin conexión',
  unavailable: 'El servicio no está disponible por el momento',
  error: 'Error',
  unavailableText: 'El servicio no está disponible por el momento. Intente de nuevo en un momento.',
  loadsOnline: ' Lo que abrió se cargará cuando vuelva la conexión.',
  loadsLater: ' Lo que abrió se cargará cuando el servidor responda.',
  updatesOnline: ' Esta página se actualizará cuando vuelva la conexión.',
  updatesLater: ' Esta página se actualizará cuando el servidor responda.',
  stay: 'Quedarse aquí',
  notification: 'Notificación',
});
