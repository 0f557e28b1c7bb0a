/** Builds the rings of areas of relations, whose borders consist of several ways. */

export type Point = readonly [x: number, y: number];

/**
 * Joins lines that share their ends, in any direction. @returns the rings that close. Other lines belong to
 * an area that is incomplete in the file: closing a river whose ways are cut off would flood a city.
 */
export function closedRings(lines: Uint32Array[]): Uint32Array[] {
  const rings: Uint32Array[] = [];
  const open = new Map<number, Uint32Array[]>();
  const atEnd = (point: number) => open.get(point) ?? open.set(point, []).get(point) ?? [];
  const used = new Set<Uint32Array>();
  for (const each of lines) {
    if (each.length >= 4 && each[0] === each.at(-1)) rings.push(each);
    else if (each.length >= 2) for (const end of [each[0], each.at(-1)]) atEnd(end ?? 0).push(each);
  }
  for (const start of new Set([...open.values()].flat())) {
    if (used.has(start)) continue;
    used.add(start);
    const points = [...start];
    for (;;) {
      const end = points.at(-1);
      if (points.length > 3 && end === points[0]) {
        rings.push(Uint32Array.from(points));
        break;
      }
      const next = open.get(end ?? 0)?.find((each) => !used.has(each));
      if (!next) break;
      used.add(next);
      const onward = next[0] === end ? next : next.slice().reverse();
      for (let i = 1; i < onward.length; i += 1) points.push(onward[i] ?? 0);
    }
  }
  return rings;
}

type Axis = { at(point: number): number };

/** @param pointAt returns one of the `length` points of the ring. */
export function isInside(length: number, pointAt: (i: number) => Point, [x, y]: Point): boolean {
  let inside = false;
  let [bx, by] = pointAt(length - 1);
  for (let i = 0; i < length; i += 1) {
    const [ax, ay] = pointAt(i);
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    [bx, by] = [ax, ay];
  }
  return inside;
}

/** Returns each outer ring, followed by its holes. Holes whose ring is missing are left out. */
export function polygons(
  outers: Uint32Array[],
  inners: Uint32Array[],
  { lon, lat }: { lon: Axis; lat: Axis },
) {
  const holes = outers.map((): Uint32Array[] => []);
  const at = (ring: Uint32Array, i: number): Point => [lon.at(ring[i] ?? 0), lat.at(ring[i] ?? 0)];
  for (const inner of inners) {
    const isAround = (outer: Uint32Array) => isInside(outer.length, (i) => at(outer, i), at(inner, 0));
    holes[outers.findIndex(isAround)]?.push(inner);
  }
  return outers.flatMap((points, index) => [
    { points, isHole: false },
    ...(holes[index] ?? []).map((hole) => ({ points: hole, isHole: true })),
  ]);
}
