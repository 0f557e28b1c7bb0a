import type * as en from '~/words/en/device';
import type { Translation } from '~/words/words';

export const notify: Translation<typeof en.notify> = () => ({
  title: 'Notificaciones · Parts Dispatch',
  heading: 'Notificaciones',
  about:
    'Los conductores reciben notificaciones de paradas urgentes, nuevas, cambiadas y quitadas; los despachadores, de paradas que no se pudieron completar, que probablemente tendrán retraso o que llevan tiempo sin conductor. Una notificación solo contiene números, sin nombres ni direcciones. Las notificaciones terminan con su sesión; por eso, elija Recordarme al iniciar sesión.',
  needsScript: 'Las notificaciones se activan con JavaScript en este navegador.',
  notNow: 'No se pueden cambiar las notificaciones en este momento.',
  sendTest: 'Enviar notificación de prueba',
  testSent: 'Notificación de prueba enviada',
  offThere: 'Las notificaciones están desactivadas en ese dispositivo',
  browser: 'Navegador',
  on: ' en ',
  thisDevice: 'Este dispositivo',
  onSince: 'Activadas desde ',
  lastNotified: ' · última notificación: ',
  turnOffOn: (device) => `Desactivar en ${device}`,
  turnOff: 'Desactivar',
  failed: 'No se pudieron cambiar las notificaciones. Revise la conexión y cargue la página otra vez.',
  refused: 'El navegador no lo permitió.',
  saving: 'Guardando...',
  turnOffHere: 'Desactivar en este dispositivo',
  turnOnHere: 'Activar en este dispositivo',
});

export const offers: Translation<typeof en.offers> = () => ({
  notify: '¿Quiere que este teléfono le avise cuando se agreguen, cambien o quiten paradas?',
  numbersOnly: 'Una notificación solo contiene números, sin nombres ni direcciones.',
  allow: 'Permitir notificaciones',
  notNow: 'Ahora no',
  needsHttps: 'Las notificaciones necesitan una dirección https. Pregunte a su administrador.',
  homeScreenFirst:
    'En un iPhone o iPad, primero agregue esta página a la pantalla de inicio (Compartir → Agregar a inicio) y ábrala ahí.',
  cannotNotify: 'Este navegador no puede mostrar notificaciones.',
  blocked: 'Las notificaciones están bloqueadas para esta página. Permítalas en los ajustes del navegador.',
});

export const sharing: Translation<typeof en.sharing> = ({ plural }) => ({
  question: '¿Compartir su ubicación mientras tenga paradas?',
  meaning: (customersSee) =>
    `El despachador ve dónde está usted${customersSee ? ', y el siguiente cliente a qué distancia' : ''}. No se guarda nada fuera de su turno.`,
  share: 'Compartir',
  dontShare: 'No compartir',
  unknown: 'Este teléfono no indica dónde está.',
  allowLocation: 'Permita la ubicación para este sitio en los ajustes del navegador.',
  title: 'Ubicación · Parts Dispatch',
  heading: 'Ubicación',
  shareTitle: 'Compartir su ubicación',
  on: 'Activado',
  off: 'Desactivado',
  undecided: 'Sin decidir',
  about: (days) =>
    `Esta página envía su posición con cada toque y mientras está abierta. No puede hacerlo cuando el teléfono está en reposo; una aplicación de rastreo sí. Las posiciones se borran después de ${days} ${plural(days, { one: 'día', other: 'días' })}; la hora en que llegó a una parada y salió de ella se queda con sus tareas.`,
  shareOnRoute: 'Compartir mientras tenga paradas',
  trail: 'Mi recorrido de hoy',
  trackers: 'Aplicaciones de rastreo',
  trackersAbout:
    'Una aplicación gratuita que envía su posición también cuando el teléfono está en reposo. El ajuste de arriba también vale para ella.',
  shared: 'Su ubicación se comparte mientras tenga paradas',
  notShared: 'Su ubicación no se comparte',
  failed: 'No se pudieron guardar los ajustes de ubicación',
});
