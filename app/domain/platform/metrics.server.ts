/** The registry of metrics, and those metrics that the domain counts as things happen. */
import { Histogram, Registry } from 'prom-client';

export const metrics = new Registry();

export const phoneDelay = new Histogram({
  name: 'outbox_delay_seconds',
  help: "Time from a driver's tap until it reaches the server: how long it waited in the phone's outbox",
  buckets: [1, 5, 30, 120, 600, 3_600, 14_400, 86_400],
  registers: [metrics],
});

export const cutoffDelay = new Histogram({
  name: 'run_cutoff_delay_seconds',
  help: 'Runs that were closed by their cut-off, and how long after it',
  buckets: [0.5, 1, 2, 5, 15, 60, 300, 3_600],
  registers: [metrics],
});
