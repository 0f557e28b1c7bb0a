/** Limits that live in PostgreSQL, so that they hold across instances. */
import { database } from 'db/connection';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from './errors';

type Limit = {
  name: string;
  /** How many in how many seconds. */
  points: number;
  seconds: number;
  /** What there were too many of. */
  what: string;
};

export function rateLimit({ name, points, seconds, what }: Limit) {
  let limiter: RateLimiterPostgres | undefined;
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
    }));
  const take = async (key: string): Promise<Taken> => {
    try {
      const { remainingPoints, msBeforeNext } = await counters().consume(key);
      return { left: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1_000) };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const resetSeconds = Math.ceil(error.msBeforeNext / 1_000);
      return { left: 0, resetSeconds, refusal: tooMany(what, resetSeconds) };
    }
  };
  return {
    /** Counts one, and tells how many are left. */
    take,
    /** Counts one. Throws `too_many` when that is one too many. */
    spend: async (key: string): Promise<void> => {
      const { refusal } = await take(key);
      if (refusal) throw refusal;
    },
    /** Wipes the slate. */
    forgive: async (key: string): Promise<void> => {
      await counters().delete(key);
    },
  };
}

type Taken = {
  left: number;
  /** Until all of them are there again. */
  resetSeconds: number;
  /** Set when that was one too many. */
  refusal?: DomainError;
};

function tooMany(what: string, seconds: number): DomainError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new DomainError(
    'too_many',
    `Too many ${what}. Try again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: seconds },
  );
}
