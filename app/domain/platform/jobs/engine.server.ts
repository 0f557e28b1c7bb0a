/**
 * Runs background work on any instance. Rows of `jobs` are written in the transaction of their cause; the
 * database notifies every instance, and one of them claims each job. An instance that dies loses its leases,
 * and another one takes over.
 */
import { randomUUID } from 'node:crypto';
import { row, rows, transaction } from 'db/connection';
import { asDomainError } from '~/domain/kernel/faults.server';
import { createClaimer, LOOK_EVERY_MS, type Claim } from './claimer.server';
import type { Job, Kind, Outcome } from './job';
import { END, FORGET, LOOK, RENEW, WAIT } from './statements.server';

type Log = Record<'error' | 'warn', (details: object, message: string) => void>;

const RENEW_EVERY_MS = 1_000;
const LOOK_UNHEARD_MS = 1_000;
const AFTER_FAULT_SECONDS = 30;
/** The wait before the database is asked again. */
const AWAY_SECONDS = 1;
const LONGEST_ERROR = 1_000;

type Running = {
  kind: Kind;
  job: Job<never>;
  lost: AbortController;
  stop: AbortController;
  ended: Promise<void>;
};

export type Jobs = {
  /** Takes a payload of the channel. */
  notified: (payload: string) => void;
  /** Tells whether notifications arrive from now on. */
  setListening: (isListening: boolean) => void;
  stop: () => Promise<void>;
};

/** @param lookEveryMs how often it looks in case a notification was lost */
export function startJobs(kinds: Kind[], log: Log, lookEveryMs = LOOK_EVERY_MS): Jobs {
  const me = randomUUID();
  const running = new Map<number, Running>();
  const claimers = new Map(
    kinds.map((kind) => [
      kind.kind,
      createClaimer({
        kind,
        me,
        running: () => jobsOf(kind),
        onError: failed,
        begin: (claim) => {
          recovered();
          begin(kind, claim);
        },
      }),
    ]),
  );
  let isStopping = false;
  let isListening = false;
  /** The error of the last statement, so that the same error is logged once and not every second. */
  let failure: string | null = null;

  function failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (failure !== reason) log.error({ err: error }, 'jobs could not be claimed; trying again');
    failure = reason;
  }
  function recovered(): void {
    if (failure !== null) log.warn({}, 'jobs can be claimed again');
    failure = null;
  }

  const jobsOf = (of: Kind) => [...running.values()].filter(({ kind }) => kind === of).map(({ job }) => job);

  function begin(kind: Kind, claim: Claim): void {
    const [lost, stop] = [new AbortController(), new AbortController()];
    const isLast = claim.attempts > kind.retrySeconds.length;
    const job: Job<never> = { ...claim, isLast, signal: lost.signal, stopped: stop.signal, progress: 0 };
    const ended = attempt(kind, job)
      .then((outcome) => settle(kind, job, outcome))
      .catch((error: unknown) => {
        log.error(
          { err: error, kind: kind.kind, job: job.id },
          'a job could not be recorded; its lease ends',
        );
      })
      .finally(() => {
        running.delete(job.id);
        claimers.get(kind.kind)?.wake();
      });
    running.set(job.id, { kind, job, lost, stop, ended });
    if (isStopping) lost.abort();
  }

  async function attempt(kind: Kind, job: Job<never>): Promise<Outcome> {
    try {
      return await kind.run(job);
    } catch (error) {
      if (job.signal.aborted) return { is: 'later', seconds: 0 };
      const text = error instanceof Error ? error.message : String(error);
      if (isAway(error)) return { is: 'later', seconds: AWAY_SECONDS, error: text };
      log.error({ err: error, kind: kind.kind, job: job.id }, 'a job failed; it will be tried again');
      return { is: 'again', afterSeconds: AFTER_FAULT_SECONDS, error: text };
    }
  }

  async function settle(kind: Kind, job: Job<never>, outcome: Outcome): Promise<void> {
    const { write } = outcome;
    const end = () => record(kind, job, outcome);
    for (;;) {
      try {
        await (write ? transaction(async () => (await end()) && (await write())) : end());
        return;
      } catch (error) {
        // Try again until the database is back: a job that is not recorded as done would be sent a second
        // time.
        if (!isAway(error) || isStopping) throw error;
        await new Promise((resolve) => setTimeout(resolve, AWAY_SECONDS * 1_000));
      }
    }
  }

  /** @returns null when another instance has the job. */
  function record(kind: Kind, { id, lane, attempts, isLast }: Job<never>, outcome: Outcome) {
    const { is, result, error = null } = outcome;
    const ours = { id, me, attempts };
    const said = {
      ...ours,
      error: error?.slice(0, LONGEST_ERROR) ?? null,
      result: result ? JSON.stringify(result) : null,
    };
    const claimer = claimers.get(kind.kind);
    if (is === 'again' && outcome.restSeconds) claimer?.rest(lane, outcome.restSeconds);
    if (is === 'later' || (is === 'again' && !isLast)) {
      const seconds =
        is === 'later' ? outcome.seconds : Math.max(secondsAfter(kind, attempts), outcome.afterSeconds ?? 0);
      claimer?.wake(seconds * 1_000 + 5);
      return row(WAIT, { ...said, seconds, uncounted: is === 'later' ? 1 : 0 });
    }
    if (is === 'done' && !kind.keepsDone) return row(FORGET, ours);
    return row(END, { ...said, state: is === 'done' ? 'done' : 'failed' });
  }

  const look = async () => {
    try {
      for (const { kind, ms } of await rows<{ kind: string; ms: number }>(LOOK, { me }))
        claimers.get(kind)?.wake(ms);
      recovered();
    } catch (error) {
      failed(error);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const lookAgain = () => {
    clearTimeout(timer);
    if (isStopping) return;
    void look().finally(() => {
      clearTimeout(timer);
      if (!isStopping) timer = setTimeout(lookAgain, isListening ? lookEveryMs : LOOK_UNHEARD_MS);
    });
  };
  lookAgain();

  const renew = async () => {
    const all = [...running.values()];
    if (all.length === 0) return;
    const held = JSON.stringify(
      all.map(({ job: { id, attempts, progress } }) => ({ id, attempts, progress })),
    );
    const renewed = await rows<{ id: number; stopped: boolean }>(RENEW, { me, held });
    const stoppedById = new Map(renewed.map(({ id, stopped }) => [id, stopped]));
    for (const { job, lost, stop } of all) {
      if (!stoppedById.has(job.id)) lost.abort();
      else if (stoppedById.get(job.id)) stop.abort();
    }
  };
  let isRenewing = false;
  // A failed renewal does no harm: a lease lasts for many of them.
  const renewals = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    void renew()
      .catch(failed)
      .finally(() => {
        isRenewing = false;
      });
  }, RENEW_EVERY_MS);

  return {
    notified: (payload) => {
      const [kind = '', ms = '0'] = payload.split(' ');
      claimers.get(kind)?.wake(Number(ms));
    },
    setListening: (now) => {
      isListening = now;
      lookAgain();
    },
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      for (const { lost } of running.values()) lost.abort();
      await Promise.all([...claimers.values()].map((each) => each.stop()));
      await Promise.all([...running.values()].map(({ ended }) => ended));
      clearInterval(renewals);
    },
  };
}

const isAway = (error: unknown) => asDomainError(error)?.kind === 'unavailable';

/** Returns the wait after so many tries. */
function secondsAfter({ retrySeconds, spread = 0.1 }: Kind, attempts: number): number {
  return (retrySeconds[attempts - 1] ?? 0) * (1 + spread * (2 * Math.random() - 1));
}
