/** Counts limits in PostgreSQL, so that they hold for all instances together. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { database } from 'db/connection';
import { env } from '~/process/env.server';
import type { Actor } from '~/domain/kernel/actor';
import { DomainError } from '~/domain/kernel/errors';
import { BoundedMap } from '~/lib/bounded-map';
import { say } from '~/domain/kernel/sentence';

type Limit = {
  name: string;
  /** At most `points` within `seconds`. */
  points: number;
  seconds: number;
  /** The plural noun in the refusal: too many of these. */
  what: string;
};

export function rateLimit({ name, points, seconds, what }: Limit) {
  let limiter: RateLimiterPostgres | undefined;
  /** Counts while the database can't: people sign in on a full disk. */
  const inMemory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  const counters = () =>
    (limiter ??= new RateLimiterPostgres({
      storeClient: database(),
      storeType: 'sequelize',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
      insuranceLimiter: inMemory,
    }));
  const take = async (key: string): Promise<Taken> => {
    try {
      const { remainingPoints, msBeforeNext } = await counters().consume(key);
      return { left: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1_000) };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const resetSeconds = Math.ceil(error.msBeforeNext / 1_000);
      const isFirst = error.consumedPoints === points + 1;
      return { left: 0, resetSeconds, refusal: tooMany(what, resetSeconds), isFirst };
    }
  };
  return {
    /** Counts one, and returns how many are left. */
    take,
    /**
     * Counts one.
     * @param whenItBegins runs at the first refusal of a series.
     * @throws too_many when the limit is exceeded.
     */
    spend: async (key: string, whenItBegins?: () => Promise<void>): Promise<void> => {
      const { refusal, isFirst } = await take(key);
      if (refusal && isFirst) await whenItBegins?.();
      if (refusal) throw refusal;
    },
    /** Takes back one that should not have counted. */
    refund: async (key: string): Promise<void> => {
      await counters().reward(key);
    },
    /** Clears the count. */
    forgive: async (key: string): Promise<void> => {
      await inMemory.delete(key);
      await counters().delete(key);
    },
  };
}

type Taken = {
  left: number;
  /** Seconds until all of them are available again. */
  resetSeconds: number;
  /** Set when the limit is exceeded. */
  refusal?: DomainError;
  /** Set when this is the first one that exceeds the limit. */
  isFirst?: boolean;
};

function tooMany(what: string, seconds: number): DomainError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new DomainError('too_many', say('tooManyTries', { what, minutes }), { retryAfterSeconds: seconds });
}

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

/**
 * Counts one call of a script. Headers tell how many are left, and the seconds until all are available again.
 */
export async function countCall(actor: Pick<Actor, 'id'>): Promise<Allowance> {
  const { left, resetSeconds, refusal } = await calls.take(String(actor.id));
  const headers = {
    'RateLimit-Limit': String(env.API_CALLS_PER_MINUTE),
    'RateLimit-Remaining': String(left),
    'RateLimit-Reset': String(resetSeconds),
  };
  return refusal ? { headers, granted: false, refusal } : { headers, granted: true };
}

/** Limits that are counted only in this process, for requests that must not even cost a query. */

type Level = { left: number; at: number };

const MOST_KNOWN = 20_000;

type Bucket = {
  /** Counts one. @returns false when that exceeds the limit. */
  take: (key: string) => boolean;
  /** True when one more would exceed the limit. */
  isEmpty: (key: string) => boolean;
};

/** @param most the number at once; `perSecond` more are allowed each second. */
export function bucket({ most, perSecond }: { most: number; perSecond: number }): Bucket {
  // Dropping a key does little harm: it can be used up to its limit once more.
  const levels = new BoundedMap<string, Level>(MOST_KNOWN);
  const levelOf = (key: string, now: number): Level => {
    const known = levels.get(key);
    if (!known) return { left: most, at: now };
    return { left: Math.min(most, known.left + ((now - known.at) / 1_000) * perSecond), at: now };
  };
  return {
    take: (key) => {
      const level = levelOf(key, performance.now());
      const isGranted = level.left >= 1;
      if (isGranted) level.left -= 1;
      levels.set(key, level);
      return isGranted;
    },
    isEmpty: (key) => levelOf(key, performance.now()).left < 1,
  };
}
