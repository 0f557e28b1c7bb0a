/**
 * Stores everything that is drawn as long lists of numbers: objects for each point would need many times the
 * memory.
 */
import { type Class, isStreet } from './classes';

/** Lists of numbers that are too long for arrays of JavaScript: a region has millions of points. */
type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

export class Growing<Items extends Numbers> {
  #items: Items;
  length = 0;

  /** @param first the length to begin with. */
  constructor(
    private readonly make: new (length: number) => Items,
    first?: Items,
  ) {
    this.#items = first ?? new make(1_024);
    this.length = first?.length ?? 0;
  }

  /** @returns the index of the number. */
  push(value: number): number {
    if (this.length === this.#items.length) {
      const wider = new this.make(Math.max(1_024, this.#items.length * 2));
      wider.set(this.#items);
      this.#items = wider;
    }
    this.#items[this.length] = value;
    return this.length++;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  /** Returns the items that have been added, without the spare room. It shares memory with the list. */
  view(): Items {
    return this.#items.subarray(0, this.length) as Items;
  }
}

/** Sorts in place. @returns each number once. */
export function sortedOnce(numbers: Float64Array): Float64Array {
  numbers.sort();
  let kept = 0;
  for (const value of numbers) {
    if (kept > 0 && numbers[kept - 1] === value) continue;
    numbers[kept] = value;
    kept += 1;
  }
  return numbers.slice(0, kept);
}

/** The place of a number in a sorted list; -1 when it is not there. */
export function placeIn(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Ten-millionths of a degree: west, south, east, north. */
export type Extent = [west: number, south: number, east: number, north: number];
export const DEGREE = 1e7;
/** The longitude of a point that is not in the file. */
export const MISSING = -2_147_483_648;

type Ring = { points: Uint32Array | number[]; isHole: boolean };
type Place = { class: Class; lon: number; lat: number };

// A smaller area would be a dot.
const SMALLEST_AREA_PX = 8;
const TILE_PX = 256;

/** Stores equal classes once: most roads of a name consist of many ways. */
export class ClassList {
  readonly #known: Class[] = [];
  readonly #numbers = new Map<string, number>();

  /** @returns the number of the class. */
  know(given: Class): number {
    const key = JSON.stringify(given);
    const number = this.#numbers.get(key) ?? this.#known.push(given) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  at(number: number): Class {
    const known = this.#known[number];
    if (!known) throw new Error(`Class ${String(number)} is not known`);
    return known;
  }
}

export class MapData {
  readonly lon: Growing<Int32Array>;
  readonly lat: Growing<Int32Array>;
  readonly places: Place[] = [];
  /** Points of all parts: lines, or rings of areas. */
  readonly #points = new Growing(Uint32Array);
  readonly #partStarts = new Growing(Uint32Array);
  readonly #holes = new Growing(Uint8Array);
  readonly #firstParts = new Growing(Uint32Array);
  readonly #classes = new Growing(Uint32Array);
  readonly #minZooms = new Growing(Uint8Array);
  readonly #extents = new Growing(Int32Array);

  constructor(
    private readonly classes: ClassList,
    lon: Int32Array,
    lat: Int32Array,
  ) {
    this.lon = new Growing(Int32Array, lon);
    this.lat = new Growing(Int32Array, lat);
  }

  get length(): number {
    return this.#classes.length;
  }

  addPoint(lon: number, lat: number): number {
    this.lat.push(lat);
    return this.lon.push(lon);
  }

  /**
   * Adds lines, one for each part, or an area of rings. Each ring that is not a hole begins another polygon.
   */
  add(given: Class, parts: Ring[]): void {
    const classNumber = this.classes.know(given);
    const firstPart = this.#partStarts.length;
    for (const { points, isHole } of parts) {
      this.#partStarts.push(this.#points.length);
      this.#holes.push(isHole ? 1 : 0);
      for (const point of points) this.#points.push(point);
    }
    const extent = this.extentOfParts(parts);
    for (const value of extent) this.#extents.push(value);
    this.#firstParts.push(firstPart);
    this.#classes.push(classNumber);
    const { minZoom, isArea } = given;
    this.#minZooms.push(isArea ? Math.max(minZoom, zoomOfArea(extent)) : minZoom);
  }

  extentOfParts(parts: Ring[]): Extent {
    const extent = nowhere();
    for (const { points } of parts)
      for (const point of points) include(extent, this.lon.at(point), this.lat.at(point));
    return extent;
  }

  /** Points of streets from all over the map, about as many as are asked for. */
  streetPoints(wanted: number): [lon: number, lat: number][] {
    const streets = Array.from({ length: this.length }, (_, item) => item).filter((item) =>
      isStreet(this.classOf(item)),
    );
    const step = Math.ceil(streets.length / wanted);
    return streets
      .filter((_, i) => i % step === 0)
      .map((item) => {
        const point = this.#points.at(this.#partStarts.at(this.#firstParts.at(item)));
        return [this.lon.at(point), this.lat.at(point)];
      });
  }

  minZoomOf = (item: number): number => this.#minZooms.at(item);
  classOf = (item: number): Class => this.classes.at(this.#classes.at(item));
  extentOf = (item: number): Extent =>
    [0, 1, 2, 3].map((side) => this.#extents.at(item * 4 + side)) as Extent;

  *partsOf(item: number): Generator<{ isHole: boolean; coordinates: [lon: number, lat: number][] }> {
    const end = item + 1 < this.length ? this.#firstParts.at(item + 1) : this.#partStarts.length;
    for (let part = this.#firstParts.at(item); part < end; part += 1) {
      const until = part + 1 < this.#partStarts.length ? this.#partStarts.at(part + 1) : this.#points.length;
      const coordinates: [number, number][] = [];
      for (let i = this.#partStarts.at(part); i < until; i += 1) {
        const point = this.#points.at(i);
        coordinates.push([this.lon.at(point) / DEGREE, this.lat.at(point) / DEGREE]);
      }
      yield { isHole: this.#holes.at(part) === 1, coordinates };
    }
  }
}

export const nowhere = (): Extent => [Infinity, Infinity, -Infinity, -Infinity];

export function include(extent: Extent, lon: number, lat: number): void {
  if (lon < extent[0]) extent[0] = lon;
  if (lat < extent[1]) extent[1] = lat;
  if (lon > extent[2]) extent[2] = lon;
  if (lat > extent[3]) extent[3] = lat;
}

export const overlaps = (a: Extent, b: Extent) =>
  a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

/** The first zoom at which an area is large enough to be seen. */
function zoomOfArea([west, south, east, north]: Extent): number {
  const stretch = Math.cos(((south + north) / 2 / DEGREE) * (Math.PI / 180));
  const share = Math.max(east - west, (north - south) / stretch) / (360 * DEGREE);
  return Math.min(14, Math.ceil(Math.log2(SMALLEST_AREA_PX / (TILE_PX * share))));
}

/** Converts degrees to places on the map of the world, counted in tiles from the north-west corner. */
export const tileX = (lon: number, zoom: number) => (lon / 360 + 0.5) * 2 ** zoom;

export function tileY(lat: number, zoom: number): number {
  const sine = Math.sin(lat * (Math.PI / 180));
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom;
}
