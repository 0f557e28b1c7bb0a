/** Closes runs at their cut-off, lets them leave at their departure, and ends them. */
import { row, rows, transaction } from 'db/connection';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { closeRun } from './close.server';
import { setState } from './lock.server';
import { startRun } from './start.server';
import { isInRoute } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

type Due = { id: number; what: 'close' | 'start' };

const ACTIVE = `${statusIs(isInRoute)} and not t.archived`;

// A run whose server was stopped all day does not leave in the evening: somebody decides.
const DUE = `
  select r.id, 'close' as what, r.cutoff_at as at from runs r where r.state = 'building' and r.cutoff_at <= now()
  union all select r.id, 'start', r.departs_at from runs r
  where r.state = 'closed' and r.departs_at between now() - interval '4 hours' and now() and r.driver_id is not null
    and not exists (select from tasks t where t.driver_id = r.driver_id and ${ACTIVE})
  order by at, id`;

const NEXT = `
  select extract(epoch from min(at) - now())::float8 * 1000 as ms from (
    select min(cutoff_at) as at from runs where state = 'building'
    union all select min(departs_at) from runs where state = 'closed' and departs_at > now()
  ) moments`;

// A task that is taken back after the end makes its run go on.
const ENDED = `
  select r.id, r.state from runs r
  where r.state = 'out' and not exists (select from tasks t where t.run_id = r.id and ${ACTIVE})
    or r.state = 'done' and r.done_at > now() - interval '1 day'
      and exists (select from tasks t where t.run_id = r.id and ${ACTIVE})`;

/** @returns the milliseconds until the next cut-off or departure. */
export async function workOnRuns(isStopped: () => boolean): Promise<number | undefined> {
  let failure: Error | undefined;
  for (const { id, what } of shuffled(await rows<Due>(DUE))) {
    if (isStopped()) return undefined;
    try {
      await (what === 'close' ? closeRun(null, id) : startRun(null, id));
    } catch (error) {
      // The others do not wait for it.
      failure = error instanceof Error ? error : new Error(String(error));
    }
  }
  await endRuns();
  if (failure) throw failure;
  const next = await row<{ ms: number | null }>(NEXT);
  return next?.ms ?? undefined;
}

/** Instances begin with different runs, so that they share the work. */
function shuffled<Each>(all: Each[]): Each[] {
  return all
    .map((each) => ({ each, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each);
}

async function endRuns(): Promise<void> {
  if (!(await row(ENDED))) return;
  await transaction(async () => {
    await lockLists([null]);
    const ended = await rows<{ id: number; state: 'out' | 'done' }>(`${ENDED} order by r.id for update`);
    for (const { id, state } of ended) await setState(id, state === 'out' ? 'done' : 'out');
  });
}
