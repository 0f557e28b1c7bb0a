/** Fetches street tiles. The library would accept a "not found" page as a tile, and would not report a lost tile. */
import { PmtilesSource, TileCache, View, type Feature } from 'protomaps-leaflet';
import { streetTile, type Streets } from '~/domain/geography/region/map-settings';
import { namedStreets } from './street-names';

const TILE = 'application/vnd.mapbox-vector-tile';
/** A request without an answer within this time counts as a lost tile. */
const LATEST_MS = 20_000;
/** A tile of data covers 2 × 2 squares of 256 pixels. */
const LEVEL_DIFFERENCE = 1;
const DATA_PIXELS = 512;

type Archive = Exclude<ConstructorParameters<typeof PmtilesSource>[0], string>;

/** The parts of a region's archive that the library uses. */
function archiveOf(id: string): Archive {
  const getZxy = async (z: number, x: number, y: number, left?: AbortSignal) => {
    const late = new AbortController();
    const timer = window.setTimeout(() => {
      late.abort(new Error('Too late'));
    }, LATEST_MS);
    const leave = () => {
      late.abort(left?.reason);
    };
    left?.addEventListener('abort', leave);
    try {
      const answer = await fetch(streetTile(id, z, x, y), { redirect: 'error', signal: late.signal });
      if (answer.status === 204) return undefined;
      if (!answer.ok || answer.headers.get('Content-Type') !== TILE)
        throw new Error(`Tile: HTTP ${String(answer.status)}`);
      return { data: await answer.arrayBuffer() };
    } finally {
      window.clearTimeout(timer);
      left?.removeEventListener('abort', leave);
    }
  };
  return { getZxy } as unknown as Archive;
}

/** The view of a region's tiles. Leaving a zoom level cancels its requests. */
export function viewOf({ id, zooms: [, deepest] }: Streets): View {
  const source = new PmtilesSource(archiveOf(id), true);
  const get: typeof source.get = async (...args) => {
    const layers = await source.get(...args);
    const [roads = [], places = []] = [layers.get('roads'), layers.get('places')];
    layers.set(STREET_NAMES, namedStreets(roads));
    layers.set(TOWNS, places.filter(isTown));
    return layers.set(
      'places',
      places.filter((place) => !isTown(place)),
    );
  };
  return new View(new TileCache({ get }, DATA_PIXELS), deepest, LEVEL_DIFFERENCE);
}

/** The names of layers that are added to each tile. The map writes the names of towns, because they make room for markers. */
export const STREET_NAMES = 'street names';
export const TOWNS = 'towns';

const isTown = ({ props }: Feature) => props.kind_detail === 'city' || props.kind_detail === 'town';

/** The first zoom level of the map that has data. */
export const firstZoom = ({ zooms: [first] }: Streets) => first + LEVEL_DIFFERENCE;

export const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';
