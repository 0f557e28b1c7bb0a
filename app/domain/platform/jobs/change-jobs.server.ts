/** Changes jobs for commands, in their transactions. */
import { execute, row } from 'db/connection';

/**
 * The PostgreSQL channel. Its payload is a kind of jobs or a name of rounds, and the milliseconds until it is
 * due.
 */
export const JOB_CHANNEL = 'jobs';

/**
 * Makes a job due now. A job that is over starts anew; a running one stays as it is. @returns whether the job
 * waits.
 */
export async function runAgain(kind: string, subject: string): Promise<boolean> {
  const waiting = await row(
    `update jobs set attempts = case when state = 'waiting' then attempts else 0 end, state = 'waiting', run_at = now(),
       ended_at = null, stopped = false
     where id = (select id from jobs where kind = $kind and subject = $subject order by run_at is null, id desc limit 1)
       and state <> 'running' returning id`,
    { kind, subject },
  );
  return waiting !== null;
}

/** Ends running jobs early; they end with the result that they have. */
export const endEarly = (kind: string, subject: string) =>
  execute('update jobs set stopped = true where kind = $kind and subject = $subject and run_at is not null', {
    kind,
    subject,
  });

/** The channel carries names of kinds and of rounds: this prefix marks a round. */
export const ROUNDS = 'rounds/';

/** Wakes the engine after a pause of jobs, and for rounds. */
export const wakeKind = (kind: string) =>
  execute('select pg_notify($channel, $payload)', { channel: JOB_CHANNEL, payload: `${kind} 0` });

/** Deletes the jobs of an owner who was deleted. */
export const forgetLane = (kind: string, lane: string) =>
  execute('delete from jobs where kind = $kind and lane = $lane', { kind, lane });
