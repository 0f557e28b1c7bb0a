/**
 * Runs plans, one at a time in the network: an instance that was asked for one waits with it for its turn. Each tells
 * again and again that it is alive, so that a plan of an instance that has gone holds up nobody.
 */
import { execute, outsideOfTransactions, row, transaction } from 'db/connection';
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { makeResult } from './make.server';
import { rememberPace } from './pace.server';
import type { MakePlan, PlanResult } from './schema';
import { CONTROL, shareDone } from './searches';

const LOOK_EVERY_MS = 300;
/** Who was not heard of for so long is gone. */
const GONE = "interval '15 seconds'";
export const IS_GONE = `status in ('waiting', 'running') and alive_at < now() - ${GONE}`;

const CLAIM = `
  update plans set status = 'running', alive_at = now()
  where id = $id and status = 'waiting' and not exists (select from plans o where o.id <> $id
    and (o.status = 'running' or o.status = 'waiting' and o.id < $id))
  returning id`;

/** Begins, and does not wait for the end. */
export function startPlan(id: number, request: MakePlan): void {
  outsideOfTransactions(() => {
    run(id, request).catch(async (error: unknown) => {
      log.error({ err: error, plan: id }, 'the plan could not be made');
      await execute("update plans set status = 'failed' where id = $id and status <> 'done'", { id }).catch(
        () => undefined, // others find it gone
      );
    });
  });
}

async function run(id: number, request: MakePlan): Promise<void> {
  while (!(await claim(id))) {
    if (!(await tell(id, 0))) return;
    await pause();
  }
  const control = new Int32Array(new SharedArrayBuffer(CONTROL.size * Int32Array.BYTES_PER_ELEMENT));
  const ended = new AbortController();
  const longestMs = env.PLAN_SECONDS * 1_000;
  const timers = [
    setTimeout(() => Atomics.store(control, CONTROL.stop, 1), longestMs).unref(),
    // One that does not listen would hold up everybody else's.
    setTimeout(() => ended.abort(), longestMs + env.PLAN_GRACE_SECONDS * 1_000).unref(),
  ];
  const making = makeResult(request, control, ended.signal);
  const told = tellUntil(id, control, ended);
  try {
    const { result, searched } = await making;
    await transaction(async () => {
      await finish(id, result, Atomics.load(control, CONTROL.stop) === 1);
      if (searched) await rememberPace(searched);
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    ended.abort();
    await told;
  }
}

const claim = (id: number) =>
  transaction(async () => {
    await execute("select pg_advisory_xact_lock(hashtext('plans'))");
    await execute(`update plans set status = 'failed' where ${IS_GONE}`);
    return (await row(CLAIM, { id })) !== null;
  });

/** @returns whether it is still to be made, and whether somebody wants what there is; null for no. */
const tell = (id: number, progress: number) =>
  row<{ stopped: boolean }>(
    `update plans set alive_at = now(), progress = $progress where id = $id and status in ('waiting', 'running')
     returning stopped`,
    { id, progress },
  );

async function tellUntil(id: number, control: Int32Array, ended: AbortController): Promise<void> {
  while (!ended.signal.aborted) {
    try {
      const told = await tell(id, shareDone(control));
      if (!told) ended.abort();
      else if (told.stopped) Atomics.store(control, CONTROL.stop, 1);
    } catch (error) {
      log.warn({ err: error, plan: id }, 'the progress of a plan could not be stored');
    }
    await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref());

const finish = (id: number, result: PlanResult, stopped: boolean) =>
  execute(
    `update plans set status = 'done', progress = 1, result = $result::jsonb, stopped = $stopped, alive_at = now()
     where id = $id and status = 'running'`,
    { id, stopped, result: JSON.stringify(result) },
  );
