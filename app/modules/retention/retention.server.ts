/**
 * Reads and sets how long data is kept, previews what a change would delete, and words the note for deleted
 * data.
 */
import { randomUUID } from 'node:crypto';
import { execute, row, rows, sqlState, TIMED_OUT, transaction } from 'db/connection';
import { AdminEvent } from 'db/models/people';
import { preparedCommand, query } from '~/domain/kernel/command.server';
import { ROUNDS, wakeKind } from '~/domain/platform/jobs/change-jobs.server';
import { confirm } from '~/domain/network/users/change-password.server';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';
import { deletesBy, type Kind, KIND_NAMES } from '~/domain/network/settings/retention-kinds';
import {
  type Preview,
  PreviewAnswer,
  RETENTION,
  Retention,
  RetentionAnswer,
  SaveRetention,
} from '~/domain/network/settings/retention.server';
import { deleteSome, inBatches } from '~/domain/platform/delete.server';
import { recountArchived } from '~/domain/tasks/store/save.server';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { dropOldPositions, OLD_POSITIONS } from '~/domain/tracking/partitions.server';
import { isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/**
 * Deletes data that is older than its retention, in batches of one short transaction each. One instance at a
 * time does it: it holds a lease that every batch renews. Each run that deletes something has one entry in
 * the audit log.
 */

const BATCH = 2_000;

const agedBy = (column: string) => `${column} < now() - make_interval(days => $days::integer)`;
/**
 * Ages are whole business days, so that no day of the archive is kept in part. A transfer stays as long as
 * its open delivery.
 */
const AGED_TASK = `archived and completed_at < ((now() at time zone $zone)::date - $days::integer) at time zone $zone
  and not exists (select from tasks c where c.linked_task_id = tasks.id and not c.archived)`;
/** Events of setting out stay, because reports use them. */
const AGED_EVENT = `${agedBy('created_at')} and not ${statusIs(isUnderWay, 'action')}`;

/** A run stays as long as a task that was in it. */
const AGED_RUN = `${agedBy('departs_at')} and not exists (select from tasks t where t.run_id = runs.id)`;
const AGED_EXCEPTION = `day < current_date - $days::integer`;

/** A link that stands counts from its last use. */
const AGED_LINK = agedBy('coalesce(opened_at, created_at)');

const AGED_VISIT = `${agedBy('arrived_at')} and left_at is not null`;

const LEFT = `
  with old as (select id, ${agedBy('created_at')} as aged, action from task_events
    where id > coalesce((select (value ->> 'eventsAfter')::bigint from settings where name = 'purge'), 0)
    order by id limit $size),
  gone as (delete from task_events e using old where e.id = old.id and old.aged and not ${statusIs(isUnderWay, 'old.action')} returning 1),
  seen as (update settings set value = value || jsonb_build_object('eventsAfter', (select max(id) from old))
    where name = 'purge' and (select bool_and(aged) from old))
  select (select count(*)::integer from gone) as gone, coalesce((select bool_and(aged) from old), false)
    and (select count(*) from old) = $size as more`;

const TASKS = `
  with gone as materialized (select id, (completed_at at time zone $zone)::date::text as day from tasks
    where ${AGED_TASK} order by completed_at limit $size for update skip locked),
  events as (delete from task_events where task_id in (select id from gone)),
  taps as (delete from tap_positions where task_id in (select id from gone)),
  links as (delete from proof_links where task_id in (select id from gone)),
  concerns as (delete from task_concerns where task_id in (select id from gone)),
  deleted as (delete from tasks where id in (select id from gone))
  select day from gone`;

type Bind = { days: number; size: number };
/** @returns the number of deleted rows, and whether there may be more. */
type Batch = (bind: Bind) => Promise<{ gone: number; more: boolean }>;

const plain =
  (table: string, isOver = agedBy('created_at')): Batch =>
  async ({ days, size }) => {
    const gone = await deleteSome(table, isOver, size, { days });
    return { gone, more: gone === size };
  };

/** Rows that go with the tasks of their time, and are not counted as tasks. */
const withTasks =
  (table: string, isOver: string): Batch =>
  async ({ days, size }) => ({ gone: 0, more: (await deleteSome(table, isOver, size, { days })) === size });

const BATCHES: Record<Kind, Batch[]> = {
  signatures: [plain('task_signatures')],
  photos: [plain('task_photos')],
  links: [plain('proof_links', AGED_LINK)],
  events: [
    async (bind) => (await row<{ gone: number; more: boolean }>(LEFT, bind)) ?? { gone: 0, more: false },
    plain('account_events'),
    plain('tap_positions'),
  ],
  tasks: [
    async ({ days, size }) => {
      // The batch is smaller because each task takes its signature and photos along.
      const some = Math.ceil(size / 4);
      const gone = await rows<{ day: string }>(TASKS, { days, size: some, zone: businessZone() });
      if (gone.length > 0) await recountArchived([...new Set(gone.map(({ day }) => day))]);
      return { gone: gone.length, more: gone.length === some };
    },
    withTasks('runs', AGED_RUN),
    withTasks('run_exceptions', AGED_EXCEPTION),
  ],
  visits: [
    async ({ days, size }) => {
      const gone = await deleteSome('stop_visits', AGED_VISIT, size, { days });
      return { gone, more: gone === size };
    },
  ],
  positions: [dropOldPositions],
};

/** SQL by kind: the rows that would be deleted. */
const AGED: Record<Kind, string[]> = {
  signatures: [`task_signatures where ${agedBy('created_at')}`],
  photos: [`task_photos where ${agedBy('created_at')}`],
  links: [`proof_links where ${AGED_LINK}`],
  events: [`task_events where ${AGED_EVENT}`, `account_events where ${agedBy('created_at')}`],
  tasks: [`tasks where ${AGED_TASK}`],
  visits: [`stop_visits where ${AGED_VISIT}`],
  positions: [OLD_POSITIONS],
};

/** @returns null when counting takes too long. */
async function countAged(kind: Kind, days: number): Promise<number | null> {
  const zone = kind === 'tasks' && { zone: businessZone() };
  const sums = AGED[kind].map((from) => `(select count(*) from ${from})`).join(' + ');
  try {
    return (await row<{ n: number }>(`select ${sums} as n`, { days, ...zone }))?.n ?? 0;
  } catch (error) {
    if (sqlState(error) === TIMED_OUT) return null;
    throw error;
  }
}

const LEASE = "now() + interval '2 minutes'";
const CLAIM = `
  insert into settings as s (name, value)
  values ('purge', jsonb_build_object('holder', $me::text, 'until', ${LEASE}))
  on conflict (name) do update set value = s.value || excluded.value
  where coalesce((s.value ->> 'until')::timestamptz, '-infinity') < now()
    and (s.updated_at < now() - interval '1 hour'
      or s.updated_at < (select updated_at from settings where name = 'retention'))
  returning name`;
/** Due once an hour, and soon after the settings were changed. Nothing is locked to find that out. */
const DUE = `
  select from (values ('retention')) as always(name)
    left join settings r on r.name = always.name left join settings p on p.name = 'purge'
  where coalesce((p.value ->> 'until')::timestamptz, '-infinity') < now()
    and (p.name is null or p.updated_at < now() - interval '1 hour' or p.updated_at < r.updated_at)`;
const RENEW = `
  update settings set value = value || jsonb_build_object('until', ${LEASE})
  where name = 'purge' and value ->> 'holder' = $me returning name`;
const FINISH = `
  update settings set value = value - 'until', updated_at = $startedAt::timestamptz
  where name = 'purge' and value ->> 'holder' = $me`;

/** Makes a round; does nothing when it is not due, or when another instance makes it. */
export async function purge(isStopped: () => boolean): Promise<void> {
  if (!(await row(DUE))) return;
  const me = randomUUID();
  // Settings that are saved from here on get a run of their own.
  const begun = await row<{ at: string }>("select to_json(now()) #>> '{}' as at");
  if (!begun || !(await row(CLAIM, { me }))) return;
  const kept = await readSetting(RETENTION);
  const run: Run = { me, isStopped, counts: {} };
  for (const kind of KIND_NAMES) {
    const days = kept[kind];
    if (days !== null) for (const batch of BATCHES[kind]) await removeAll(run, kind, batch, days);
  }
  if (isStopped()) return;
  await transaction(async () => {
    await execute(FINISH, { me, startedAt: begun.at });
    if (!run.eventId) return;
    // Reloads open pages, and outdates answers that are kept by the version of the lists.
    await lockLists([null]);
    await tellPages('everybody');
  });
}

type Run = { me: string; isStopped: () => boolean; counts: Partial<Record<Kind, number>>; eventId?: number };

const removeAll = (run: Run, kind: Kind, batch: Batch, days: number): Promise<void> =>
  inBatches(BATCH, run.isStopped, (size) =>
    transaction(async () => {
      // Another process has taken over because this one was suspended for too long.
      if (!(await row(RENEW, { me: run.me }))) return false;
      const done = await batch({ days, size });
      if (done.gone > 0) await writeDown(run, kind, done.gone);
      return done.more;
    }),
  );

/** Runs in the transaction that deletes the rows, so that the entry is true whatever happens next. */
async function writeDown(run: Run, kind: Kind, gone: number): Promise<void> {
  const counts = { ...run.counts, [kind]: (run.counts[kind] ?? 0) + gone };
  const changes = Object.fromEntries(
    Object.entries(counts).map(([name, count]): [string, [unknown, unknown]] => [
      `removed.${name}`,
      [null, count],
    ]),
  );
  if (run.eventId) await AdminEvent.update({ changes }, { where: { id: run.eventId } });
  else {
    const entry = { act: 'retention.purged', targetId: 'retention', targetName: 'Retention', changes };
    run.eventId = (await AdminEvent.create(entry, { returning: ['id'] })).id;
  }
  run.counts = counts;
}

export const getRetention = query(
  { summary: 'The number of days each kind of data is kept', may: 'manageSystem', answer: RetentionAnswer },
  () => readSetting(RETENTION),
);

export const previewRetention = query(
  {
    summary: 'Counts what would be deleted with these times, without deleting anything',
    may: 'manageSystem',
    input: Retention,
    answer: PreviewAnswer,
  },
  async ({ input }) => {
    const counts = Object.fromEntries(KIND_NAMES.map((kind) => [kind, 0])) as Preview;
    for (const kind of KIND_NAMES) {
      const days = input[kind];
      if (days !== null) counts[kind] = await countAged(kind, days);
    }
    return counts;
  },
);

/** Deleted data can't be restored, so the password is asked again: an open browser alone is not enough. */
export const saveRetention = preparedCommand(
  {
    summary: 'Sets the number of days each kind of data is kept; older data is deleted from then on',
    may: 'manageSystem',
    input: SaveRetention,
    answer: RetentionAnswer,
  },
  ({ actor, input, ip }) => confirm(actor, input.ownPassword, ip),
  async ({ actor, input: { ownPassword: _, ...kept } }, confirmed) => {
    if (deletesBy(kept, await readSetting(RETENTION))) confirmed.required();
    return saveSetting(actor, RETENTION, kept, () => wakeKind(`${ROUNDS}retention`));
  },
);
