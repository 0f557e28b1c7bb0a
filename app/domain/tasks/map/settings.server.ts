/** The part of the settings that a map in a browser needs. */
import type { MapSettings } from './map';
import { env } from '~/env.server';

/** Google's id for maps without a style of their own. */
const DEMO_MAP_ID = 'DEMO_MAP_ID';

export const mapSettings: MapSettings = {
  tiles: env.MAP_TILE_URL
    ? { url: env.MAP_TILE_URL, attribution: env.MAP_TILE_ATTRIBUTION ?? '', maxZoom: env.MAP_TILE_MAX_ZOOM }
    : null,
  google: env.GOOGLE_MAPS_API_KEY
    ? { key: env.GOOGLE_MAPS_API_KEY, mapId: env.GOOGLE_MAPS_MAP_ID ?? DEMO_MAP_ID }
    : null,
};
