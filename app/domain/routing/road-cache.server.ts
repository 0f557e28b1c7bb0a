/** Caches paid answers for a while, because a suggestion is computed again whenever its page loads. */
import type { LatLng } from './coordinates';
import type { RoadMatrix } from './road-matrix';

/** Traffic changes little in this time. */
const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 200;

type Kept = { places: string[]; matrix: Promise<RoadMatrix | null>; until: number };

const kept = new Map<string, Kept>();

const placeOf = ({ lat, lng }: LatLng) => `${lat.toFixed(6)},${lng.toFixed(6)}`;

/** The answer of `ask`, or a recent one for the same points in any order. A failure is not cached. */
export async function cachedMatrix(
  kind: string,
  points: LatLng[],
  ask: () => Promise<RoadMatrix | null>,
): Promise<RoadMatrix | null> {
  const places = points.map(placeOf);
  const key = `${kind} ${[...places].sort().join(' ')}`;
  const known = kept.get(key);
  if (known && known.until > Date.now()) return arranged(await known.matrix, known.places, places);
  const matrix = ask();
  kept.delete(key);
  kept.set(key, { places, matrix, until: Date.now() + KEPT_MS });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  const answer = await matrix;
  if (!answer && kept.get(key)?.matrix === matrix) kept.delete(key);
  return answer;
}

/** The same matrix with its points in another order. */
function arranged(matrix: RoadMatrix | null, from: string[], to: string[]): RoadMatrix | null {
  if (!matrix) return null;
  const size = to.length;
  // Of equal places, any row will do.
  const source = to.map((place) => from.indexOf(place));
  const cells = (values: Float64Array) =>
    Float64Array.from(values, (_, cell) => {
      const [row, column] = [source[Math.floor(cell / size)] ?? 0, source[cell % size] ?? 0];
      return values[row * size + column] ?? Infinity;
    });
  return { ...matrix, metres: cells(matrix.metres), seconds: cells(matrix.seconds) };
}
