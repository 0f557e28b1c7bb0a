/** A kind of background work is declared once: how many at once, how often it is tried again, what it does. */

export const JOB_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Job<Payload = unknown> = {
  id: number;
  subject: string;
  lane: string;
  payload: Payload;
  /** With this one. */
  attempts: number;
  /** After a failure of this try there is none. */
  isLast: boolean;
  /** Aborted when the instance stops, and when another one has the job. */
  signal: AbortSignal;
  /** Aborted when somebody wants the result as it is now. */
  stopped: AbortSignal;
  /** From 0 to 1. `run` sets it; it is stored with the next renewal of the lease. */
  progress: number;
};

/** `write` runs in the transaction that ends the try, and not when another instance has the job by then. */
type Also = { write?: () => Promise<unknown>; result?: object; error?: string | null };

export type Outcome =
  | ({ is: 'done' | 'failed' } & Also)
  /** Tried again as the kind says, but not sooner; the last try fails. `restSeconds`: nothing of its lane until then. */
  | ({ is: 'again'; afterSeconds?: number; restSeconds?: number } & Also)
  /** As if it had not been claimed. */
  | ({ is: 'later'; seconds: number } & Also);

export type Kind<Payload = never> = {
  kind: string;
  /** The most jobs of one lane that one instance runs at once. */
  atOnce: number;
  /** Waits between tries; after the last of them there is one more try. */
  retrySeconds: number[];
  /** A share more or less, so that jobs that failed together do not come back together. */
  spread?: number;
  /** The number of days that a job is kept, from when it was asked for. */
  keepDays: number;
  /** Without it, a job that is done is deleted. */
  keepsDone?: true;
  /** SQL: lanes whose jobs wait. */
  paused?: string;
  run: (job: Job<Payload>) => Promise<Outcome>;
};
