/** Who may come in: sign-in with its limit, and registration. */
import { database, row, sqlState, transaction } from 'db/connection';
import { User } from 'db/models/people';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '~/domain/actor';
import { conflict, DomainError } from '~/domain/errors';
import { env } from '~/env.server';
import { hashPassword, passwordMatches } from './passwords.server';
import { lockLists } from '~/domain/tasks/lists.server';
import { tellEverybody } from '~/domain/tasks/record.server';
import type { Register, SignIn } from './schema';

const FAILURES = 5;
const WINDOW_SECONDS = 15 * 60;

// Lives in PostgreSQL, so that it holds across instances.
let limiter: RateLimiterPostgres | undefined;
const failures = () =>
  (limiter ??= new RateLimiterPostgres({
    storeClient: database(),
    storeType: 'sequelize',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'sign-in',
    points: FAILURES,
    duration: WINDOW_SECONDS,
  }));

type Known = Actor & { passwordHash: string };

/**
 * Takes the same time and says the same, whether the user exists or not.
 * @param ip the address the attempt comes from; five failures per user name and address are enough.
 */
export async function signIn({ username, password }: SignIn, ip: string): Promise<Actor> {
  const key = `${username.toLowerCase()} ${ip}`.slice(0, 200);
  await spendAttempt(key);
  const known = await row<Known>(
    `select id, username, name, roles, dealerships, password_hash as "passwordHash" from users
     where lower(username) = lower($username) and deactivated_at is null`,
    { username },
  );
  if (!(await passwordMatches(known?.passwordHash ?? null, password)) || !known) {
    throw new DomainError('unauthenticated', 'Invalid username or password');
  }
  await failures().delete(key);
  const { passwordHash: _, ...actor } = known;
  return actor;
}

/** Counted before the password is looked at, so that parallel guesses count as well; success wipes the slate. */
async function spendAttempt(key: string): Promise<void> {
  try {
    await failures().consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.ceil(error.msBeforeNext / 1_000);
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    throw new DomainError(
      'too_many',
      `Too many sign-in attempts. Try again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds: seconds },
    );
  }
}

/** Makes a driver without dealerships, whatever else was asked for. */
export async function register(input: Register): Promise<Actor> {
  if (env.REGISTRATION === 'closed') throw new DomainError('forbidden', 'Registration is closed');
  return createUser({ ...input, roles: ['driver'], dealerships: [] });
}

export type NewUser = Omit<Register, 'roles' | 'dealerships'> & Pick<Actor, 'roles' | 'dealerships'>;

export async function createUser(input: NewUser): Promise<Actor> {
  return insertUser(input, await hashPassword(input.password));
}

/** Joins the transaction under way. */
export async function insertUser(input: Omit<NewUser, 'password'>, passwordHash: string): Promise<Actor> {
  try {
    return await transaction(async () => {
      const user = await User.create({
        username: input.username,
        passwordHash,
        roles: input.roles,
        name: input.name,
        email: input.email || null,
        phone: input.phone || null,
        dealerships: input.dealerships,
      });
      const { id, username, name } = user;
      // The list that a driver's tasks stand in; its appearance also tells the boards that there is somebody new.
      await lockLists([id, null]);
      await tellEverybody();
      return { id, username, name, roles: input.roles, dealerships: input.dealerships };
    });
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw usernameTaken();
  }
}

export const usernameTaken = () =>
  conflict('This username is taken', { fields: { username: ['This username is taken'] } });
