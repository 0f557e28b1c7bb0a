import { row } from 'db/connection';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/kernel/actor';
import { authorize } from '~/domain/kernel/permissions';
import { businessToday } from '~/domain/network/settings/business-time.server';
import type { Run } from '~/domain/network/runs/schema';
import { RUN } from '~/domain/network/runs/store.server';
import { PLACE_OF_TASK } from '~/domain/tasks/store/queries.server';
import { isQueued } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

export type NextRun = Pick<Run, 'id' | 'name' | 'departsAt' | 'cutoffAt' | 'state'> & { stops: number };

/** Returns the next run of this business day that the person drives and that has not left; null without one. */
export async function nextOwnRun(actor: Actor): Promise<NextRun | null> {
  authorize(actor, 'driveRoute');
  return row<NextRun>(
    prepared(`select ${RUN}, (
       select count(distinct ${PLACE_OF_TASK})::integer from tasks t
       where t.run_id = r.id and ${statusIs(isQueued)}) as stops
     from runs r
     where r.driver_id = $driverId and r.day <= $day and r.state in ('building', 'closed')
     order by r.departs_at, r.id limit 1`),
    { driverId: actor.id, day: businessToday() },
  );
}
