/**
 * Decides which things of OpenStreetMap are drawn, and from which zoom on. Layers and their properties are
 * named as in the schema "basemaps" version 4 of Protomaps, so that a file made by others is drawn by the
 * same rules.
 */
type Tags = Record<string, string>;

export type Layer = 'landuse' | 'water' | 'roads' | 'places' | 'boundaries';
export type Properties = Record<string, string | number | boolean>;
/** A kind of thing that is drawn. `isArea`: it is drawn only when its line is closed. */
export type Class = { layer: Layer; minZoom: number; isArea: boolean; properties: Properties };

/** The Open Database License asks for it on every map and print made of the data. */
export const ATTRIBUTION = '© OpenStreetMap contributors';

export const WAY_KEYS = new Set([
  'highway',
  'footway',
  'service',
  'railway',
  'route',
  'aeroway',
  'tunnel',
  'bridge',
  'oneway',
  'name',
  'ref',
  'natural',
  'waterway',
  'water',
  'landuse',
  'leisure',
  'amenity',
  'military',
  'area',
  'boundary',
  'admin_level',
]);
export const RELATION_KEYS = new Set([...WAY_KEYS, 'type', 'building', 'place', 'building:part']);
export const PLACE_KEYS = new Set(['place', 'name', 'population']);

export const DEEPEST_ZOOM = 14;
/** At lower zooms, a region of any size is one point. */
export const FIRST_ZOOM = 4;
/**
 * From this zoom on, streets of the neighborhood are drawn. Roads that are drawn earlier give the region its
 * box.
 */
const STREETS_ZOOM = 12;
const LAST_ZOOM = DEEPEST_ZOOM;

/** Kind and first zoom by `highway`. Secondary roads come late: a tile of a whole metro area must stay small. */
const ROADS: Record<string, [kind: string, minZoom: number]> = {
  motorway: ['highway', 4],
  trunk: ['major_road', 6],
  primary: ['major_road', 7],
  secondary: ['major_road', 10],
  tertiary: ['major_road', 10],
  residential: ['minor_road', STREETS_ZOOM],
  unclassified: ['minor_road', STREETS_ZOOM],
  living_street: ['minor_road', STREETS_ZOOM],
  road: ['minor_road', STREETS_ZOOM],
  service: ['minor_road', LAST_ZOOM],
  busway: ['minor_road', LAST_ZOOM],
  track: ['path', LAST_ZOOM],
  path: ['path', LAST_ZOOM],
  pedestrian: ['path', LAST_ZOOM],
  footway: ['path', LAST_ZOOM],
  cycleway: ['path', LAST_ZOOM],
  bridleway: ['path', LAST_ZOOM],
  steps: ['path', LAST_ZOOM],
};
const FIRST_LINK_ZOOM = 10;
const LINK_LATER = 3;

const LEFT_OUT_PATHS = new Set(['sidewalk', 'crossing', 'access_aisle', 'traffic_island']);
const LEFT_OUT_SERVICES = new Set(['parking_aisle', 'driveway', 'drive-through']);
const RAILS: Record<string, number> = { rail: 11, light_rail: 12, tram: 13, subway: 12, narrow_gauge: 13 };

export const isStreet = ({ layer, minZoom, properties: { kind } }: Class) =>
  layer === 'roads' && minZoom <= STREETS_ZOOM && (kind === 'highway' || String(kind).endsWith('_road'));

const given = (properties: Record<string, string | number | boolean | undefined>): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Properties;

function roadOf(tags: Tags): Class | null {
  const { highway = '', name, ref, oneway } = tags;
  const isLink = highway.endsWith('_link');
  const detail = isLink ? highway.slice(0, -'_link'.length) : highway;
  const [kind, zoom] = (Object.hasOwn(ROADS, detail) && ROADS[detail]) || [];
  if (!kind || zoom === undefined || tags.area === 'yes') return null;
  if (LEFT_OUT_PATHS.has(tags.footway ?? '') || LEFT_OUT_SERVICES.has(tags.service ?? '')) return null;
  const minZoom = isLink ? Math.max(FIRST_LINK_ZOOM, Math.min(zoom + LINK_LATER, STREETS_ZOOM)) : zoom;
  return line('roads', minZoom, {
    kind,
    kind_detail: detail,
    is_link: isLink || undefined,
    is_tunnel: isSet(tags.tunnel),
    is_bridge: isSet(tags.bridge),
    oneway: oneway === 'yes' || oneway === '-1' ? 'yes' : undefined,
    name,
    ref,
  });
}

const isSet = (value: string | undefined) => (value !== undefined && value !== 'no') || undefined;

const line = (
  layer: Layer,
  minZoom: number,
  properties: Record<string, string | number | boolean | undefined>,
): Class => ({ layer, minZoom, isArea: false, properties: given(properties) });

const area = (
  layer: Layer,
  minZoom: number,
  properties: Record<string, string | number | boolean | undefined>,
): Class => ({ layer, minZoom, isArea: true, properties: given(properties) });

function otherWayOf(tags: Tags): Class | null {
  const { railway = '', service, route, aeroway, name } = tags;
  const rail = Object.hasOwn(RAILS, railway) ? RAILS[railway] : undefined;
  const isUnderground = isSet(tags.tunnel);
  if (rail !== undefined && !(isUnderground && railway === 'subway'))
    return line('roads', service ? LAST_ZOOM : rail, {
      kind: 'rail',
      kind_detail: railway,
      is_tunnel: isUnderground,
    });
  if (route === 'ferry') return line('roads', 10, { kind: 'other', kind_detail: 'ferry', name });
  if (aeroway === 'runway') return line('roads', 11, { kind: 'other', kind_detail: 'runway' });
  if (aeroway === 'taxiway') return line('roads', 13, { kind: 'other', kind_detail: 'taxiway' });
  return null;
}

const STREAMS: Record<string, [kind: string, minZoom: number]> = {
  river: ['river', 8],
  canal: ['canal', 11],
  stream: ['stream', 13],
};

function streamOf({ waterway = '', name, tunnel }: Tags): Class | null {
  const [kind, minZoom] = (Object.hasOwn(STREAMS, waterway) && STREAMS[waterway]) || [];
  return kind && minZoom !== undefined && !isSet(tunnel) ? line('water', minZoom, { kind, name }) : null;
}

/** Returns the lines of a way; there may be several, as for a bridge that is also a boundary. */
export function linesOf(tags: Tags): Class[] {
  return [roadOf(tags) ?? otherWayOf(tags), streamOf(tags)].filter((each) => each !== null);
}

const LANDUSES: Record<string, Record<string, string>> = {
  leisure: { park: 'park', nature_reserve: 'park', golf_course: 'golf_course' },
  landuse: {
    cemetery: 'cemetery',
    forest: 'forest',
    military: 'military',
    recreation_ground: 'park',
    industrial: 'industrial',
    railway: 'industrial',
    port: 'industrial',
  },
  natural: { wood: 'wood' },
  amenity: {
    hospital: 'hospital',
    school: 'school',
    university: 'university',
    college: 'university',
    grave_yard: 'cemetery',
  },
  aeroway: { aerodrome: 'aerodrome' },
  military: { base: 'military', airfield: 'military' },
};

/**
 * Returns the class of a closed way or a relation that is an area. The zoom is the first one for areas of any
 * size.
 */
export function areaOf(tags: Tags): Class | null {
  const { natural, waterway, landuse, water, name } = tags;
  if (natural === 'water' || waterway === 'riverbank' || landuse === 'reservoir' || landuse === 'basin') {
    const isRiver = waterway === 'riverbank' || water === 'river' || water === 'canal';
    return area('water', 6, { kind: isRiver ? 'river' : 'water', name });
  }
  for (const [key, kinds] of Object.entries(LANDUSES)) {
    const value = tags[key] ?? '';
    if (Object.hasOwn(kinds, value)) return area('landuse', 9, { kind: kinds[value], name });
  }
  return null;
}

/**
 * Returns the class of the Census Bureau's water by the code of the feature: bays and the sea, rivers, and
 * the rest.
 */
export function waterOf(code: string, name: string): Class {
  const kind = /^H20(51|53)/.test(code) ? 'ocean' : code.startsWith('H3') ? 'river' : 'water';
  return area('water', kind === 'ocean' ? FIRST_ZOOM : 6, { kind, name: name || undefined });
}

export const OCEAN = area('water', FIRST_ZOOM, { kind: 'ocean' });
/** The shore is drawn as a line when it is not known on which side the water is. */
export const COASTLINE = line('water', 8, { kind: 'ocean' });

const BOUNDARIES: Record<number, [kind: string, minZoom: number]> = {
  2: ['country', FIRST_ZOOM],
  4: ['region', FIRST_ZOOM],
  6: ['county', 8],
};

/** The level of a border between countries, states or counties; 0 for other things. */
export function borderLevel({ boundary, admin_level: level }: Tags): number {
  return boundary === 'administrative' && Object.hasOwn(BOUNDARIES, level ?? '') ? Number(level) : 0;
}

export function borderOf(level: number): Class | null {
  const [kind, minZoom] = BOUNDARIES[level] ?? [];
  return kind && minZoom !== undefined ? line('boundaries', minZoom, { kind, kind_detail: level }) : null;
}

const PLACES: Record<string, { kind: string; minZoom: number; population: number }> = {
  city: { kind: 'locality', minZoom: 6, population: 50_000 },
  town: { kind: 'locality', minZoom: 8, population: 10_000 },
  village: { kind: 'locality', minZoom: 10, population: 1_000 },
  hamlet: { kind: 'locality', minZoom: 12, population: 200 },
  borough: { kind: 'neighbourhood', minZoom: 11, population: 0 },
  suburb: { kind: 'neighbourhood', minZoom: 11, population: 0 },
  quarter: { kind: 'neighbourhood', minZoom: 12, population: 0 },
  neighbourhood: { kind: 'neighbourhood', minZoom: 13, population: 0 },
};
const LARGE_CITY = 500_000;
/** The steps of population in the schema. */
const RANKS = [0, 200, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 5e6, 2e7, 5e7, 1e8, 1e9];

export function placeOf({ place = '', name, population: tagged }: Tags): Class | null {
  const found = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  if (!found || !name) return null;
  const population = /^\d{1,9}$/.test(tagged ?? '') ? Number(tagged) : found.population;
  const minZoom = population >= LARGE_CITY && place === 'city' ? FIRST_ZOOM : found.minZoom;
  const rank = RANKS.filter((least) => population >= least).length - 1;
  return line('places', minZoom, {
    kind: found.kind,
    kind_detail: place,
    name,
    min_zoom: minZoom,
    population_rank: rank,
    sort_rank: RANKS.length - rank,
  });
}
