/**
 * Figures of the database for Prometheus. They are the same for all instances, and are asked for together, at most every
 * few seconds.
 */
import { Gauge } from 'prom-client';
import { row } from 'db/connection';
import { FIGURES_TIMEOUT_MS, inTime } from '~/lib/time-limits';
import { ALIVE } from '~/domain/network/users/sessions.server';
import { metrics } from '~/domain/platform/metrics.server';
import { isHeld } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import type { Figure } from '~/modules/module';
import { KIND_NAMES } from './kinds.server';
import { MODULES } from './modules.server';

const FRESH_MS = 5_000;

/** @param figure SQL about the jobs of a kind. */
const byKind = (figure: string) => `(select json_object_agg(kind, (select ${figure}))
  from unnest('{${KIND_NAMES.join(',')}}'::text[]) as k(kind))`;

const FIGURES: Figure[] = [
  {
    name: 'database_writable',
    help: '0 if the database is read-only',
    sql: "(current_setting('transaction_read_only') = 'off')::integer",
  },
  {
    name: 'tasks',
    help: 'Tasks not archived, by status',
    label: 'status',
    sql: `(select json_object_agg(status, n) from (
      select status, count(*) as n from tasks where not archived group by status) as counted)`,
  },
  { name: 'sessions', help: 'Active sessions', sql: `(select count(*) from sessions s where ${ALIVE})` },
  {
    name: 'sweep_overdue_holds',
    help: 'Held tasks whose need-by time passed more than 30 seconds ago',
    sql: `(select count(*) from tasks
      where ${statusIs(isHeld, 'status')} and need_by < now() - interval '30 seconds')`,
  },
  {
    name: 'jobs_waiting',
    help: 'Background work that waits or runs, by kind',
    label: 'kind',
    sql: byKind('count(*) from jobs j where j.kind = k.kind and j.run_at is not null'),
  },
  {
    name: 'jobs_oldest_seconds',
    help: 'Age of the oldest of it, by kind',
    label: 'kind',
    sql: byKind(`coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from jobs j
      where j.kind = k.kind and j.run_at is not null`),
  },
  {
    name: 'jobs_failed',
    help: 'Background work that has failed and is kept, by kind',
    label: 'kind',
    sql: byKind("count(*) from jobs j where j.kind = k.kind and j.state = 'failed'"),
  },
  {
    name: 'geocoding_queue',
    help: 'Addresses waiting to be looked up, and those that failed permanently',
    label: 'state',
    sql: `(select json_build_object('waiting', count(*) filter (where next_try_at is not null),
      'given_up', count(*) filter (where next_try_at is null)) from geocode_queue)`,
  },
  {
    name: 'imports_waiting',
    help: 'Account files waiting or being imported',
    sql: "(select count(*) from account_imports where state in ('waiting', 'running'))",
  },
  {
    name: 'service_outage_seconds',
    help: 'For how long a service that is called has not worked; absent while it works',
    label: 'service',
    sql: `(select json_object_agg(service, extract(epoch from now() - since)::float8) from service_outages)`,
  },
  {
    name: 'customer_messages',
    help: 'Messages to customers of the last 24 hours, by state',
    label: 'state',
    sql: `(select json_object_agg(state, n) from (
      select state, count(*) as n from messages where created_at > now() - interval '1 day'
      group by state) as counted)`,
  },
  {
    name: 'customer_message_oldest_seconds',
    help: 'Age of the oldest message that was tried and not taken',
    sql: `(select coalesce(extract(epoch from now() - min(created_at)), 0) from messages
      where state = 'waiting' and attempts > 0)`,
  },
  {
    name: 'runs',
    help: 'Runs that have not ended, by state; those past their cut-off that are not closed count as overdue too',
    label: 'state',
    sql: `(select json_build_object('building', count(*) filter (where state = 'building'),
      'closed', count(*) filter (where state = 'closed'),
      'out', count(*) filter (where state = 'out'),
      'overdue', count(*) filter (where state = 'building' and cutoff_at < now() - interval '5 seconds'))
      from runs where state in ('building', 'closed', 'out'))`,
  },
  {
    name: 'inbox_documents',
    help: 'Documents of other systems that are not read yet or wait, and those made or ignored within a day',
    label: 'state',
    sql: `(select json_object_agg(state, n) from (
      select state, count(*) as n from intake_documents where state in ('new', 'waiting') group by state
      union all select state, count(*) from intake_documents where decided_at > now() - interval '1 day'
      group by state) as counted)`,
  },
  {
    name: 'inbox_oldest_seconds',
    help: 'Age of the oldest document that is not read yet or waits',
    sql: `(select coalesce(extract(epoch from now() - min(received_at)), 0) from intake_documents
      where state in ('new', 'waiting'))`,
  },
  ...MODULES.flatMap(({ figures = [] }) => figures),
];

type Found = Record<string, number | Record<string, number> | null>;

const columnOf = ({ name, label, sql }: Figure) =>
  `${label ? `coalesce(${sql}, '{}')` : `${sql}::float8`} as ${name}`;
const STATEMENT = `select ${FIGURES.map(columnOf).join(', ')}`;

let latest: { at: number; found: Promise<Found | null> } | undefined;

/** @returns null when the database does not answer in time. */
function figures(): Promise<Found | null> {
  if (!latest || performance.now() - latest.at > FRESH_MS) latest = { at: performance.now(), found: read() };
  return latest.found;
}

const read = () =>
  inTime(
    row<Found>(STATEMENT).catch(() => null),
    null,
    FIGURES_TIMEOUT_MS,
  );

/** Adds these figures to the metrics, once. They are absent while the database does not answer. */
export function addFigures(): void {
  new Gauge({
    name: 'database_up',
    help: '1 if the database answered the last query for these figures',
    registers: [metrics],
    async collect() {
      this.set((await figures()) ? 1 : 0);
    },
  });
  for (const { name, help, label } of FIGURES)
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [metrics],
      async collect() {
        const value = (await figures())?.[name] ?? null;
        if (typeof value === 'number') this.set(value);
        else if (!label) this.remove();
        else {
          this.reset();
          for (const [each, count] of Object.entries(value ?? {})) this.set({ [label]: each }, count);
        }
      },
    });
}
