import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  APART_PIXELS,
  canPart,
  clusterMarkers,
  MOST_MARKERS,
  OWN_APART_PIXELS,
} from '~/components/map/cluster';
import type { Marker, Shown } from '~/components/map/scene';
import { onSquareWorld } from '~/domain/geography/coordinates';

const EVERYTHING: Shown = { zoom: 10, south: 38, west: -96, north: 40, east: -93 };

const marker = (id: number, lat: number, lng: number, more: Partial<Marker> = {}): Marker => ({
  key: String(id),
  at: { lat, lng },
  tone: 'delivery',
  type: 'delivery',
  sign: 'D',
  badge: '',
  approximate: false,
  label: '',
  tasks: [],
  standing: null,
  driverColor: null,
  stop: null,
  ...more,
});

const spread = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    marker(i, 38.5 + (i % 40) / 40, -95 + ((i * 7) % 50) / 50, i % 100 === 0 ? { tone: 'urgent' } : {}),
  );

const keysIn = (drawn: Marker[]) => drawn.flatMap((each) => (each.members ?? [each]).map(({ key }) => key));

/** Returns the smallest distance between two markers, horizontal or vertical, in pixels. */
function leastDistance(drawn: Marker[], zoom: number): number {
  const points = drawn.map(({ at }) => onSquareWorld(at));
  let least = Infinity;
  for (const [index, one] of points.entries())
    for (const other of points.slice(index + 1))
      least = Math.min(least, Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)));
  return least * 256 * 2 ** zoom;
}

test('none are drawn before the map has said what it shows', () => {
  expect(clusterMarkers(spread(5), null)).toEqual([]);
});

test('many become clusters: every stop is in exactly one, urgent ones are told', () => {
  const drawn = clusterMarkers(spread(3_000), EVERYTHING);
  expect(drawn.length).toBeLessThanOrEqual(MOST_MARKERS);
  expect(new Set(keysIn(drawn)).size).toBe(3_000);
  expect(drawn.some(({ label }) => /^\d+ stops, \d+ urgent$/.test(label))).toBe(true);
  expect(new Set(drawn.map(({ key }) => key)).size).toBe(drawn.length);
});

test('from close by they are single stops again, and what is far away is not drawn', () => {
  const [target] = spread(3_000);
  if (!target) throw new Error('no marker');
  const { lat, lng } = target.at;
  const close = { zoom: 17, south: lat - 0.005, west: lng - 0.005, north: lat + 0.005, east: lng + 0.005 };
  const many = Array.from({ length: 3_000 }, (_, i) => marker(i, lat + (i % 60) / 600, lng + i / 6_000));
  const drawn = clusterMarkers(many, close);
  expect(drawn.every(({ members }) => members === undefined)).toBe(true);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.length).toBeLessThan(100);
});

test('at any zoom level nothing is lost, no two are closer than their size, and panning changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.double({ min: 38.1, max: 39.9, noNaN: true }),
          fc.double({ min: -95.9, max: -93.1, noNaN: true }),
        ),
        { minLength: 1, maxLength: 100 },
      ),
      fc.integer({ min: 3, max: 18 }),
      (points, zoom) => {
        const markers = points.map(([lat, lng], id) =>
          marker(id, lat, lng, id % 9 === 0 ? { standing: 'selected', stop: id } : {}),
        );
        const drawn = clusterMarkers(markers, { ...EVERYTHING, zoom });
        expect(keysIn(drawn).sort()).toEqual(markers.map(({ key }) => key).sort());
        expect(leastDistance(drawn, zoom)).toBeGreaterThanOrEqual(OWN_APART_PIXELS - 1e-3);
        const others = drawn.filter(({ standing }) => standing !== 'selected');
        expect(leastDistance(others, zoom)).toBeGreaterThanOrEqual(APART_PIXELS - 1e-3);
        expect(clusterMarkers(markers, { zoom, south: 39, west: -94, north: 39.1, east: -93.9 })).toEqual(
          drawn,
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('stops of the selected driver keep their numbers; what is close joins them', () => {
  const drawn = clusterMarkers(
    [
      marker(1, 39, -94, { standing: 'faded', tone: 'urgent' }),
      marker(2, 39, -94.0001, { standing: 'selected', stop: 4, sign: '4' }),
      marker(3, 39, -94.0002, { standing: 'selected', stop: 2, sign: '2' }),
      marker(4, 39.5, -94, { standing: 'faded' }),
    ],
    EVERYTHING,
  );
  expect(drawn.map(({ key, sign, badge, label }) => [key, sign, badge, label])).toEqual([
    ['3', '2', '!+2', 'Stop 2, 4 of 3 stops here, 1 urgent'],
    ['4', 'D', '', ''],
  ]);
});

test('stops of the selected driver that overlap a little are markers of their own, unlike those of others', () => {
  // At zoom level 12 these are 30 pixels apart.
  const apart = (30 * 360) / (256 * 2 ** 12);
  const two = (more: Partial<Marker>) => [
    marker(1, 39, -94, { ...more, stop: 1 }),
    marker(2, 39, -94 + apart, { ...more, stop: 2 }),
  ];
  const drawn = (more: Partial<Marker>) => clusterMarkers(two(more), { ...EVERYTHING, zoom: 12 }).length;
  expect([drawn({ standing: 'selected' }), drawn({ standing: 'faded' }), drawn({})]).toEqual([2, 1, 1]);
});

test('a closer look shows places apart, but never places on one point', () => {
  const apart = [marker(1, 39, -94), marker(2, 39.001, -94)];
  expect([canPart(apart, 12), canPart(apart, 17)]).toEqual([true, false]);
  expect(canPart([marker(1, 39, -94), marker(2, 39, -94)], 12)).toBe(false);
});
