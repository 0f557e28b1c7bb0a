/** Load against ours and against its floor, in turns, so that both meet the same machine. */
import autocannon from 'autocannon';

type Target = { url: string; headers?: Record<string, string>; expect?: number };

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 16;

async function requestsPerSecond(
  { url, headers = {}, expect = 200 }: Target,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds });
  const right = Object.entries(result.statusCodeStats ?? {}).find(
    ([status]) => Number(status) === expect,
  )?.[1].count;
  const wrong = result.requests.total - (right ?? 0);
  if (wrong > CONNECTIONS) throw new Error(`${url}: ${String(wrong)} answers were not ${String(expect)}`);
  return result.requests.average;
}

/** Medians of requests per second. */
export async function compare(
  ours: Target,
  floor: Target,
): Promise<{ ours: number; floor: number; ratio: number }> {
  const measured: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  await requestsPerSecond(ours, 2);
  await requestsPerSecond(floor, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.floor.push(await requestsPerSecond(floor, SECONDS));
    measured.ours.push(await requestsPerSecond(ours, SECONDS));
  }
  const [our, its] = [median(measured.ours), median(measured.floor)];
  return { ours: our, floor: its, ratio: our / its };
}

export const median = (values: number[]) => percentile(values, 0.5);

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export function report(what: string, figures: Record<string, string | number>): void {
  const told = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? value.toFixed(1) : value}`,
  );
  console.log(`${what.padEnd(46)} ${told.join('   ')}`);
}
