import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterMarkers, MOST_MARKERS } from '~/components/map/cluster';
import type { Marker, Shown } from '~/components/map/scene';

const EVERYTHING: Shown = { zoom: 10, south: 38, west: -96, north: 40, east: -93 };

const marker = (id: number, lat: number, lng: number, urgent = false): Marker => ({
  key: String(id),
  at: { lat, lng },
  offset: [0, 0],
  tone: urgent ? 'urgent' : 'delivery',
  type: 'delivery',
  sign: 'D',
  approximate: false,
  label: '',
  tasks: [],
});

const spread = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    marker(i, 38.5 + (i % 40) / 40, -95 + ((i * 7) % 50) / 50, i % 100 === 0),
  );

test('few are drawn as they are, before the map has said what it shows', () => {
  const few = spread(MOST_MARKERS);
  expect(clusterMarkers(few, null)).toBe(few);
});

test('many become clusters: every stop is in exactly one, urgent ones are told', () => {
  const drawn = clusterMarkers(spread(3_000), EVERYTHING);
  expect(drawn.length).toBeLessThanOrEqual(MOST_MARKERS);
  expect(drawn.reduce((sum, { clusterSize = 1 }) => sum + clusterSize, 0)).toBe(3_000);
  expect(drawn.some(({ label }) => /^\d+ stops, \d+ urgent: look closer$/.test(label))).toBe(true);
  expect(new Set(drawn.map(({ key }) => key)).size).toBe(drawn.length);
});

test('from close by they are single stops again, and what is far away is not drawn', () => {
  const [target] = spread(3_000);
  if (!target) throw new Error('no marker');
  const { lat, lng } = target.at;
  const close = { zoom: 17, south: lat - 0.005, west: lng - 0.005, north: lat + 0.005, east: lng + 0.005 };
  const drawn = clusterMarkers(spread(3_000), close);
  expect(drawn.every(({ clusterSize }) => clusterSize === undefined)).toBe(true);
  expect(drawn.length).toBeGreaterThan(0);
});

test('nothing is lost at any zoom level', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.double({ min: 38.1, max: 39.9, noNaN: true }),
          fc.double({ min: -95.9, max: -93.1, noNaN: true }),
        ),
        {
          minLength: MOST_MARKERS + 1,
          maxLength: MOST_MARKERS + 50,
        },
      ),
      fc.integer({ min: 3, max: 18 }),
      (points, zoom) => {
        const drawn = clusterMarkers(
          points.map(([lat, lng], id) => marker(id, lat, lng)),
          { ...EVERYTHING, zoom },
        );
        expect(drawn.reduce((sum, { clusterSize = 1 }) => sum + clusterSize, 0)).toBe(points.length);
      },
    ),
    { numRuns: 30 },
  );
});
