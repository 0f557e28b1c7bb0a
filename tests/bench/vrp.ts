/** Reads Solomon's and Li & Lim's files with the best known answers. The files are not part of this repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan, PlanProblem, PlanStop, PlanTask } from '~/modules/day-plans/fleet-optimizer/plan-problem';

export type Instance = { name: string; problem: PlanProblem; known: number; vehicles: number };

type Known = Record<string, { best_known_distance: number; vehicles: number } | undefined>;

/** The cost of a driver. Li & Lim's answers use as few vehicles as possible, and Solomon's are the shortest. */
export const SETS = [
  { name: 'solomon', driver: 0 },
  { name: 'li_lim', driver: 300 },
] as const;

export const mean = (values: number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
export const signed = (percent: number) => `${percent < 0 ? '' : '+'}${percent.toFixed(2)} %`;

export function readSet(folder: string, { name: set, driver }: (typeof SETS)[number]): Instance[] {
  const path = join(folder, set);
  if (!existsSync(path)) return [];
  const known = JSON.parse(readFileSync(join(folder, 'best-known.json'), 'utf8')) as Known;
  return readdirSync(path)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => {
      const name = file.replace('.txt', '');
      const best = known[name] ?? known[name.toUpperCase()] ?? known[name.toLowerCase()];
      if (!best) throw new Error(`${name} is not in best-known.json`);
      const rows = numbersOf(readFileSync(join(path, file), 'utf8'));
      return {
        name,
        problem: problemOf(rows, driver),
        known: best.best_known_distance,
        vehicles: best.vehicles,
      };
    });
}

/**
 * Writes a plan in the format of SINTEF's lists of best known answers, which checking programs read: one route a
 * line, customers by their numbers, without the depot.
 */
export function solutionText(
  name: string,
  { stops }: PlanProblem,
  { routes }: Pick<Plan, 'routes'>,
  day: string,
) {
  const used = routes.filter((route) => route.stops.length > 0);
  return [
    `Instance name : ${name}`,
    'Authors : Parts Dispatch',
    `Date : ${day}`,
    'Reference : npm run bench -- --vrp',
    'Solution',
    ...used.map((route, index) => {
      const numbers = route.stops.map((stop) => String(stops[stop]?.place ?? 0));
      return `Route ${String(index + 1)} : ${numbers.join(' ')}`;
    }),
    '',
  ].join('\n');
}

/** Returns the lines that contain only numbers: the fleet, then the depot, then the stops. */
const numbersOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[-\d.\s]+$/.test(line))
    .map((line) => line.split(/\s+/).map(Number));

function problemOf([fleet = [], ...rows]: number[][], driver: number): PlanProblem {
  const [vehicles = 0, capacity = 0] = fleet;
  const placeCount = rows.length;
  const at = (row: number) => [rows[row]?.[1] ?? 0, rows[row]?.[2] ?? 0] as const;
  const lengths = Float64Array.from({ length: placeCount * placeCount }, (_, cell) => {
    const [a, b] = [at(Math.floor(cell / placeCount)), at(cell % placeCount)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  });
  const stops = rows.slice(1).map(([number = 0, , , size = 0, after = 0, by = 0, service = 0]): PlanStop => ({
    place: number,
    after,
    by,
    service,
    size,
  }));
  const tasks = rows.slice(1).flatMap(([number = 0, ...columns]): PlanTask[] => {
    const [pickup = 0, delivery = 0] = columns.slice(6);
    if (pickup > 0) return [];
    return [
      {
        stops: delivery > 0 ? [number - 1, delivery - 1] : [number - 1],
        skills: [],
        pinned: null,
        known: 'unseen',
      },
    ];
  });
  const one = {
    start: 0,
    end: 0,
    from: rows[0]?.[4] ?? 0,
    until: rows[0]?.[5] ?? 0,
    capacity,
    load: 0,
    skills: [],
    route: [],
    fixed: 0,
  };
  return {
    placeCount,
    lengths,
    seconds: lengths,
    stops,
    tasks,
    drivers: Array.from({ length: vehicles }, () => one),
    costs: { late: Infinity, overtime: Infinity, moved: 0, driver },
    mayMove: true,
  };
}
