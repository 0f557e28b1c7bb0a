import type * as en from '~/words/en/system';
import type { Translation } from '~/words/words';

export const system: Translation<typeof en.system> = ({ plural }) => ({
  pageTitle: 'Información del sistema · Parts Dispatch',
  title: 'Información del sistema',
  userId: 'Número de usuario',
  version: 'Versión',
  map: 'Mapa',
  streetMap: 'Mapa de calles',
  addresses: 'Direcciones',
  routes: 'Rutas',
  notifications: 'Notificaciones',
  houseNumbers: (counties, since) =>
    `Números de casa de ${counties} ${plural(counties, { one: 'condado', other: 'condados' })}, datos de ${since}`,
  beingMade: 'Se está creando una región.',
  refresh: 'Actualizar',
  noStreetMap: 'No hay mapa de calles. Se agrega en el servidor con npm run region.',
  invented:
    'Calles inventadas de la demostración. Agregue su región en el servidor con npm run region -- ARCHIVO.osm.pbf, con un archivo de download.geofabrik.de o extract.bbbike.org.',
  asOf: (day) => (day === null ? ', fecha desconocida' : `, datos del ${day}`),
  sizes: (map, roads) => `Mapa: ${map}; ${roads === null ? 'sin tiempos de manejo' : `calles: ${roads}`}`,
  ownServer: 'su propio servidor',
  builtInAddresses: 'Incluidas: códigos postales y ciudades, aproximadas',
  at: (name, host) => `${name} en ${host}`,
  pushServices: 'Por los servicios de notificaciones de los navegadores',
  onlyHttps: 'Solo en una dirección https, o en la computadora del servidor',
  tilesFrom: (host) => `Mapa de ${host}`,
  withoutStreets: 'Incluido, sin calles',
  withInvented: 'Incluido, con calles inventadas',
  withStreets: 'Incluido, con calles',
  googleRoutes: 'Google Routes, con tráfico',
  regionRoads: 'Calles del mapa de calles',
  estimated: 'Incluidas: por distancia',
});
