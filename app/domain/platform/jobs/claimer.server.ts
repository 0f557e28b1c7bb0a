/** Claims due jobs of one kind, one round after the other, and knows when to look again. */
import { row, send } from 'db/connection';
import type { Job, Kind } from './job';
import { claimStatement, DUE_NEVERTHELESS } from './statements.server';

export type Claim = Pick<Job<never>, 'id' | 'subject' | 'lane' | 'payload' | 'attempts'>;

type Options = {
  kind: Kind;
  /** The id of the instance. */
  me: string;
  /** The jobs that the instance is working on. */
  running: () => Pick<Claim, 'id' | 'lane'>[];
  begin: (claim: Claim) => void;
  onError: (error: unknown) => void;
};

/**
 * Looks this often in case a notification was lost. Jobs that are due later than that are also found then.
 */
export const LOOK_EVERY_MS = 10_000;
const STEP_MS = 50;
const RETRY_MS = 1_000;

export function createClaimer({ kind, me, running, begin, onError }: Options) {
  const statement = claimStatement(kind.paused);
  const restsUntil = new Map<string, number>();
  /**
   * Times to look, rounded to steps, so that a thousand jobs that are due at about the same time need one
   * timer.
   */
  const moments = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isAsked = false;
  let isStopped = false;

  const busyLanes = () => {
    const lanes = new Map<string, number>();
    for (const { lane } of running()) lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
    for (const [lane, until] of restsUntil)
      if (until > performance.now()) lanes.set(lane, kind.atOnce);
      else restsUntil.delete(lane);
    return JSON.stringify(Object.fromEntries(lanes));
  };

  const claim = async () => {
    const found = await row<{ putOff: number[]; claims: Claim[] }>(statement, {
      kind: kind.kind,
      me,
      mine: running().map(({ id }) => id),
      atOnce: kind.atOnce,
      busy: busyLanes(),
    });
    for (const each of found?.claims ?? []) begin(each);
    if (!found || found.putOff.length === 0) return;
    const { putOff } = found;
    await send(DUE_NEVERTHELESS, { putOff });
    // The end of the earlier job may not see a job that is written before it commits.
    setTimeout(() => {
      if (!isStopped) send(DUE_NEVERTHELESS, { putOff }).catch(onError);
    }, RETRY_MS).unref();
    // There may be other due jobs behind the ones that were looked at.
    isAsked = true;
  };

  const rounds = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      await claim();
    }
  };

  const pump = () => {
    if (isStopped) return;
    for (const moment of moments) if (moment <= performance.now()) moments.delete(moment);
    arm();
    isAsked = true;
    round ??= rounds()
      .catch((error: unknown) => {
        onError(error);
        wake(RETRY_MS);
      })
      .finally(() => {
        round = undefined;
      });
  };

  const arm = () => {
    clearTimeout(timer);
    if (!isStopped && moments.size > 0)
      timer = setTimeout(pump, Math.max(0, Math.min(...moments) - performance.now())).unref();
  };

  const wake = (ms = 0) => {
    if (ms <= 0) pump();
    else if (ms <= LOOK_EVERY_MS + STEP_MS) {
      moments.add(Math.ceil((performance.now() + ms) / STEP_MS) * STEP_MS);
      arm();
    }
  };

  return {
    /** Call it when jobs of the kind will be due after so many milliseconds. */
    wake,
    /** This instance claims no job of the lane for so long. */
    rest: (lane: string, seconds: number) => {
      restsUntil.set(lane, performance.now() + seconds * 1_000);
      wake(seconds * 1_000 + STEP_MS);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
