/** An invented city with suburbs, as large as the demo network, because the project contains no map data. */
type Point = [lon: number, lat: number];
type Tags = Record<string, string>;

/** Nodes and ways with tags of OpenStreetMap. The ids of nodes count from 1. Degrees. */
type Town = {
  nodes: [id: number, ...at: Point, tags?: Tags][];
  ways: [id: number, nodes: number[], tags: Tags][];
};

const MIDDLE: Point = [-94.62, 39.03];
const [WEST, SOUTH, EAST, NORTH] = [-95.02, 38.72, -94.2, 39.36];
/** Degrees of a mile. */
const LAT_MILE = 0.0145;
const LON_MILE = 0.0186;
const BLOCKS = 8;

const TOWNS: [name: string, place: string, ...at: Point][] = [
  ['Kansas City', 'city', -94.583, 39.087],
  ['Olathe', 'city', -94.808, 38.884],
  ['Overland Park', 'city', -94.676, 38.968],
  ['Independence', 'city', -94.425, 39.083],
  ['Lee’s Summit', 'town', -94.378, 38.918],
  ['Lenexa', 'town', -94.752, 38.956],
  ['Shawnee', 'town', -94.735, 39.02],
  ['Raytown', 'town', -94.465, 39.005],
  ['Gladstone', 'town', -94.555, 39.21],
  ['Grandview', 'town', -94.53, 38.885],
  ['Liberty', 'town', -94.42, 39.245],
  ['Blue Springs', 'town', -94.286, 39.027],
];
const TREES = [
  'Ash',
  'Birch',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Hazel',
  'Juniper',
  'Linden',
  'Maple',
  'Oak',
  'Pine',
];

const PARKS: [lon: number, lat: number, radius: number, name: string][] = [
  [-94.33, 38.99, 0.026, 'Alder Lake'],
  [-94.87, 39.03, 0.02, 'Heron Lake'],
  [-94.4, 38.87, 0.016, 'Mill Lake'],
  [-94.56, 39.0, 0.011, 'Foundry Park'],
  [-94.7, 39.17, 0.016, 'Signal Hill'],
  [-94.6, 38.92, 0.009, 'Prairie Park'],
  [-94.45, 39.17, 0.013, 'Bluff Woods'],
  [-94.8, 38.83, 0.014, 'Cedar Park'],
  [-94.52, 39.05, 0.006, 'Mill Green'],
  [-94.66, 39.06, 0.006, 'Orchard Park'],
];

/** Returns the latitude of the river, which bends around the hills, and around a dealership of the demo. */
const riverAt = (lon: number) =>
  39.125 +
  0.022 * Math.sin((lon + 94.6) * 21) +
  0.012 * Math.sin((lon + 94.3) * 47) +
  0.01 * Math.exp(-(((lon + 94.753) / 0.03) ** 2));
/** Bends roads with the land. */
const bent = ([lon, lat]: Point): Point => [
  lon + 0.0016 * Math.sin(lat * 38 + lon * 21) + 0.0003 * Math.sin(lat * 230 + lon * 60),
  lat + 0.0014 * Math.sin(lon * 33 + lat * 17) + 0.0003 * Math.sin(lon * 210 + lat * 70),
];
const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by);
const around = ([lon, lat]: Point, radius: number, waves: number): Point[] =>
  steps(0, 2 * Math.PI, Math.PI / 24).map((angle) => {
    const far = radius * (1 + 0.16 * Math.sin(waves * angle + lon * 50) + 0.08 * Math.cos(5 * angle));
    return [lon + far * 1.28 * Math.cos(angle), lat + far * Math.sin(angle)];
  });
const closed = (points: Point[]) => [...points, ...points.slice(0, 1)];
const apart = ([lon, lat]: Point, [x, y]: Point) => Math.hypot((lon - x) / 1.28, lat - y);
const isInPark = (at: Point) => PARKS.some(([lon, lat, radius]) => apart(at, [lon, lat]) < radius);

export function inventedTown(): Town {
  const osm: Town = {
    nodes: TOWNS.map(([name, place, lon, lat], i) => [i + 1, lon, lat, { place, name }]),
    ways: [],
  };
  /** Streets that cross share a node. */
  const ids = new Map<string, number>();
  const nodeAt = (at: Point) => {
    const key = at.map((part) => part.toFixed(6)).join();
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = osm.nodes.length + 1;
    osm.nodes.push([id, ...at]);
    ids.set(key, id);
    return id;
  };
  const way = (points: Point[], tags: Tags) => {
    if (points.length > 1) osm.ways.push([osm.ways.length + 1, points.map(nodeAt), tags]);
  };

  // Adds water and parks.
  const along = steps(WEST, EAST, 0.006);
  const bank = (side: number) =>
    along.map((lon): Point => [lon, riverAt(lon) + side * (0.0028 + 0.0012 * Math.sin(lon * 70))]);
  way(closed([...bank(1), ...bank(-1).reverse()]), { natural: 'water', water: 'river', name: 'Alder River' });
  const creek = (lon: number, bends: number) =>
    steps(SOUTH, riverAt(lon), 0.008).map((lat): Point => [lon + 0.018 * Math.sin(lat * bends), lat]);
  way([...creek(-94.66, 42), [-94.66, riverAt(-94.66)]], { waterway: 'river', name: 'Heron Creek' });
  way(creek(-94.47, 35), { waterway: 'river', name: 'Stony Creek' });
  for (const [lon, lat, radius, name] of PARKS) {
    const isLake = name.includes('Lake');
    way(closed(around([lon, lat], radius, 3)), { leisure: 'park', name: isLake ? `${name} Park` : name });
    if (isLake) way(closed(around([lon, lat], 0.6 * radius, 2)), { natural: 'water', name });
  }

  // Adds a road each mile, streets between them in the city, and highways across the whole area.
  const lats = steps(SOUTH, NORTH, LAT_MILE / BLOCKS);
  const lons = steps(WEST, EAST, LON_MILE / BLOCKS);
  const isDry = (at: Point) => Math.abs(at[1] - riverAt(at[0])) > 0.006;
  const kindOf = (i: number) =>
    i % (3 * BLOCKS) === 0 ? 'primary' : i % BLOCKS === 0 ? 'secondary' : 'residential';
  /** The city's edge is uneven. The towns also have streets around them. */
  const edgeAt = ([lon, lat]: Point) =>
    0.2 * (1 + 0.22 * Math.sin(5 * Math.atan2(lat - MIDDLE[1], lon - MIDDLE[0])));
  const isBuilt = (at: Point, spread: number) =>
    apart(at, MIDDLE) < spread * edgeAt(at) ||
    TOWNS.some(([, , lon, lat]) => apart(at, [lon, lat]) < 0.055 * spread);
  const roads = (line: Point[], i: number, name: string) => {
    const highway = kindOf(i);
    const spread = { primary: 1.5, secondary: 1.1, residential: 0.9 }[highway];
    let piece: Point[] = [];
    const end = () => {
      way(piece, { highway, name });
      piece = [];
    };
    for (const point of line) {
      const isOpen = highway === 'primary' || (isDry(point) && !isInPark(point));
      if (isOpen && isBuilt(point, spread)) piece.push(bent(point));
      else end();
    }
    end();
  };
  const nameOf = (i: number, kind: string) => `${TREES[(i * 5) % TREES.length] ?? ''} ${kind}`;
  lats.forEach((lat, i) => {
    roads(
      lons.map((lon): Point => [lon, lat]),
      i,
      `${String(i + 2)}th Street`,
    );
  });
  lons.forEach((lon, i) => {
    roads(
      lats.map((lat): Point => [lon, lat]),
      i,
      nameOf(i, i % BLOCKS === 0 ? 'Boulevard' : 'Avenue'),
    );
  });
  const highway = (points: Point[], ref: string) => {
    way(points, { highway: 'motorway', ref });
  };
  const ring = around(MIDDLE, 0.15, 3);
  highway(closed(ring), 'H 4');
  const across = (bend: number, place: (at: number, off: number) => Point) =>
    steps(-1, 1, 0.04).map((at) => place(at, bend * Math.sin(at * 4)));
  highway(
    across(0.02, (at, off) => [MIDDLE[0] + 0.4 * at, MIDDLE[1] + 0.03 + 0.03 * at + off]),
    'H 1',
  );
  highway(
    across(0.025, (at, off) => [MIDDLE[0] + 0.03 + off, MIDDLE[1] + 0.31 * at]),
    'H 2',
  );
  highway(
    across(0.015, (at, off) => [MIDDLE[0] - 0.02 + 0.32 * at, MIDDLE[1] + 0.27 * at + off]),
    'H 3',
  );
  return osm;
}
