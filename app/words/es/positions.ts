import type * as en from '~/words/en/positions';
import type { Translation } from '~/words/words';

export const trail: Translation<typeof en.trail> = ({ plural }) => ({
  notNow: 'No se puede mostrar el recorrido en este momento.',
  none: 'No hay posiciones guardadas de este día',
  count: (number, count) => `${number} ${plural(count, { one: 'posición', other: 'posiciones' })}. `,
  broken: 'La línea se interrumpe donde no llegó ninguna durante 5 minutos o 2 km. ',
  deleted: (days) =>
    `Las posiciones se borran después de ${days} ${plural(days, { one: 'día', other: 'días' })}.`,
  stop: 'Parada',
  place: 'Lugar',
  arrived: 'Llegada',
  left: 'Salida',
  notYet: 'Todavía no',
  positions: 'Posiciones, una de cada minuto',
  time: 'Hora',
  accuracy: 'Precisión',
  battery: 'Batería',
  from: 'Origen',
  driversPage: 'Página del conductor',
  deletedTask: 'Tarea borrada',
  unknown: 'Desconocida',
  picture: 'El camino recorrido, el norte está arriba',
  map: 'Mapa del recorrido',
  tilesLost: 'El mapa no está disponible; el recorrido se muestra de todos modos',
  visit: (place, arrived, left) => `${place}, llegada: ${arrived}${left === null ? '' : `, salida: ${left}`}`,
});

export const trackers: Translation<typeof en.trackers> = () => ({
  app: 'Aplicación',
  lastPosition: 'Última posición',
  battery: 'Batería',
  actions: 'Acciones',
  tracker: 'Aplicación de rastreo',
  phoneName: 'Nombre del teléfono',
  phone: 'Teléfono',
  add: 'Agregar aplicación de rastreo',
  added: (app) => `(${app}), agregada `,
  none: 'Todavía ninguna',
  unknown: 'Desconocida',
  removeNamed: (name) => `Quitar ${name}`,
  remove: 'Quitar',
  link: 'Enlace',
  qr: (app) => `Código QR que configura ${app}`,
  once: 'No se muestra otra vez. Cualquiera que lo tenga puede enviar posiciones como este conductor.',
  addedTitle: 'Aplicación de rastreo agregada',
  removedTitle: 'Aplicación de rastreo quitada',
  owntracks: 'Instale OwnTracks y después abra este enlace en el teléfono o escanee el código con su cámara.',
  traccar:
    'Instale Traccar Client y después escanee el código con esa aplicación, o escriba como servidor la parte anterior al signo de interrogación.',
  osmandNames: 'OsmAnd o GPSLogger',
  osmand:
    'OsmAnd: pegue esto en Complementos, Grabación de viaje, Seguimiento en línea. Para otra aplicación con el formato de OsmAnd, use la parte anterior al signo de interrogación.',
});

export const shownOnce: Translation<typeof en.shownOnce> = () => ({
  done: 'Listo',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'No se pudo copiar. Seleccione el texto y cópielo.',
});
