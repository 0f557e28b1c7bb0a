/**
 * Reports recent problems that the database has on record: services that do not work, scheduled backups, and the ways in
 * of documents.
 */
import type pg from 'pg';
import { OUTAGES, type Outage } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { ok, warning, wrong, type Finding } from './check';

const HOUR_SECONDS = 3_600;
/** A backup is due each day. */
const OLD_SECONDS = 26 * HOUR_SECONDS;

type Backups = { at: string; error: string | null; age: number | null };

// Before the first finished backup, the age is counted from when the schedule was set.
const BACKUPS = `
  select coalesce(s.value ->> 'at', '') as at, (select error from backups order by id desc limit 1) as error,
    extract(epoch from now() - coalesce(
      (select max(finished_at) from backups where state = 'done'), s.updated_at))::float8 as age
  from (select 1) as one left join settings s on s.name = 'backups'`;

/** The sources that are on, and of the port for printers, which instance had it and when. */
type Ways = {
  sources: { name: string; kind: string; error: string | null }[];
  port: { host: string; port: number; refused: number; sender: string | null } | null;
  seconds: number | null;
};

const WAYS = `
  select (select coalesce(json_agg(json_build_object('name', name, 'kind', kind,
      'error', case when failing_since is null and last_error_at > now() - interval '1 day' then last_error end) order by name), '[]')
      from intake_sources where is_on) as sources,
    p.value as port, extract(epoch from now() - (p.value ->> 'at')::timestamptz)::float8 as seconds
  from (select 1) as one left join settings p on p.name = 'print-port'`;

type Inbox = { sources: number; unread: number; waiting: number; age: number; unreadAge: number };

const INBOX = `
  select (select count(*)::integer from intake_sources where is_on) as sources,
    count(*) filter (where state = 'new')::integer as unread, count(*) filter (where state = 'waiting')::integer as waiting,
    coalesce(extract(epoch from now() - min(received_at) filter (where state = 'waiting')), 0)::float8 as age,
    coalesce(extract(epoch from now() - min(received_at) filter (where state = 'new')), 0)::float8 as "unreadAge"
  from intake_documents where state in ('new', 'waiting')`;

/** Needs a database that has all tables. */
export async function examinePast(client: pg.Client): Promise<Finding[]> {
  const outages = await client.query<Outage>(OUTAGES);
  const backups = await client.query<Backups>(BACKUPS);
  const ways = await client.query<Ways>(WAYS);
  const inbox = await client.query<Inbox>(INBOX);
  return [
    ...outages.rows.map(outage),
    ...backups.rows.map(backup),
    ...ways.rows.flatMap(waysIn),
    ...inbox.rows.flatMap(documents),
  ];
}

function waysIn({ sources, port, seconds }: Ways): Finding[] {
  const errors = sources.flatMap(({ name, error }) =>
    error === null ? [] : [warning(`Source ${name}`, error, 'See Settings → Sources.')],
  );
  const has = (wanted: string) => sources.some(({ kind }) => kind === wanted);
  return [
    ...(has('port') ? [printPort(port, seconds)] : []),
    ...(has('folder') && env.INTAKE_DIR === undefined ? [NO_FOLDERS] : []),
    ...errors,
  ];
}

const NO_FOLDERS = warning(
  'Folders of documents',
  'a source takes files of a folder, but INTAKE_DIR is not set here',
  'Set it on at least one machine, and start again.',
);

/** An instance notes every minute that it has the port. */
const PORT_SECONDS = 180;

function printPort(port: Ways['port'], seconds: number | null): Finding {
  const about = 'Port for printers';
  if (env.INTAKE_PRINT_PORT === undefined)
    return wrong(about, 'a source prints, but INTAKE_PRINT_PORT is not set', 'Set it, and start again.');
  const number = String(env.INTAKE_PRINT_PORT);
  if (!port || seconds === null || seconds > PORT_SECONDS)
    return wrong(about, `no instance has port ${number}`, 'See the log: another program may have the port.');
  const { host, refused, sender } = port;
  if (refused === 0) return ok(about, `${number}, open on ${host}`);
  return warning(
    about,
    `${number}, open on ${host}; ${String(refused)} connections of unknown senders were refused, the last from ${sender ?? ''}`,
    'If it is a computer that prints, add it to its source under Settings → Sources.',
  );
}

const outage = ({ service, error, since }: Outage): Finding =>
  warning(
    `Service ${service}`,
    `has not worked since ${since}: ${error}`,
    'Check its settings, and whether this machine reaches it.',
  );

function backup({ at, error, age }: Backups): Finding {
  const about = 'Scheduled backup';
  if (at === '') return warning(about, 'off', 'Set a time of day under Settings → Backups.');
  const advice = 'See Settings → Backups, and the disk of BACKUP_DIR.';
  if (error !== null) return wrong(about, `the latest failed: ${error}`, advice);
  const hours = Math.round((age ?? 0) / HOUR_SECONDS);
  if ((age ?? 0) > OLD_SECONDS)
    return wrong(about, `daily at ${at}, but none for ${String(hours)} hours`, advice);
  return ok(about, `daily at ${at}, the latest ${String(hours)} hours ago`);
}

const UNREAD_SECONDS = 300;

/** Nothing without a source that is on. */
function documents({ sources, unread, waiting, age, unreadAge }: Inbox): Finding[] {
  if (sources === 0) return [];
  const about = 'Inbox';
  if (unreadAge > UNREAD_SECONDS)
    return [
      warning(
        about,
        `documents that are not read yet: ${String(unread)}`,
        'See Settings → Background Work, and whether an instance runs.',
      ),
    ];
  if (waiting === 0) return [ok(about, 'no document waits')];
  const hours = Math.round(age / HOUR_SECONDS);
  const text = `documents that wait for a person: ${String(waiting)}, the oldest for ${String(hours)} hours`;
  return [hours < 24 ? ok(about, text) : warning(about, text, 'Decide them in the Inbox.')];
}
