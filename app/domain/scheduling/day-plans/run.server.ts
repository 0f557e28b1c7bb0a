/** Runs plans, one at a time in the network, in the order of the requests. Each runs once. */
import { execute, row, transaction } from 'db/connection';
import { Plan } from 'db/models/operations';
import { Op } from 'sequelize';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { makeResult } from './make.server';
import { rememberPace } from './pace.server';
import type { MakePlan, PlanResult } from './schema';
import { CONTROL, shareDone } from './searches';

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
