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
  return {
    /** Counts one. Throws `too_many` when that is one too many. */
    spend: async (key: string): Promise<void> => {
      try {
        await counters().consume(key);
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(what, error.msBeforeNext) : error;
      }
    },
    /** Takes one back that should not have counted. */
    refund: async (key: string): Promise<void> => {
      await counters().reward(key);
    },
    /** Wipes the slate. */
    forgive: async (key: string): Promise<void> => {
      await counters().delete(key);
    },
  };
}

function tooMany(what: string, milliseconds: number): DomainError {
  const seconds = Math.ceil(milliseconds / 1_000);
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new DomainError(
    'too_many',
    `Too many ${what}. Try again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: seconds },
  );
}
