/** Who is asked for maps, places and roads, in words. Keys are never part of it, nor are addresses that may hold one. */
import { provider } from '~/domain/geocoding/provider.server';
import { env } from '~/env.server';

export type Providers = Record<'map' | 'geocoder' | 'routes', string>;

const hostOf = (url: string) => /^https?:\/\/(?:[^@/]*@)?([^/]+)/.exec(url)?.[1] ?? 'an own server';

export const providers: Providers = {
  map: env.GOOGLE_MAPS_API_KEY
    ? 'Google Maps'
    : env.MAP_TILE_URL
      ? `Tiles of ${hostOf(env.MAP_TILE_URL)}`
      : 'Built in, without tiles',
  geocoder:
    provider === null
      ? 'Built in: ZIP codes and cities, approximate'
      : provider.id === 'google'
        ? 'Google'
        : `Nominatim at ${hostOf(env.NOMINATIM_URL ?? '')}`,
  routes: env.GOOGLE_MAPS_SERVER_KEY
    ? 'Google Routes, with traffic'
    : env.OSRM_URL
      ? `OSRM at ${hostOf(env.OSRM_URL)}`
      : 'Built in: distance-based',
};
