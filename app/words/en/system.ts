/** Texts about the installation for everyone. Texts for admins only are in English, in the folder of their page. */
import { part } from '~/words/words';

export const system = part('words:system', ({ plural }) => ({
  pageTitle: 'System Information · Parts Dispatch',
  title: 'System Information',
  userId: 'User ID',
  version: 'Version',
  map: 'Map',
  streetMap: 'Street map',
  addresses: 'Addresses',
  routes: 'Routes',
  notifications: 'Notifications',
  houseNumbers: (counties: number, since: string) =>
    `House numbers of ${counties} ${plural(counties, { one: 'county', other: 'counties' })}, as of ${since}`,
  // The street map
  beingMade: 'A region is being made.',
  refresh: 'Refresh',
  noStreetMap: 'No street map. It is added on the server by npm run region.',
  invented:
    'Invented streets of the demo. Add your region on the server by npm run region -- FILE.osm.pbf, with a file from download.geofabrik.de or extract.bbbike.org.',
  asOf: (day: string | null) => `, as of ${day ?? 'unknown'}`,
  sizes: (map: string, roads: string | null) =>
    `Map ${map}, ${roads === null ? 'no road times' : `roads ${roads}`}`,
  // Providers
  ownServer: 'your own server',
  builtInAddresses: 'Built in: ZIP codes and cities, approximate',
  at: (name: string, host: string) => `${name} at ${host}`,
  pushServices: 'Through the push services of the browsers',
  onlyHttps: 'Only at an https address, or on the server’s own machine',
  tilesFrom: (host: string) => `Tiles from ${host}`,
  withoutStreets: 'Built in, without streets',
  withInvented: 'Built in, with invented streets',
  withStreets: 'Built in, with streets',
  googleRoutes: 'Google Routes, with traffic',
  regionRoads: 'Roads of the street map',
  estimated: 'Built in: distance-based',
}));
