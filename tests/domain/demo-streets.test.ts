/** The demo's places are beside the streets of the invented town. */
import { ACCOUNTS, DEALERSHIPS } from 'db/demo/accounts';
import { expect, test } from 'vitest';
import { inventedTown } from '~/modules/region-builder/invented-town';

const METERS_PER_DEGREE = 111_320;
/** Half the way between two streets, and the length of a drive. */
const NEAR_METERS = 150;
/** No piece of a street is longer. */
const AROUND_METERS = 1_000;

type Flat = [x: number, y: number];

/** Returns meters in the plane. */
const flat = (lon: number, lat: number): Flat => [
  lon * METERS_PER_DEGREE * Math.cos((39 * Math.PI) / 180),
  lat * METERS_PER_DEGREE,
];

function distanceTo([x, y]: Flat, [ax, ay]: Flat, [bx, by]: Flat): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

test('every place of the demo is near a street of the town @long', () => {
  const { nodes, ways } = inventedTown();
  const at = new Map(nodes.map(([id, lon, lat]) => [id, flat(lon, lat)]));
  const pieces = ways
    .filter(([, , { highway }]) => highway !== undefined && highway !== 'motorway')
    .flatMap(([, line]) =>
      line.slice(1).flatMap((node, i) => {
        const [from, to] = [at.get(line[i] ?? 0), at.get(node)];
        return from && to ? [{ from, to }] : [];
      }),
    );
  const places = [
    ...ACCOUNTS.flatMap(({ name, addresses }) => addresses.map((address) => ({ ...address, name }))),
    ...DEALERSHIPS,
  ];
  const far = places.flatMap(({ name, longitude, latitude }) => {
    const place = flat(Number(longitude), Number(latitude));
    const isNear = pieces.some(
      ({ from, to }) =>
        Math.abs(from[0] - place[0]) < AROUND_METERS && distanceTo(place, from, to) < NEAR_METERS,
    );
    return isNear ? [] : [name];
  });
  expect(far).toEqual([]);
});
