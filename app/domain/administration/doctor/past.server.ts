/**
 * Reports recent problems that the database has on record: services that do not work, and scheduled backups.
 */
import type pg from 'pg';
import { OUTAGES, type Outage } from '~/domain/platform/services.server';
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

/** Needs a database that has all tables. */
export async function examinePast(client: pg.Client): Promise<Finding[]> {
  const outages = await client.query<Outage>(OUTAGES);
  const backups = await client.query<Backups>(BACKUPS);
  return [...outages.rows.map(outage), ...backups.rows.map(backup)];
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
