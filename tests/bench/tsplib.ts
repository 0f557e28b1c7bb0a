/** Reads TSPLIB's files: closed tours with published optima. The files are not part of this repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Instance = { name: string; stopCount: number; costs: Float64Array; optimum: number | null };

type Point = [x: number, y: number];

/** Reads the instances of a folder, small ones first. */
export function readInstances(folder: string): Instance[] {
  const names = readdirSync(folder);
  const optima = readOptima(folder, names);
  return names
    .filter((file) => /\.a?tsp$/.test(file))
    .map((file) => {
      const instance = parse(readFileSync(join(folder, file), 'utf8'));
      return { ...instance, optimum: optima.get(instance.name) ?? null };
    })
    .sort((a, b) => a.stopCount - b.stopCount || a.name.localeCompare(b.name));
}

/** Finds "berlin52 7542" or "berlin52 : 7542" anywhere in the folder's notes. */
function readOptima(folder: string, names: string[]): Map<string, number> {
  const notes = names.filter((name) => /^(readme|solutions|optima)/i.test(name));
  const text = notes.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return new Map(
    [...text.matchAll(/\b([a-z]+\d+[a-z]*)\s*:?\s+(\d+)\b/gi)].map(([, name = '', optimum]) => [
      name,
      Number(optimum),
    ]),
  );
}

function parse(text: string): Omit<Instance, 'optimum'> {
  const header = (key: string) => new RegExp(`^${key}\\s*:\\s*(\\S+)`, 'm').exec(text)?.[1] ?? '';
  const stopCount = Number(header('DIMENSION'));
  const type = header('EDGE_WEIGHT_TYPE');
  const numbers = (section: string) =>
    (new RegExp(`${section}\\s+([-+.\\deE\\s]+)`).exec(text)?.[1] ?? '').trim().split(/\s+/).map(Number);
  if (type === 'EXPLICIT') {
    const costs = explicit(header('EDGE_WEIGHT_FORMAT'), stopCount, numbers('EDGE_WEIGHT_SECTION'));
    return { name: header('NAME'), stopCount, costs };
  }
  const measure = MEASURES[type];
  if (!measure) throw new Error(`${header('NAME')}: distances of type ${type} are not known here`);
  const flat = numbers('NODE_COORD_SECTION');
  const points = Array.from({ length: stopCount }, (_, i): Point => [
    flat[i * 3 + 1] ?? 0,
    flat[i * 3 + 2] ?? 0,
  ]);
  const costs = new Float64Array(stopCount * stopCount);
  points.forEach((from, row) =>
    points.forEach(
      (to, column) => (costs[row * stopCount + column] = row === column ? 0 : measure(from, to)),
    ),
  );
  return { name: header('NAME'), stopCount, costs };
}

const MEASURES: Record<string, ((from: Point, to: Point) => number) | undefined> = {
  EUC_2D: (from, to) => Math.round(Math.hypot(from[0] - to[0], from[1] - to[1])),
  CEIL_2D: (from, to) => Math.ceil(Math.hypot(from[0] - to[0], from[1] - to[1])),
  ATT: (from, to) => Math.ceil(Math.sqrt(((from[0] - to[0]) ** 2 + (from[1] - to[1]) ** 2) / 10)),
  GEO: (from, to) => {
    const [q1, q2, q3] = [
      Math.cos(geo(from[1]) - geo(to[1])),
      Math.cos(geo(from[0]) - geo(to[0])),
      Math.cos(geo(from[0]) + geo(to[0])),
    ];
    return Math.floor(6378.388 * Math.acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1);
  },
};

/** Converts degrees and minutes, written as DDD.MM, with TSPLIB's own value of pi. */
function geo(value: number): number {
  const degrees = Math.trunc(value);
  return (3.141592 * (degrees + (5 * (value - degrees)) / 3)) / 180;
}

function explicit(format: string, n: number, weights: number[]): Float64Array {
  const costs = new Float64Array(n * n);
  let next = 0;
  const isUpper = format.startsWith('UPPER');
  const skip = format.endsWith('DIAG_ROW') ? 0 : 1;
  for (let row = 0; row < n; row += 1) {
    const [from, to] = format === 'FULL_MATRIX' ? [0, n] : isUpper ? [row + skip, n] : [0, row + 1 - skip];
    for (let column = from; column < to; column += 1) {
      const weight = weights[next] ?? 0;
      next += 1;
      costs[row * n + column] = weight;
      if (format !== 'FULL_MATRIX') costs[column * n + row] = weight;
    }
  }
  return costs;
}
