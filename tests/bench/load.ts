/** Puts load on ours and on its floor in turns, so that both run on the machine in the same state. */
import autocannon from 'autocannon';
import { cpuSeconds } from './processes';
import { report, times } from './report';

export type Target = {
  url: string;
  headers?: Record<string, string>;
  expect?: number;
  method?: 'GET' | 'PATCH' | 'POST';
  /** Returns the path and the body of each call. Without it all calls go to `url`. */
  next?: () => { path: string; body: string };
  /** The process whose processor time is measured. */
  pid?: number;
};

type Measured = { perSecond: number; p99: number; ownMs: number; databaseMs: number };
export type Compared = { ours: Measured; floor: Measured; ratio: number };

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;

async function once(target: Target, seconds: number, database: number): Promise<Measured> {
  const { url, headers = {}, expect = 200, method = 'GET', next, pid = NaN } = target;
  const before = [cpuSeconds(pid), cpuSeconds(database)];
  const result = await autocannon({
    url,
    headers,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    ...(next && { requests: [{ setupRequest: (request: object) => ({ ...request, ...next() }) }] }),
  });
  const after = [cpuSeconds(pid), cpuSeconds(database)];
  const right = Object.entries(result.statusCodeStats ?? {}).find(
    ([status]) => Number(status) === expect,
  )?.[1].count;
  const wrong = result.requests.total - (right ?? 0);
  if (wrong > CONNECTIONS) throw new Error(`${url}: ${String(wrong)} answers were not ${String(expect)}`);
  const spent = (i: number) =>
    (1_000 * ((after[i] ?? NaN) - (before[i] ?? NaN))) / Math.max(1, result.requests.total);
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    ownMs: spent(0),
    databaseMs: spent(1),
  };
}

/** Returns the medians of several rounds. */
export async function compare(ours: Target, floor: Target, database = NaN): Promise<Compared> {
  const measured: { ours: Measured[]; floor: Measured[] } = { ours: [], floor: [] };
  await once(ours, 2, database);
  await once(floor, 2, database);
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.floor.push(await once(floor, SECONDS, database));
    measured.ours.push(await once(ours, SECONDS, database));
  }
  const [our, its] = [middle(measured.ours), middle(measured.floor)];
  // Each round has its own ratio, because the speed of the machine may change between rounds.
  const ratio = median(
    measured.ours.map((each, i) => each.perSecond / (measured.floor[i]?.perSecond ?? NaN)),
  );
  return { ours: our, floor: its, ratio };
}

function middle(all: Measured[]): Measured {
  const of = (name: keyof Measured) => median(all.map((each) => each[name]));
  return {
    perSecond: of('perSecond'),
    p99: of('p99'),
    ownMs: of('ownMs'),
    databaseMs: of('databaseMs'),
  };
}

export const median = (values: number[]) => percentile(values, 0.5);

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Prints one line of figures for a call, ours beside its floor. Processor time is that of one call. */
export function reportCompared(what: string, { ours, floor, ratio }: Compared): void {
  report(what, {
    'ours/s': ours.perSecond,
    'floor/s': floor.perSecond,
    ratio: times(ratio),
    'p99 ms': `${String(ours.p99)} / ${String(floor.p99)}`,
    'CPU ms': `${ours.ownMs.toFixed(2)} / ${floor.ownMs.toFixed(2)}`,
    'of the database': `${ours.databaseMs.toFixed(2)} / ${floor.databaseMs.toFixed(2)}`,
  });
}
