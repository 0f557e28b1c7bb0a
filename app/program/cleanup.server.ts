/** Deletes expired rows in small batches, one table at a time. A failing table does not stop the others. */
import { row } from 'db/connection';
import type { Log, Work } from '~/domain/platform/jobs/work';
import { deleteSome, inBatches } from '~/domain/platform/delete.server';
import { SESSION_DAYS } from '~/domain/kernel/limits';
import { FORGOTTEN_PAIRS } from '~/domain/geography/roads/pairs.server';
import { KINDS } from './kinds.server';
import { DELETED_PROOFS } from '~/domain/tasks/evidence/photos.server';
import type { Expired } from '~/modules/module';
import { MODULES } from './modules.server';

/** If the service were still called, it would have failed again or recovered within this time. */
const FORGOTTEN_OUTAGES = [
  "failed_at < now() - interval '3 days'",
  `service like 'printer %' and not exists (
    select from intake_sources s where s.is_on and service = 'printer ' || (s.settings ->> 'forward'))`,
  `service like any('{folder %,mailbox %}') and not exists (select from intake_sources s
    where s.is_on and service = case s.kind when 'mail' then 'mailbox' else s.kind end || ' ' || s.name)`,
  ...MODULES.flatMap(({ endedServices = [] }) => endedServices),
].join(' or ');

/**
 * Checked in each round: deleted proofs that can't be restored any more, and outages of services that are no
 * longer called.
 */
const SOON: Expired[] = [
  ...DELETED_PROOFS.map((table) => ({ table, isOver: "deleted_at < now() - interval '2 minutes'" })),
  { table: 'service_outages', isOver: FORGOTTEN_OUTAGES },
];

/** One query tells whether any of these tables has expired rows. */
const ANY_SOON = `select 1 as one where ${SOON.map(({ table, isOver }) => `exists (select from ${table} where ${isOver})`).join(' or ')}`;

const isOld = ({ kind, keepDays }: (typeof KINDS)[number]) =>
  `kind = '${kind}' and created_at < now() - interval '${String(keepDays)} days'`;

const HOURLY: Expired[] = [
  { table: 'idempotency_keys', isOver: "created_at < now() - interval '7 days'" },
  { table: 'undos', isOver: "created_at < now() - interval '1 hour'" },
  { table: 'driver_notices', isOver: "created_at < now() - interval '2 days'" },
  { table: 'drafts', isOver: "created_at < now() - interval '1 day'" },
  {
    table: 'sessions',
    isOver: `created_at < now() - interval '${String(SESSION_DAYS)} days' or last_seen_at < now() - interval '7 days'`,
  },
  // That of a contact stays, so that they get no other one.
  {
    table: 'proof_links',
    isOver:
      "expires_at < now() - interval '1 day' or expires_at is null and contact_id is null and revoked_at < now() - interval '1 day'",
  },
  { table: 'geocodes', isOver: 'use_until < now()' },
  { table: 'geocode_queue', isOver: "next_try_at is null and created_at < now() - interval '30 days'" },
  { table: 'account_imports', isOver: "created_at < now() - interval '30 days'" },
  { table: 'messages', isOver: "created_at < now() - interval '90 days'" },
  {
    table: 'task_concerns',
    isOver:
      "kind = 'customer-wrote' and created_at < now() - interval '90 days' or created_at < now() - interval '1 day' and not exists (select from tasks t where t.id = task_concerns.task_id)",
  },
  { table: 'customer_replies', isOver: "received_at < now() - interval '90 days'" },
  { table: 'jobs', isOver: KINDS.map(isOld).join(' or ') },
  {
    table: 'admin_events',
    isOver:
      "act in ('session.opened', 'session.refused', 'session.locked') and created_at < now() - interval '90 days'",
  },
  {
    table: 'intake_contents',
    isOver:
      "exists (select from intake_documents d where d.id = document_id and d.state in ('made', 'ignored') and d.decided_at < now() - interval '14 days')",
  },
  { table: 'intake_documents', isOver: "decided_at < now() - interval '400 days'" },
  // Copies that could not be printed, and those that a restored copy does not print.
  { table: 'intake_copies', isOver: "received_at < now() - interval '3 days'" },
  { table: 'road_pairs', isOver: FORGOTTEN_PAIRS },
  { table: 'arrival_predictions', isOver: "predicted_at < now() - interval '180 days'" },
  { table: 'rate_limits', isOver: 'expire < extract(epoch from now()) * 1000' },
  ...MODULES.flatMap(({ expired = [] }) => expired),
];

const MOST_AT_ONCE = 5_000;
const HOUR_MS = 3_600_000;
const RETRY_MS = 60_000;

/** @returns a round of cleaning, for a loop of its own. */
export function cleaner(log: Log): Work {
  const dueAt = new Map<string, number>();
  return async (isStopped) => {
    // When the check fails, for example on a locked table, all tables are tried: then only the one at fault
    // fails.
    const soon = await row(ANY_SOON).then(
      (found) => (found ? SOON : []),
      () => SOON,
    );
    for (const kind of [...soon, ...HOURLY]) {
      if (isStopped()) return undefined;
      if (performance.now() < (dueAt.get(kind.table) ?? 0)) continue;
      try {
        await forget(kind, isStopped);
        if (!SOON.includes(kind)) dueAt.set(kind.table, performance.now() + HOUR_MS);
      } catch (error) {
        log.error({ err: error, table: kind.table }, 'expired rows could not be deleted; trying again later');
        dueAt.set(kind.table, performance.now() + RETRY_MS);
      }
    }
    return undefined;
  };
}

/** Locked rows stay until the next round. */
const forget = ({ table, isOver }: Expired, isStopped: () => boolean): Promise<void> =>
  inBatches(MOST_AT_ONCE, isStopped, async (size) => (await deleteSome(table, isOver, size)) === size);
