/** Keeps samples of the last hour of this process in memory, for the small plots of System Information. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { poolState } from 'db/connection';
import { httpRequests, openSockets } from './metrics.server';

const EVERY_MS = 30_000;
const MOST = 120;

type Sample = {
  at: number;
  requests: number;
  seconds: number;
  lagMs: number;
  sockets: number;
  waited: number;
};

/** `values` are oldest first. */
export type Plot = { label: string; unit: string; values: number[] };

const samples: Sample[] = [];
const delay = monitorEventLoopDelay({ resolution: 20 });

async function takeSample(): Promise<Sample> {
  const [{ values }, sockets] = await Promise.all([httpRequests.get(), openSockets.get()]);
  const sum = (end: string) =>
    values.reduce((all, { metricName = '', value }) => (metricName.endsWith(end) ? all + value : all), 0);
  // Before the first measurement there is none.
  const lagMs = delay.count > 0 ? delay.percentile(99) / 1e6 : 0;
  return {
    at: performance.now(),
    requests: sum('_count'),
    seconds: sum('_sum'),
    lagMs,
    sockets: sockets.values[0]?.value ?? 0,
    waited: poolState().turns.waitedMs,
  };
}

async function storeSample(): Promise<void> {
  samples.push(await takeSample());
  delay.reset();
  if (samples.length > MOST) samples.shift();
}

export function startSampling(): { stop: () => void } {
  delay.enable();
  void storeSample();
  const timer = setInterval(() => void storeSample(), EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/** The present interval counts as a whole one. */
export async function plots(): Promise<Plot[]> {
  const all = [...samples, await takeSample()];
  const steps = all.slice(1).map((now, index) => ({ now, before: all[index] ?? now }));
  const plot = (label: string, unit: string, of: (now: Sample, before: Sample) => number): Plot => ({
    label,
    unit,
    values: steps.map(({ now, before }) => Math.round(of(now, before) * 10) / 10),
  });
  const minutes = (now: Sample, before: Sample) => Math.max(now.at - before.at, 1) / 60_000;
  return [
    plot('Requests', 'per minute', (now, before) => (now.requests - before.requests) / minutes(now, before)),
    plot('Duration', 'ms average', (now, before) => {
      const requests = now.requests - before.requests;
      return requests > 0 ? ((now.seconds - before.seconds) * 1_000) / requests : 0;
    }),
    plot('Event-loop lag', 'ms, 99th percentile', ({ lagMs }) => lagMs),
    plot(
      'Database wait',
      'ms per minute',
      (now, before) => (now.waited - before.waited) / minutes(now, before),
    ),
    plot('Live connections', 'open', ({ sockets }) => sockets),
  ];
}
