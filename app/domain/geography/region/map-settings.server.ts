/** Chooses the source of the maps: Google, a tile server, or the region's streets. */
import { currentRegion } from './region.server';
import { env } from '~/process/env.server';
import type { MapSettings, Streets } from './map-settings';

/** Google's id for maps without a style of their own. */
const DEMO_MAP_ID = 'DEMO_MAP_ID';

const services: Pick<MapSettings, 'tiles' | 'google'> = {
  tiles: env.MAP_TILE_URL
    ? { url: env.MAP_TILE_URL, attribution: env.MAP_TILE_ATTRIBUTION ?? '', maxZoom: env.MAP_TILE_MAX_ZOOM }
    : null,
  google: env.GOOGLE_MAPS_API_KEY
    ? { key: env.GOOGLE_MAPS_API_KEY, mapId: env.GOOGLE_MAPS_MAP_ID ?? DEMO_MAP_ID }
    : null,
};

/** Configured services win. The region is read each time because it changes while the application runs. */
export const mapSettings = (): MapSettings =>
  services.google ? { ...services, streets: null } : leafletSettings();

/** Settings for a map that is never Google's. */
export function leafletSettings(): MapSettings {
  const region = services.tiles ? null : currentRegion();
  return { tiles: services.tiles, google: null, streets: region && streetsOf(region) };
}

const streetsOf = ({ id, attribution, zooms, box }: Streets): Streets => ({ id, attribution, zooms, box });
