import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { AT_RISK_MINUTES, type AttentionKind } from './attention';
import type { TaskList } from './board';
import { cardsWhere } from './cards.server';
import { listTasksVersion } from './queries.server';

const OPEN = "not t.archived and t.status <> 'completed'";

const WHERE: Record<AttentionKind, string> = {
  failed: "t.status = 'hold' and t.failure_reason is not null",
  'no-place': "(t.latitude is null or t.geo_precision = 'doubtful')",
  'at-risk': `t.need_by <= now() + interval '${String(AT_RISK_MINUTES)} minutes' and t.status not in ('going', 'linked')`,
  unassigned: 't.driver_id is null',
};

const MOST = 200;

/** The tasks that need a human for this reason: need-by first, then urgent, then the oldest. At most 200. */
export async function listAttention(actor: Actor, kind: AttentionKind): Promise<TaskList> {
  authorize(actor, 'readBoard');
  const liveVersion = await listTasksVersion(actor, {});
  const tasks = await cardsWhere(
    `where ${OPEN} and ${WHERE[kind]}
     order by t.need_by nulls last, t.priority = 'urgent' desc, t.created_at, t.id limit ${String(MOST)}`,
  );
  return { tasks, liveVersion };
}

/** For the board: how many there are of each, and the need-bys that may come to be at risk by the clock alone. */
export const ATTENTION = `
  select json_build_object(
      'failed', count(*) filter (where ${WHERE.failed}),
      'no-place', count(*) filter (where ${WHERE['no-place']}),
      'unassigned', count(*) filter (where ${WHERE.unassigned})
    ) as counts,
    coalesce((
      select json_agg(json_build_object('id', d.id, 'needBy', d.need_by) order by d.need_by, d.id)
      from (select t.id, t.need_by from tasks t
            where ${OPEN} and t.need_by is not null and t.status not in ('going', 'linked')
            order by t.need_by, t.id limit ${String(MOST)}) d
    ), '[]') as dues
  from tasks t where ${OPEN}`;
