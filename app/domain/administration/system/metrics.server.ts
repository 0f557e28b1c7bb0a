/** Figures of the process for Prometheus, which are counted as things happen. */
import { collectDefaultMetrics, Counter, Gauge, Histogram } from 'prom-client';
import { poolState } from 'db/connection';
import { secondsBehind } from '~/domain/platform/replica.server';
import { metrics } from '~/domain/platform/metrics.server';
import { positionCounts } from '~/domain/tracking/accept';
import { certificateInUse } from '~/process/certificate.server';
import { diskSpace } from '~/process/disk.server';

const registers = [metrics];

/**
 * Called only where metrics are read, because collecting them observes the garbage collection and the event
 * loop.
 */
export const withProcessMetrics = () => {
  collectDefaultMetrics({ register: metrics });
};

export const httpRequests = new Histogram({
  name: 'http_requests_seconds',
  help: 'Requests by route, status, and duration, from receiving the headers to sending the response',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const openSockets = new Gauge({
  name: 'live_sockets',
  help: 'Open live channel connections',
  registers,
});

export const sweepRounds = new Histogram({
  name: 'sweep_round_seconds',
  help: 'Background work rounds that succeeded',
  labelNames: ['work'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers,
});

export const sweepFailures = new Counter({
  name: 'sweep_failures_total',
  help: 'Background work rounds that failed',
  labelNames: ['work'],
  registers,
});

new Gauge({
  name: 'database_pool_connections',
  help: 'Connections in the pool',
  labelNames: ['state'],
  registers,
  collect() {
    const { size, using } = poolState();
    this.set({ state: 'used' }, using);
    this.set({ state: 'idle' }, size - using);
  },
});

new Gauge({
  name: 'database_pool_waiting',
  help: 'Statements and transactions waiting for a connection',
  registers,
  collect() {
    this.set(poolState().waiting);
  },
});

new Counter({
  name: 'database_transactions_total',
  help: 'Transactions that got a connection',
  registers,
  collect() {
    this.reset();
    this.inc(poolState().turns.count);
  },
});

new Counter({
  name: 'database_transaction_wait_seconds_total',
  help: 'Time transactions waited for a connection',
  registers,
  collect() {
    this.reset();
    this.inc(poolState().turns.waitedMs / 1_000);
  },
});

new Counter({
  name: 'positions_stored_total',
  help: 'Positions of drivers that were stored',
  registers,
  collect() {
    this.reset();
    this.inc(positionCounts.stored);
  },
});

new Counter({
  name: 'positions_dropped_total',
  help: 'Positions that were dropped, by reason',
  labelNames: ['reason'],
  registers,
  collect() {
    this.reset();
    for (const [reason, count] of Object.entries(positionCounts.dropped)) this.inc({ reason }, count);
  },
});

export const databaseFull = new Gauge({
  name: 'database_full',
  help: '1 while background work can write nothing, because the disk of the database is full',
  registers,
});

for (const [figure, help] of [
  ['free', 'Space left on the disk of DATA_DIR'],
  ['size', 'Size of that disk'],
] as const)
  new Gauge({
    name: `disk_${figure}_bytes`,
    help,
    registers,
    async collect() {
      const space = await diskSpace().catch(() => null);
      if (space) this.set(space[figure]);
      else this.remove();
    },
  });

new Gauge({
  name: 'database_replica_seconds_behind',
  help: 'How far the read replica is behind the primary; absent if there is none, or it is not read',
  registers,
  collect() {
    const seconds = secondsBehind();
    if (seconds === null) this.remove();
    else this.set(seconds);
  },
});

new Gauge({
  name: 'tls_certificate_seconds_left',
  help: 'Until the certificate of TLS_CERT expires; absent without one',
  registers,
  collect() {
    const inUse = certificateInUse();
    if (inUse) this.set((Date.parse(inUse.until) - Date.now()) / 1_000);
    else this.remove();
  },
});
