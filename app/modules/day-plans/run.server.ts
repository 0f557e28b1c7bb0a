/** Runs plans, one at a time in the network, in the order of the requests. Each runs once. */
import { execute, row, transaction } from 'db/connection';
import { Plan } from 'db/models/operations';
import { Op } from 'sequelize';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { PLAN_QUEUE_TIMEOUT_MS, PLAN_ROADS_TIMEOUT_MS } from '~/lib/time-limits';
import { learnedLately } from '~/domain/scheduling/arrivals/past.server';
import { arrivalsNow, type RouteNow } from '~/domain/scheduling/arrivals/routes.server';
import type { Learned } from '~/domain/scheduling/timetable/learned';
import { businessZone } from '~/domain/network/settings/network.server';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { knownRoads } from '~/domain/geography/roads/roads.server';
import { zoneOffset } from '~/domain/kernel/time';
import type { PlanProblem } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { boardNow, rememberPace } from './board.server';
import type { MakePlan, PlanResult } from './schema';
import {
  CONTROL,
  ITERATIONS,
  type PlanInput,
  type PlansFound,
  type Searched,
  shareDone,
  usualSeconds,
} from './searches';
import { answerOf, figuresBefore, type Shown } from './answers';
import { allPoints, type Begin, problemsOf, restedAt } from './fleet-problem';
import { type BoardNow, type Draft, draftOf, type Person, togetherOf } from './draft';
import { PLAN_KINDS, type PlanKind } from './kinds';
import { isUnderWay } from '~/domain/tasks/model/statuses';

/** Makes a plan: reads the board, asks for roads, and lets a thread search. */

/** A road engine can answer this many in time; the times of more are estimated. */
const MOST_BY_ROAD = 400;

/** `searched` is null when a person ended the search early. */
type Made = { result: PlanResult; searched: Searched | null };

/** @param control see CONTROL. */
async function makeResult(request: MakePlan, control: Int32Array, signal: AbortSignal): Promise<Made> {
  const [board, learned] = await Promise.all([boardNow(request), learnedLately()]);
  const now = new Date();
  const at = now.getTime();
  const draft = draftOf(board);
  const begins = board.people.map((person, index) => beginOf(person, board.routes[index], now, learned));
  const points = allPoints(draft, begins);
  const timeoutMs = points.length > MOST_BY_ROAD ? 0 : PLAN_ROADS_TIMEOUT_MS;
  const { matrix, source } = await knownRoads(points, timeoutMs);
  const offset = zoneOffset(now, businessZone());
  const problems = problemsOf({ draft, begins, at, roads: matrix, learned, offset });
  signal.throwIfAborted();
  const begun = performance.now();
  const input: PlanInput = { problems, iterations: ITERATIONS, control };
  const found = await threads.run<PlansFound>('plan', input, { signal });
  const seconds = (performance.now() - begun) / 1_000;
  const shown = (kind: PlanKind): Shown => ({
    draft,
    problem: problems[kind],
    metres: matrix.metres,
    at,
  });
  const result: PlanResult = {
    madeAt: now.toISOString(),
    roads: source,
    drivers: driversOf(board, draft, problems.few),
    sizes: sizesOf(draft, problems.few),
    left: draft.left.map(({ task, reason }) => ({ taskId: task.id, location: task.location, reason })),
    versions: versionsOf(draft),
    together: togetherOf(draft),
    before: figuresBefore(shown('few')),
    answers: checkedAnswers(shown, found),
  };
  const tasks = draft.stops.reduce((sum, stop) => sum + stop.tasks.length, 0);
  const isWhole = Atomics.load(control, CONTROL.stop) === 0;
  const searched = { seconds, usual: usualSeconds(tasks, board.people.length) };
  return { result, searched: isWhole ? searched : null };
}

/** An answer that the checker objects to is never shown. */
function checkedAnswers(shown: (kind: PlanKind) => Shown, found: PlansFound): PlanResult['answers'] {
  return PLAN_KINDS.flatMap((kind) => {
    const { plan, violations } = found[kind];
    if (violations.length === 0) return [answerOf(shown(kind), kind, plan)];
    log.error({ kind, violations: violations.slice(0, 10) }, 'a plan breaks rules and is not shown');
    return [];
  });
}

const driversOf = (
  { facts }: BoardNow,
  { people, present }: Draft,
  { drivers }: PlanProblem,
): PlanResult['drivers'] =>
  people.map(({ driverId, name, shiftVersion, from, until, capacity, skills }, index) => ({
    driverId,
    name,
    shiftVersion,
    capacity,
    skills,
    load: drivers[index]?.load ?? 0,
    from: isoOf(from),
    until: isoOf(until),
    list: (present[index]?.ids ?? []).map((taskId) => ({ taskId, version: facts.get(taskId)?.version ?? 0 })),
  }));

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const sizesOf = (draft: Draft, { stops }: PlanProblem): PlanResult['sizes'] =>
  draft.stops.flatMap(({ tasks: [first] }, number) => {
    const { size: adds = 0 } = stops[number] ?? {};
    return first && adds !== 0 ? [{ taskId: first.id, adds }] : [];
  });

const versionsOf = ({ stops, facts }: Draft): PlanResult['versions'] =>
  stops
    .filter(({ home }) => home === null)
    .flatMap(({ tasks }) => tasks.map(({ id }) => ({ taskId: id, version: facts.get(id)?.version ?? 0 })));

/**
 * Returns where the driver is, or will be when the stop under way is reached; for a later shift, its start.
 */
function beginOf(person: Person, route: RouteNow | undefined, now: Date, learned: Learned): Begin {
  const rested = (ready: number) => restedAt(person, ready, now.getTime());
  const at = rested(Math.max(person.from ?? 0, now.getTime()));
  if (!route) return { place: person.startAt, at };
  const { begin, arrivals } = arrivalsNow(route, { path: [] }, now, learned, { shift: null });
  const [first] = route.stops;
  const isDriving = first?.tasks.some(isUnderWay) ?? false;
  const arrival = arrivals.find(({ key }) => key === '0');
  if (isDriving && first?.place && arrival)
    return { place: first.place, at: rested(Math.max(arrival.expected, arrival.waitsUntil ?? 0)) };
  const isFresh = begin.from === 'position' || begin.from === 'stop';
  return { place: isFresh ? begin.place : (person.startAt ?? begin.place), at };
}

/**
 * The threads are closed after the search, so that their memory is freed. The network makes one plan at a
 * time.
 */
const threads = new WorkerPool({
  file: './route-worker.js',
  runtime: 'worker_threads',
  atOnce: 1,
  longestWaitMs: PLAN_QUEUE_TIMEOUT_MS,
  memoryMb: 512,
  isUsedOnce: true,
  refuse: (refusal) => new WorkerFailed(refusal),
});

/** All plans are one chain. */
export const PLAN = 'plan';
export const planSearches: Kind<MakePlan> = {
  kind: PLAN,
  atOnce: 1,
  retrySeconds: [],
  keepDays: 2,
  run,
};

const LOOK_EVERY_MS = 300;

/** SQL: an instance of an earlier version ran the plan and has not been heard of for this time. */
export const IS_GONE = "status = 'running' and alive_at < now() - interval '15 seconds'";
export const LOCK = "select pg_advisory_xact_lock(hashtext('plans'))";
export const END_GONE = `update plans set status = 'failed' where ${IS_GONE}`;

const BEGIN = `
  update plans set status = 'running' where id = $id and status = 'waiting'
    and not exists (select from plans o where o.status = 'running')
  returning id`;

const begin = (id: number) =>
  transaction(async () => {
    await execute(LOCK);
    await execute(END_GONE);
    return (await row(BEGIN, { id })) !== null;
  });

async function run(job: Job<MakePlan>): Promise<Outcome> {
  const id = Number(job.subject);
  const write = () => Plan.update({ status: 'failed' }, { where: { id, status: { [Op.ne]: 'done' } } });
  // A second try would be of little use: the lists have changed since, and somebody waits at a page.
  if (job.attempts > 1) return { is: 'failed', error: 'The server stopped while this was planned', write };
  try {
    if (await begin(id)) return await search(id, job);
    const plan = await Plan.findRow(['status'], { where: { id } });
    return plan?.status === 'waiting' ? { is: 'later', seconds: 1 } : { is: 'done' };
  } catch (error) {
    log.error({ err: error, plan: id }, 'the plan could not be made');
    return { is: 'failed', error: error instanceof Error ? error.message : String(error), write };
  }
}

async function search(id: number, job: Job<MakePlan>): Promise<Outcome> {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL.size * Int32Array.BYTES_PER_ELEMENT));
  const stop = () => Atomics.store(control, CONTROL.stop, 1);
  job.stopped.addEventListener('abort', stop);
  const longestMs = env.PLAN_SECONDS * 1_000;
  // A search that does not stop when it should would hold up all later plans.
  const late = AbortSignal.timeout(longestMs + env.PLAN_GRACE_SECONDS * 1_000);
  const timers = [
    setTimeout(stop, longestMs).unref(),
    setInterval(() => {
      job.progress = shareDone(control);
    }, LOOK_EVERY_MS).unref(),
  ];
  try {
    const { result, searched } = await makeResult(job.payload, control, AbortSignal.any([job.signal, late]));
    const write = async () => {
      await finish(id, result, Atomics.load(control, CONTROL.stop) === 1);
      if (searched) await rememberPace(searched);
    };
    return { is: 'done', write };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

const finish = (id: number, result: PlanResult, stopped: boolean) =>
  Plan.update({ status: 'done', progress: 1, result, stopped }, { where: { id, status: 'running' } });
