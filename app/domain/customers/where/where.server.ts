/** Reads what is known of tasks, and says where they are. */
import * as z from 'zod/v4';
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { known, moment } from '~/domain/kernel/schema';
import { allArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { WHERE_STATES } from '~/domain/tasks/model/expected';
import { atTask } from '~/domain/tasks/model/schema';
import { isHeld, isInRoute, isQueued, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import { findRun, type Sought } from '~/domain/tasks/runs/find.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { isLanguage, LANGUAGES } from '~/words/languages';
import { inLanguage } from '~/words/spoken.server';
import { type Where, type WhereFacts, whereOf, wayOf } from './sentence.server';

const iso = (column: string) => `to_json(${column}) #>> '{}'`;

const FACTS = prepared(`
  select t.id, t.type, t.status, t.failure_reason as "failureReason", ${iso('t.need_by')} as "needBy",
    ${iso('t.completed_at')} as "completedAt", t.driver_id as "driverId",
    (select s.signed_by from task_signatures s where s.task_id = t.id) as "signedBy",
    (select ${iso('v.arrived_at')} from stop_visits v where v.driver_id = t.driver_id and v.left_at is null
       and t.id = any(v.task_ids) and v.arrived_at > now() - interval '12 hours' limit 1) as "arrivedAt",
    case when t.order_index is not null then 1 + (
      select count(distinct address_key(o.address))::integer from tasks o
      where o.driver_id = t.driver_id and o.order_index is not null and ${statusIs(isInRoute, 'o.status')}
        and address_key(o.address) <> address_key(t.address)
        and (${statusIs(isUnderWay, 'o.status')} or o.order_index < t.order_index)) end as place,
    case when ${statusIs(isQueued)} then (
      select json_build_object('name', r.name, 'departsAt', r.departs_at) from runs r where r.id = t.run_id) end as run,
    case when t.promised_to is not null then
      json_build_object('earliestAt', t.promised_from, 'latestAt', t.promised_to) end as promise,
    t.location, t.address, t.ship_via, t.account_id, t.latitude, t.longitude, t.dealership
  from tasks t where t.id = any($ids::integer[])`);

type Found = Omit<WhereFacts, 'way' | 'arrival' | 'nextRun'> & Sought & { id: number };

/** Says where each of these tasks is, in the reader's language. Unknown ones are left out. */
export async function wheresOf(ids: number[]): Promise<Map<number, Where>> {
  if (ids.length === 0) return new Map();
  const found = await rows<Found>(FACTS, { ids });
  const at = new Date();
  const [routes, runs] = await Promise.all([
    routesOf(found, at),
    Promise.all(found.map((task) => nextRunOf(task))),
  ]);
  return new Map(
    found.map((task, index) => {
      const { way = null, arrivals } = routes.get(task.driverId) ?? {};
      const facts = { ...task, way, arrival: arrivals?.get(task.id) ?? null, nextRun: runs[index] ?? null };
      return [task.id, whereOf(facts, at.getTime())];
    }),
  );
}

const nextRunOf = async (task: Found) =>
  isHeld(task) && task.failureReason !== null && task.type !== 'transfer' ? findRun(task) : undefined;

/** The routes of the drivers that have one of these tasks in theirs. */
async function routesOf(found: Found[], at: Date) {
  const drivers = new Set(found.flatMap((task) => (isInRoute(task) ? (task.driverId ?? []) : [])));
  const known = drivers.size === 0 ? [] : await allArrivals(at, [...drivers]);
  return new Map<number | null, ReturnType<typeof shownRoute>>(
    known.map((each) => [each.route.driverId, shownRoute(each, at.getTime())]),
  );
}

function shownRoute({ route, arrivals }: Awaited<ReturnType<typeof allArrivals>>[number], now: number) {
  const { going, last, position, duty, stops } = route;
  const moment = (given: string | undefined | null) => (given ? Date.parse(given) : null);
  const way = wayOf(
    {
      going: moment(going),
      completed: moment(last?.at),
      position: moment(position?.at),
      shiftFrom: duty.shift?.from ?? null,
    },
    now,
  );
  const ranges = arrivals.flatMap(({ key, from, to }) =>
    (stops[Number(key)]?.tasks ?? []).map(
      ({ id }) =>
        [id, { earliestAt: new Date(from).toISOString(), latestAt: new Date(to).toISOString() }] as const,
    ),
  );
  return { way, arrivals: new Map(ranges) };
}

const WhereAnswer = z
  .strictObject({
    taskId: known,
    state: z.enum(WHERE_STATES),
    from: moment
      .nullable()
      .describe('With `to` the range in which the driver is expected or promised; null for none'),
    to: moment.nullable(),
    sentence: z.string().describe('At most 160 characters'),
  })
  .meta({ id: 'Where' });

const WhereInput = z.strictObject({
  language: z.enum(Object.keys(LANGUAGES).filter(isLanguage), 'language must be en or es').default('en'),
});

export const getWhere = query(
  {
    summary: 'Where a task is, in one sentence',
    about:
      'The sentence that the office’s search, links of customers and text messages contain, such as `On the way, 3rd stop, 10:40 AM–10:55 AM`. It says nothing that is not known: no range for a driver who has not set out or has reported nothing for an hour.',
    may: 'readTasks',
    scoped: true,
    at: atTask,
    input: WhereInput,
    answer: WhereAnswer,
  },
  async ({ actor, taskId, input: { language } }) => {
    const { id } = await getTask({ actor, taskId });
    const where = await inLanguage(language, async () => (await wheresOf([id])).get(id));
    if (!where) throw notFound('Task');
    const { state, from, to, sentence } = where;
    return { taskId: id, state, from, to, sentence };
  },
);
