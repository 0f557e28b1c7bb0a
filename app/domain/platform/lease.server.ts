/**
 * Leases for work that waits in the rows of a table, for any instance. A row has `attempts` and
 * `next_try_at`. While an instance works on it, `next_try_at` is the end of the lease, so that another one
 * takes over after a crash; null when it is not tried again.
 */
import { execute, row, rows } from 'db/connection';
import { literal, Op } from 'sequelize';

type Claim = { attempts: number };

type Claiming = {
  table: string;
  key: string;
  /** Must be longer than one try may take. */
  leaseSeconds: number;
  /** Columns of the claimed row `q` and of joined tables. */
  returning: string;
  /** Further assignments of the claiming update. */
  set: string;
};
type Due = {
  /** Conditions on the row `q`, which must also be due. */
  where?: string;
  orderBy: string;
  limit: number;
  /** Further tables of the update, and the conditions on their rows. */
  join?: { from: string; where: string };
  bind?: Record<string, unknown>;
};

/** SQL: the end of a claim that is made now. */
export const leaseEnd = ({ leaseSeconds }: Pick<Claiming, 'leaseSeconds'>) =>
  `now() + interval '${String(leaseSeconds)} seconds'`;

/** Claims rows that are due, and skips those that another instance is claiming. */
export function claimRows<Claimed extends Claim>(
  claiming: Claiming,
  { where = 'true', orderBy, limit, join, bind }: Due,
): Promise<Claimed[]> {
  const { table, key, returning, set } = claiming;
  return rows<Claimed>(
    `with due as (
       select q.${key} from ${table} q where q.next_try_at <= now() and ${where}
       order by ${orderBy} limit ${String(limit)} for update skip locked)
     update ${table} q set attempts = q.attempts + 1, next_try_at = ${leaseEnd(claiming)}, ${set}
     from due${join ? `, ${join.from}` : ''} where q.${key} = due.${key}${join ? ` and ${join.where}` : ''}
     returning ${returning}`,
    bind,
  );
}

/**
 * For `update`: matches the row unless it was claimed again since. Then the later try counts, and this one
 * writes nothing.
 */
export const stillClaimed = ({ attempts }: Claim) => ({ attempts, nextTryAt: { [Op.ne]: null } });

/** For `update`: the time when it is due again; null: never. */
export const dueIn = (seconds: number | null) => ({
  nextTryAt: seconds === null ? null : literal(`now() + make_interval(secs => ${String(seconds)})`),
});

/** For `update`: undoes the claim, without counting the try. */
export const releasedClaim = ({ attempts }: Claim, seconds = 0) => ({
  attempts: attempts - 1,
  ...dueIn(seconds),
});

type Retries = {
  firstSeconds: number;
  /** Each wait as a multiple of the first one. After the last of them there is one more try. */
  multiples: number[];
  /** Varies the waits by this share, so that rows that failed together do not come back together. */
  spread: number;
};

export function retries({ firstSeconds, multiples, spread }: Retries) {
  const vary = () => 1 + spread * (2 * Math.random() - 1);
  const seconds = (multiple: number | undefined) => firstSeconds * (multiple ?? 0) * vary();
  return {
    isLast: ({ attempts }: Claim) => attempts > multiples.length,
    secondsAfter: ({ attempts }: Claim) => seconds(multiples[attempts - 1]),
    longestSeconds: () => seconds(multiples.at(-1)),
  };
}

/** Works off due rows until there are none, as many at a time as each claim returns. */
export async function workOff<Claimed>(
  claim: () => Promise<Claimed[]>,
  work: (claimed: Claimed) => Promise<unknown>,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const claims = await claim();
    if (claims.length === 0) return;
    await Promise.all(claims.map(work));
  }
}

/**
 * Takes a lock until the transaction ends, for work within one transaction: it ends at once when the process
 * dies. @returns false when another transaction has the lock.
 */
export async function tryLock(key: number): Promise<boolean> {
  const got = await row<{ got: boolean }>('select pg_try_advisory_xact_lock($key) as got', { key });
  return got?.got ?? false;
}

/** Waits for the same lock. */
export async function waitForLock(key: number, timeoutMs: number): Promise<void> {
  await execute(`set local lock_timeout = ${String(timeoutMs)}`);
  await execute('select pg_advisory_xact_lock($key)', { key });
}
