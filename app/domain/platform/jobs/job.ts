/**
 * Declares the kinds of background work: how many run at once, how often each is tried, and how it is done.
 */

export const JOB_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Job<Payload = unknown> = {
  id: number;
  subject: string;
  lane: string;
  payload: Payload;
  /** The number of tries, this one included. */
  attempts: number;
  /** No further try follows when this one fails. */
  isLast: boolean;
  /** Aborted when the instance stops, or when another one has taken over the job. */
  signal: AbortSignal;
  /** Aborted when a person wants the result as it is now. */
  stopped: AbortSignal;
  /** From 0 to 1. `run` sets it; it is stored with the next renewal of the lease. */
  progress: number;
};

/** `write` runs in the transaction that ends the try, unless another instance has the job by then. */
type Also = { write?: () => Promise<unknown>; result?: object; error?: string | null };

export type Outcome =
  | ({ is: 'done' | 'failed' } & Also)
  /**
   * The job is tried again as its kind says, but not sooner than `afterSeconds`; the last try fails.
   * `restSeconds`: no job of its lane runs for so long.
   */
  | ({ is: 'again'; afterSeconds?: number; restSeconds?: number } & Also)
  /** The job waits again, and this try does not count. */
  | ({ is: 'later'; seconds: number } & Also);

export type Kind<Payload = never> = {
  kind: string;
  /** The most jobs of one lane that one instance runs at once. */
  atOnce: number;
  /** Waits between tries; after the last of them there is one more try. */
  retrySeconds: number[];
  /** Varies the waits by this share, so that jobs that failed together do not come back together. */
  spread?: number;
  /** The number of days that a job is kept, from when it was asked for. */
  keepDays: number;
  /** Keeps jobs that are done; otherwise they are deleted. */
  keepsDone?: true;
  /** SQL: the lanes whose jobs do not run for now. */
  paused?: string;
  run: (job: Job<Payload>) => Promise<Outcome>;
};

/** How the page Background Work shows a kind. */
export type ShownKind<Payload = never> = Kind<Payload> & {
  label: string;
  /** SQL: a JSON object with facts about the job `j` from other tables. */
  facts?: string;
  /** What or whom it is about, in words. */
  about: (job: { subject: string; facts: Facts }) => string;
  /** Checks that it can run again and lets it. Without it, the job simply runs again. @throws conflict, with a sentence. */
  again?: (job: { kind: string; subject: string; lane: string }) => Promise<unknown>;
  /** Its jobs never run again: the reason. */
  madeOnce?: () => Error;
};

/** Null where a row was deleted. */
export type Facts = Partial<Record<string, string | number | null>>;
