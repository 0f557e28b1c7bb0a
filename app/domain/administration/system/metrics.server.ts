/**
 * Provides the metrics for Prometheus. Figures of the process are counted as things happen. Those of the
 * database are the same for all instances, and are asked for together, at most every few seconds.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram } from 'prom-client';
import { poolState, row } from 'db/connection';
import { FIGURES_TIMEOUT_MS, inTime } from '~/lib/time-limits';
import { KIND_NAMES, type KindName } from '~/domain/administration/background-work/kinds';
import { secondsBehind } from '~/domain/platform/replica.server';
import { metrics } from '~/domain/platform/metrics.server';
import { positionCounts } from '~/domain/tracking/accept';
import { ALIVE } from '~/domain/network/users/sessions.server';
import { certificateInUse } from '~/process/certificate.server';
import { diskSpace } from '~/process/disk.server';
import { isHeld } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

const FRESH_MS = 5_000;

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

type Figures = {
  tasks: Record<string, number>;
  sessions: number;
  overdueHolds: number;
  jobs: Record<KindName, { waiting: number; oldest: number; failed: number }>;
  lookups: { waiting: number; given_up: number };
  imports: number;
  backups: { age: number | null; scheduled: boolean; failed: boolean };
  outages: Record<string, number>;
  messages: Record<string, number>;
  oldestMessage: number;
  documents: Record<string, number>;
  oldestDocument: number;
  runs: Record<string, number>;
  writable: boolean;
};

const FIGURES = `
  select
    (select coalesce(json_object_agg(status, n), '{}') from (
      select status, count(*) as n from tasks where not archived group by status) as counted) as tasks,
    (select count(*) from sessions s where ${ALIVE}) as sessions,
    (select count(*) from tasks
      where ${statusIs(isHeld, 'status')} and need_by < now() - interval '30 seconds') as "overdueHolds",
    (select json_object_agg(kind, json_build_object('waiting', waiting, 'oldest', oldest, 'failed', failed)) from (
      select k.kind, (select count(*) from jobs j where j.kind = k.kind and j.run_at is not null) as waiting,
        (select coalesce(extract(epoch from now() - min(created_at)), 0)::float from jobs j
          where j.kind = k.kind and j.run_at is not null) as oldest,
        (select count(*) from jobs j where j.kind = k.kind and j.state = 'failed') as failed
      from unnest('{${KIND_NAMES.join(',')}}'::text[]) as k(kind)) as counted) as jobs,
    (select json_build_object('waiting', count(*) filter (where next_try_at is not null),
      'given_up', count(*) filter (where next_try_at is null)) from geocode_queue) as lookups,
    (select count(*) from account_imports where state in ('waiting', 'running')) as imports,
    (select json_build_object(
      'age', extract(epoch from now() - coalesce(
        (select max(finished_at) from backups where state = 'done'), max(updated_at))),
      'scheduled', coalesce(max(value ->> 'at'), '') <> '',
      'failed', exists (select from backups
        where id = (select max(id) from backups) and error is not null))
      from settings where name = 'backups') as backups,
    (select coalesce(json_object_agg(service, extract(epoch from now() - since)::float), '{}')
      from service_outages) as outages,
    (select coalesce(json_object_agg(state, n), '{}') from (
      select state, count(*) as n from messages where created_at > now() - interval '1 day'
      group by state) as counted) as messages,
    (select coalesce(extract(epoch from now() - min(created_at)), 0)::float from messages
      where state = 'waiting' and attempts > 0) as "oldestMessage",
    (select coalesce(json_object_agg(state, n), '{}') from (
      select state, count(*) as n from intake_documents where state in ('new', 'waiting') group by state
      union all select state, count(*) from intake_documents where decided_at > now() - interval '1 day' group by state
    ) as counted) as documents,
    (select coalesce(extract(epoch from now() - min(received_at)), 0)::float from intake_documents
      where state in ('new', 'waiting')) as "oldestDocument",
    (select json_build_object('building', count(*) filter (where state = 'building'),
      'closed', count(*) filter (where state = 'closed'),
      'out', count(*) filter (where state = 'out'),
      'overdue', count(*) filter (where state = 'building' and cutoff_at < now() - interval '5 seconds'))
      from runs where state in ('building', 'closed', 'out')) as runs,
    current_setting('transaction_read_only') = 'off' as writable`;

let latest: { at: number; figures: Promise<Figures | null> } | undefined;

/** @returns null when the database does not answer in time. */
function figures(): Promise<Figures | null> {
  if (!latest || performance.now() - latest.at > FRESH_MS)
    latest = { at: performance.now(), figures: readFigures() };
  return latest.figures;
}

const readFigures = () =>
  inTime(
    row<Figures>(FIGURES).catch(() => null),
    null,
    FIGURES_TIMEOUT_MS,
  );

/** Adds a figure of the database. It is absent while the database does not answer. */
function shared(name: string, help: string, read: (of: Figures) => number | null) {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      const found = await figures();
      const value = found && read(found);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** Adds a figure of the database for each value of a label. */
function sharedBy(label: string, name: string, help: string, read: (of: Figures) => Record<string, number>) {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    async collect() {
      const found = await figures();
      this.reset();
      for (const [value, count] of Object.entries(found ? read(found) : {}))
        this.set({ [label]: value }, count);
    },
  });
}

new Gauge({
  name: 'database_up',
  help: '1 if the database answered the last query for these figures',
  registers,
  async collect() {
    this.set((await figures()) ? 1 : 0);
  },
});

shared('database_writable', '0 if the database is read-only', ({ writable }) => (writable ? 1 : 0));

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

sharedBy('status', 'tasks', 'Tasks not archived, by status', ({ tasks }) => tasks);
shared('sessions', 'Active sessions', ({ sessions }) => sessions);
shared(
  'sweep_overdue_holds',
  'Held tasks whose need-by time passed more than 30 seconds ago',
  ({ overdueHolds }) => overdueHolds,
);
const jobsBy = (figure: 'waiting' | 'oldest' | 'failed') => (found: Figures) =>
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, found.jobs[kind][figure]]));
sharedBy('kind', 'jobs_waiting', 'Background work that waits or runs, by kind', jobsBy('waiting'));
sharedBy('kind', 'jobs_oldest_seconds', 'Age of the oldest of it, by kind', jobsBy('oldest'));
sharedBy('kind', 'jobs_failed', 'Background work that has failed and is kept, by kind', jobsBy('failed'));
shared(
  'webhook_deliveries_waiting',
  'Deliveries waiting to be sent or retried',
  ({ jobs }) => jobs.webhook.waiting,
);
shared(
  'webhook_oldest_delivery_seconds',
  'Age of the oldest waiting delivery',
  ({ jobs }) => jobs.webhook.oldest,
);
sharedBy(
  'state',
  'geocoding_queue',
  'Addresses waiting to be looked up, and those that failed permanently',
  (found) => ({
    ...found.lookups,
  }),
);
shared('imports_waiting', 'Account files waiting or being imported', ({ imports }) => imports);
shared(
  'backup_age_seconds',
  'Time since the last successful backup, or since the schedule was set if there is none',
  ({ backups }) => backups.age,
);
shared('backup_scheduled', '1 if there is a schedule', ({ backups }) => Number(backups.scheduled));
shared('backup_failed', '1 if the latest backup or its last attempt failed', ({ backups }) =>
  Number(backups.failed),
);
sharedBy(
  'service',
  'service_outage_seconds',
  'For how long a service that is called has not worked; absent while it works',
  ({ outages }) => outages,
);
sharedBy(
  'state',
  'customer_messages',
  'Messages to customers of the last 24 hours, by state',
  ({ messages }) => messages,
);
shared(
  'customer_message_oldest_seconds',
  'Age of the oldest message that was tried and not taken',
  (found) => found.oldestMessage,
);
sharedBy(
  'state',
  'runs',
  'Runs that have not ended, by state; those past their cut-off that are not closed count as overdue too',
  ({ runs }) => runs,
);
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
sharedBy(
  'state',
  'inbox_documents',
  'Documents of other systems that are not read yet or wait, and those made or ignored within a day',
  ({ documents }) => documents,
);
shared(
  'inbox_oldest_seconds',
  'Age of the oldest document that is not read yet or waits',
  ({ oldestDocument }) => oldestDocument,
);
