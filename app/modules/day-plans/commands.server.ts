/** Commands for plans: dispatchers make them, look at them, and end them early. */
import { outsideOfTransactions, row, rows, transaction, execute } from 'db/connection';
import { Plan } from 'db/models/operations';
import type { Actor } from '~/domain/kernel/actor';
import { command, query } from '~/domain/kernel/command.server';
import { authorizeAll } from '~/domain/kernel/permissions';
import { conflict, DomainError, fieldRefusal, invalid, notFound } from '~/domain/kernel/errors';
import { openTasks, PACE, peopleNow } from './board.server';
import { atPlan, MakePlan, MOST_TASKS, PlanStateAnswer, type PlanState } from './schema';
import { endEarly } from '~/domain/platform/jobs/change-jobs.server';
import { END_GONE, IS_GONE, LOCK, PLAN } from './run.server';
import { expectedSeconds } from './searches';
import { untranslated } from '~/domain/kernel/sentence';
import { isInRoute, isUnderWay } from '~/domain/tasks/model/statuses';
import { routeOrder, statusIs } from '~/domain/tasks/model/status-sql.server';

const MOST_WAITING = 5;
const NOBODY_ON_DUTY = untranslated('nobodyOnDuty', 'Nobody is on duty. Choose drivers, or plan shifts');
const TOO_MANY = untranslated(
  'tooManyTasksToPlan',
  `There are more than ${MOST_TASKS.toLocaleString('en-US')} tasks. Choose fewer drivers or tasks`,
);
const NOTHING_TO_GIVE = untranslated('nothingToGive', 'This driver has no open task');
const NOTHING_TO_PLAN = untranslated(
  'nothingToPlan',
  'There is nothing to plan: no task is unassigned or pending',
);

/** The same request while a plan is being made joins that plan; a different one waits for its end. */
export const makePlan = command(
  {
    summary: 'Plans the day over several drivers',
    about:
      'Changes no list. Four searches run one after the other; `GET /api/plans/{planId}` has their progress and answers. One plan at a time: the same request joins the one under way, another one waits.',
    may: 'moveTasks',
    input: MakePlan,
    answer: PlanStateAnswer,
    creates: true,
    refusals: [503],
  },
  async ({ actor, input }) => {
    const request = await checked(input);
    // Committed at once, because the search must find the plan whenever this request ends.
    return planOf(await outsideOfTransactions(() => insert(actor, request)));
  },
);

/** @throws invalid with a sentence, for a request that can't be planned. */
async function checked({ driverIds, giverId, ...request }: MakePlan): Promise<MakePlan> {
  const [{ people, onDuty }, { open, failed }] = await Promise.all([peopleNow(), openTasks()]);
  const drivers = new Set(people.map(({ driverId }) => driverId));
  if (driverIds?.some((id) => !drivers.has(id)))
    throw fieldRefusal('driverIds', untranslated('noSuchDriver', 'This driver does not exist'));
  if (giverId !== undefined && !drivers.has(giverId))
    throw fieldRefusal('giverId', untranslated('noSuchDriver', 'This driver does not exist'));
  if (driverIds?.some((id) => id === giverId))
    throw fieldRefusal('driverIds', untranslated('giverGetsNone', 'A driver who gives tasks away gets none'));
  const given = open.filter(({ driverId }) => driverId === giverId).map(({ id }) => id);
  if (giverId !== undefined && !request.taskIds && given.length === 0) throw invalid(NOTHING_TO_GIVE);
  const taskIds = request.taskIds ?? (giverId === undefined ? undefined : given);
  const chosen = driverIds ?? onDuty.filter((id) => id !== giverId);
  if (chosen.length === 0) throw fieldRefusal('driverIds', NOBODY_ON_DUTY);
  const mayPlan = new Set([...open, ...failed].map(({ id }) => id));
  const closed = taskIds?.find((id) => !mayPlan.has(id));
  if (closed !== undefined)
    throw fieldRefusal('taskIds', untranslated('taskNotPending', `Task ${String(closed)} is not pending`));
  const wanted = taskIds && new Set(taskIds);
  const outsideLists = wanted
    ? [...open, ...failed].filter(({ id }) => wanted.has(id))
    : open.filter(({ driverId }) => driverId === null);
  // Tasks that stay in their drivers' lists count as well: they take time and memory.
  const inLists = open.filter(({ driverId }) => driverId !== null && chosen.includes(driverId));
  const all = new Set([...inLists, ...outsideLists].map(({ id }) => id));
  if (!taskIds && all.size === 0) throw invalid(NOTHING_TO_PLAN);
  if (all.size > MOST_TASKS) throw invalid(TOO_MANY);
  return {
    driverIds: chosen.slice().sort((a, b) => a - b),
    ...(taskIds && { taskIds: taskIds.slice().sort((a, b) => a - b) }),
    ...(giverId !== undefined && { giverId }),
  };
}

const OPEN_PLANS = `
  select id, request = $request::jsonb and not stopped as "isSame" from plans
  where status in ('waiting', 'running') order by id`;
const INSERT_WITH_JOB = `
  with made as (insert into plans (made_by, request) values ($madeBy, $request::jsonb) returning id)
  insert into jobs (kind, subject, chain, payload) select $kind, id, $kind, $request::jsonb from made
  returning subject::integer as id`;

const insert = (actor: Actor, request: MakePlan) =>
  transaction(async () => {
    await execute(LOCK);
    await execute(END_GONE);
    const open = await rows<{ id: number; isSame: boolean }>(OPEN_PLANS, {
      request: JSON.stringify(request),
    });
    const same = open.find(({ isSame }) => isSame);
    if (same) return same.id;
    if (open.length > MOST_WAITING)
      throw new DomainError(
        'unavailable',
        untranslated('plansWaiting', 'Other plans are waiting. Try again in a minute'),
        {
          retryAfterSeconds: 30,
        },
      );
    const bind = { madeBy: actor.id, request: JSON.stringify(request), kind: PLAN };
    return (await row<{ id: number }>(INSERT_WITH_JOB, bind))?.id ?? 0;
  });

const GIVER = `
  (select json_build_object('driverId', u.id, 'name', coalesce(nullif(u.name, ''), u.username), 'has',
     (select coalesce(json_agg(json_build_object('taskId', t.id, 'location', t.location, 'going', ${statusIs(isUnderWay)})
        order by ${routeOrder()}), '[]')
      from tasks t where t.driver_id = u.id and ${statusIs(isInRoute)} and not t.archived))
   from users u where u.id = (request -> 'giverId')::integer)`;

/** @throws not_found. */
async function planOf(id: number): Promise<PlanState> {
  const found = await row<Omit<PlanState, 'expectedSeconds'> & { open: number; pace: number | null }>(
    `select id, case when ${IS_GONE} then 'failed' else status end as status,
       greatest(progress, (select max(j.progress) from jobs j
         where j.kind = '${PLAN}' and j.subject = plans.id::text and j.run_at is not null)) as progress, stopped,
       to_json(created_at) #>> '{}' as "createdAt", jsonb_array_length(request -> 'taskIds') as tasks, result, applied,
       undone_at is not null as undone, taken_back as "takenBack", coalesce(request -> 'driverIds', '[]') as "driverIds",
       request -> 'taskIds' as "taskIds", ${GIVER} as giver,
       (select count(*)::integer from tasks t where ${statusIs(isInRoute)} and not t.archived
          and (t.driver_id is null or request -> 'driverIds' @> to_jsonb(t.driver_id))) as open, ${PACE} as pace
     from plans where id = $id`,
    { id },
  );
  if (!found) throw notFound('Plan');
  const { open, pace, ...plan } = found;
  return { ...plan, expectedSeconds: expectedSeconds(plan.tasks ?? open, plan.driverIds.length, pace) };
}

export const getPlan = query(
  {
    summary: 'A plan: how far it is, and its answers',
    may: 'moveTasks',
    at: atPlan,
    answer: PlanStateAnswer,
  },
  ({ planId }) => planOf(planId),
);

const TO_TELL = `
  select id, status, progress, to_json(created_at) #>> '{}' as "createdAt"
  from (select * from plans where made_by = $actorId order by id desc limit 1) latest
  where status <> 'failed' and applied is null and created_at > now() - interval '1 hour'`;

/** Returns the actor's latest plan if it is of the last hour, and under way, or ready and not applied. */
export function planToTell(actor: Actor) {
  authorizeAll(actor, 'moveTasks');
  return row<Pick<PlanState, 'id' | 'status' | 'progress' | 'createdAt'>>(TO_TELL, { actorId: actor.id });
}

export const stopPlan = command(
  {
    summary: 'Ends the search of a plan',
    about: 'The answers are what was found until then. Doing it twice is harmless.',
    may: 'moveTasks',
    at: atPlan,
    answer: PlanStateAnswer,
    refusals: [409],
  },
  async ({ planId }) => {
    const { status } = await planOf(planId);
    if (status === 'failed')
      throw conflict(untranslated('planFailed', 'This plan could not be made. Plan again'));
    await transaction(async () => {
      await Plan.update({ stopped: true }, { where: { id: planId, status: ['waiting', 'running'] } });
      await endEarly(PLAN, String(planId));
    });
    return planOf(planId);
  },
);
