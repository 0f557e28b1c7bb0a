/**
 * Work that waits in the rows of a table, for any instance. A row has `attempts` and `next_try_at`: while somebody works
 * on it, that is the end of the lease, so that another instance takes over after a crash; null when nobody tries again.
 */
import { execute, row, rows } from 'db/connection';
import { literal, Op } from 'sequelize';

type Claim = { attempts: number };

type Claiming = {
  table: string;
  key: string;
  /** Longer than one try may take. */
  leaseSeconds: number;
  /** Columns of the claimed row `q` and of joined tables. */
  returning: string;
  /** Further assignments of the claiming update. */
  set: string;
};
type Due = {
  /** Conditions on the row `q`, besides that it is due. */
  where?: string;
  orderBy: string;
  limit: number;
  /** Further tables of the update, and what their rows have to be. */
  join?: { from: string; where: string };
  bind?: Record<string, unknown>;
};

/** SQL: when a claim that is made now ends. */
export const leaseEnd = ({ leaseSeconds }: Pick<Claiming, 'leaseSeconds'>) =>
  `now() + interval '${String(leaseSeconds)} seconds'`;

/** Claims rows that are due; those that somebody else is claiming are passed over. */
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

/** For `update`: the row, unless it was claimed again since. Then that try counts, and this one says nothing. */
export const stillClaimed = ({ attempts }: Claim) => ({ attempts, nextTryAt: { [Op.ne]: null } });

/** For `update`: when it is due again; with null never. */
export const dueIn = (seconds: number | null) => ({
  nextTryAt: seconds === null ? null : literal(`now() + make_interval(secs => ${String(seconds)})`),
});

/** For `update`: as if it had not been claimed. */
export const releasedClaim = ({ attempts }: Claim, seconds = 0) => ({
  attempts: attempts - 1,
  ...dueIn(seconds),
});

type Retries = {
  firstSeconds: number;
  /** How many times the first wait each wait is. After the last of them there is one more try. */
  multiples: number[];
  /** A share more or less, so that what failed together does not come back together. */
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

/** Works off what is due, so many at a time as are claimed at once, until nothing is. */
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
 * A claim for as long as the transaction lasts, for work that is all in one: it ends at once when the process dies.
 * @returns whether nobody else has it.
 */
export async function tryLock(key: number): Promise<boolean> {
  const got = await row<{ got: boolean }>('select pg_try_advisory_xact_lock($key) as got', { key });
  return got?.got ?? false;
}

/** The same, waiting for whoever has it. */
export async function waitForLock(key: number, timeoutMs: number): Promise<void> {
  await execute(`set local lock_timeout = ${String(timeoutMs)}`);
  await execute('select pg_advisory_xact_lock($key)', { key });
}
