/**
 * Records history and notices together: one statement in the caller's transaction. Open pages are told after
 * its commit.
 */
import { afterCommit, send } from 'db/connection';
import { prepared, type Prepared } from 'db/statement';
import { type Actor, notedId } from '~/domain/kernel/actor';
import { observer } from '~/domain/platform/sync/observer.server';
import { tellChanges, tellWork, TELLS_AFTER_COMMIT } from '~/domain/platform/sync/tell.server';
import { noticesFor, STORE_NOTICES, type NewNotice } from './notices.server';
import type { Entry } from '~/domain/tasks/model/task';
import { subscribers, type Subscriber } from './subscribers.server';

function statementWith(parts: readonly Subscriber[]): Prepared {
  const writes = parts.flatMap(({ name, statement }) =>
    statement ? [`, ${name} as (${statement} returning 1)`] : [],
  );
  const work = parts.flatMap(({ name, wakes }) =>
    wakes ? [`select '${wakes}' where exists (select from ${name})`] : [],
  );
  return prepared(
    `with written as (
     insert into task_events (task_id, actor_id, action, changes, version, occurred_at)
     select e."taskId", $actor::integer, e.action, e.changes, e.version, coalesce(e."occurredAt", now())
     from jsonb_to_recordset($entries::jsonb)
       as e("taskId" integer, action text, changes jsonb, version integer, "occurredAt" timestamptz)
     returning id
   ), noticed as (${STORE_NOTICES}
   ) ${writes.join(' ')}
   select ${TELLS_AFTER_COMMIT}, array(${work.join(' union all ') || "select ''::text where false"}) as work`,
  );
}
let statement: Prepared | undefined;

/**
 * @param actor null for the system. @param told notices to drivers, in place of a line for each kind of
 * change.
 */
export async function record(
  actor: Pick<Actor, 'id' | 'notedAs'> | null,
  written: Entry[],
  summary?: NewNotice[],
): Promise<void> {
  const entries = written.map((entry) => withSource(actor, entry));
  if (entries.length === 0 && !summary?.length) return;
  const parts = subscribers();
  statement ??= statementWith(parts);
  const actorId = notedId(actor);
  const notices = await noticesFor(actorId, entries);
  const answer = await send<{ work: string[] }>(statement, {
    ...Object.fromEntries(
      parts.flatMap(({ name, value }) =>
        value ? [[name, JSON.stringify(value({ notices, entries }))]] : [],
      ),
    ),
    actor: actorId,
    entries: JSON.stringify(entries.map(({ now: _, ...entry }) => entry)),
    notices: JSON.stringify(
      (summary ? [...summary, ...notices.map(behind)] : notices).map((each) => ({ by: actorId, ...each })),
    ),
  });
  afterCommit(async () => {
    tellWork((await answer())[0]?.work ?? []);
  });
  tellChanges(
    entries.flatMap(({ action, kind, taskId, driverIds }) =>
      QUIET.has(action) ? [] : [{ type: kind, taskId, drivers: driverIds }],
    ),
  );
  observer()?.eventsWritten(entries.map(({ taskId }) => taskId));
  for (const { then } of parts) await then?.(entries);
}

/** A source has no row among the people, so its name is one of the changes. SQL: `NOTED_NAME`. */
function withSource(actor: Pick<Actor, 'notedAs'> | null, entry: Entry): Entry {
  const { notedAs } = actor ?? {};
  if (!notedAs || !('source' in notedAs)) return entry;
  return { ...entry, changes: { ...entry.changes, source: [null, notedAs.source] } };
}

/**
 * The change has a notice for the whole act, so it needs no line of its own. But an older unread line about
 * the task would be wrong without it.
 */
const behind = (notice: NewNotice): NewNotice => ({ ...notice, onlyBehind: true });

/** Lists do not show these events, so open pages need not load again. */
const QUIET = new Set(['arrived', 'left']);
