/** How often a user's scripts may call, on all instances together. */
import { env } from '~/env.server';
import type { Actor } from './actor';
import type { DomainError } from './errors';
import { rateLimit } from './rate-limit.server';

const SECONDS = 60;
const calls = rateLimit({
  name: 'calls',
  points: env.API_CALLS_PER_MINUTE,
  seconds: SECONDS,
  what: 'calls',
});

export type Allowance = { headers: Record<string, string> } & (
  { granted: true } | { granted: false; refusal: DomainError }
);

/** Counts one call of a script. The headers say how many are left, and in how many seconds all of them are. */
export async function countCall(actor: Pick<Actor, 'id'>): Promise<Allowance> {
  const { left, resetSeconds, refusal } = await calls.take(String(actor.id));
  const headers = {
    'RateLimit-Limit': String(env.API_CALLS_PER_MINUTE),
    'RateLimit-Remaining': String(left),
    'RateLimit-Reset': String(resetSeconds),
  };
  return refusal ? { headers, granted: false, refusal } : { headers, granted: true };
}
