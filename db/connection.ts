/** The connection pool, and transactions that every query inside of them joins by itself. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Sequelize, Transaction } from 'sequelize';
import { CONNECT_TIMEOUT_MS, POOL_TIMEOUT_MS, QUERY_TIMEOUT_MS } from '~/lib/time-limits';
import { initModels } from './models';
import { ASK_WRITABLE, type Writable } from './listen';
import { PoolClient, StatementLost } from './pool-client';
import { transactionQueue } from './queue';
import { bound, type Bind, type Bound, type Sql } from './statement';

type TransactionScope = Map<string, unknown>;
const scope = new AsyncLocalStorage<TransactionScope>();

// Sequelize looks up its transaction here, so that a query can't forget to join the one under way.
Sequelize.useCLS({
  run: (work: (context: TransactionScope) => unknown) => {
    const context: TransactionScope = new Map();
    return scope.run(context, work, context);
  },
  bind: <Work extends (...args: never[]) => unknown>(work: Work) => AsyncLocalStorage.bind(work),
  get: (key: string) => scope.getStore()?.get(key),
  set: (key: string, value: unknown) => scope.getStore()?.set(key, value),
});

/** Runs `work` outside of the transaction under way: its writes are committed at once. */
export const outsideOfTransactions = AsyncLocalStorage.snapshot();

// Dates and counts are small enough for numbers; identity columns are integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

let sequelize: Sequelize | undefined;

const CONNECTIONS = 10;

type Options = {
  /** The longest time that a transaction may wait for its turn; 5 s if not set. */
  longestWaitMs?: number;
  /**
   * Whether statements are prepared. A pooler that gives every transaction another connection does not allow
   * it.
   */
  prepares?: boolean;
};
let prepares = true;

/** Creates the pool and the models. Nothing is sent to the database yet. */
export function connect(url: string, options: Options = {}): void {
  queue = transactionQueue(CONNECTIONS - 3, options.longestWaitMs);
  prepares = options.prepares ?? true;
  sequelize = new Sequelize(url, {
    dialect: 'postgres',
    dialectModule: { ...pg, Client: PoolClient },
    logging: false,
    pool: { max: CONNECTIONS, min: 0, acquire: POOL_TIMEOUT_MS, idle: 30_000 },
    dialectOptions: {
      application_name: 'parts-dispatch',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // Without it, a server that hangs or a connection that is cut silently would never end a statement.
      query_timeout: QUERY_TIMEOUT_MS,
    },
  });
  initModels(sequelize);
}

export async function disconnect(): Promise<void> {
  await Promise.allSettled(afterwards);
  await sequelize?.close();
  sequelize = undefined;
}

export function database(): Sequelize {
  if (!sequelize) throw new Error('connect() has not been called');
  return sequelize;
}

/** Rejects while the database does not answer. @returns whether the database accepts writes. */
export async function isWritable(): Promise<boolean> {
  return (await row<Writable>(ASK_WRITABLE))?.writable ?? false;
}

export function currentTransaction(): OpenTransaction | undefined {
  return scope.getStore()?.get('transaction') as OpenTransaction | undefined;
}

/** A transaction of Sequelize that does not wait for the answer to BEGIN. */
class OpenTransaction extends Transaction {
  /** Members of Sequelize that its types leave out. */
  declare readonly connection: PoolClient;
  declare prepareEnvironment: () => Promise<void>;
  /** PostgreSQL has answered to BEGIN, so there is a transaction. */
  hasBegun = false;
  /** Statements whose answers have not been awaited. */
  readonly sent: Promise<unknown>[] = [];
  readonly whenCommitted: (() => Promise<void>)[] = [];

  begin(): Promise<void> {
    this.connection.beginWithNext();
    return Promise.resolve();
  }
}

/** Work that commits have started; it ends before the pool is closed. */
const afterwards = new Set<Promise<void>>();

/**
 * Starts `work` when the transaction under way is committed, or at once when there is none. Nobody waits for
 * it, and a process that is killed does not do it.
 */
export function afterCommit(work: () => Promise<void>): void {
  const transaction = currentTransaction();
  if (transaction) transaction.whenCommitted.push(work);
  else startAfterCommit(work);
}

function startAfterCommit(work: () => Promise<void>): void {
  const running = outsideOfTransactions(work)
    .catch(() => undefined)
    .finally(() => afterwards.delete(running));
  afterwards.add(running);
}

// Three connections stay free, because a transaction may query outside of itself. If transactions that wait
// for each other's locks had all connections, none could go on, and nobody could read.
let queue = transactionQueue(CONNECTIONS - 3);
/** All transactions share one turn, because requests were already queued fairly before. */
const ANYONE = { key: '' };

const RETRIABLE = new Set(['40P01', '40001']);
const RETRY_DELAYS_MS = [50, 100, 200];

// Each attempt may meet a new change, so with many writers at once it takes more attempts than a deadlock
// does.
const MOST_RESTARTS = 10;

/** Runs `work` in the transaction under way, or in a new one that is repeated after a deadlock. */
export async function transaction<Result>(work: () => Promise<Result>): Promise<Result>;
/** @param answer reads the result. It is sent together with the COMMIT, so it can't refuse any more. */
export async function transaction<Done, Result>(
  work: () => Promise<Done>,
  answer: (done: Done) => Promise<Result>,
): Promise<Result>;
export async function transaction(
  work: () => Promise<unknown>,
  answer: (done: unknown) => unknown = (done) => done,
): Promise<unknown> {
  if (currentTransaction()) return answer(await work());
  const askedAt = performance.now();
  return queue.run(ANYONE, () => {
    turns.count += 1;
    turns.waitedMs += performance.now() - askedAt;
    return repeatedly(() => attempt(work, answer));
  });
}

const turns = { count: 0, waitedMs: 0 };

/**
 * Returns the present connections of this process, and the number of its transactions with the time that they
 * waited for their turn.
 */
export function poolState() {
  // Sequelize's types leave the pool out.
  const manager = sequelize?.connectionManager as unknown as
    { pool: { size: number; using: number; waiting: number } } | undefined;
  const { size = 0, using = 0, waiting = 0 } = manager?.pool ?? {};
  return { size, using, waiting, turns };
}

async function repeatedly<Result>(work: () => Promise<Result>): Promise<Result> {
  let deadlocks = 0;
  let restarts = 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const beginsAnew = error instanceof RetryTransaction || error instanceof StatementLost;
      const delay = RETRY_DELAYS_MS[beginsAnew ? 0 : deadlocks];
      if (beginsAnew) restarts += 1;
      else if (RETRIABLE.has(sqlState(error) ?? '')) deadlocks += 1;
      else throw error;
      if (delay === undefined || restarts > MOST_RESTARTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())));
    }
  }
}

function attempt(work: () => Promise<unknown>, answer: (done: unknown) => unknown): Promise<unknown> {
  return scope.run(new Map(), async () => {
    const transaction = new OpenTransaction(database(), {});
    await transaction.prepareEnvironment();
    let answered: unknown;
    try {
      answered = answer(await work());
    } catch (error) {
      const failed = await firstFailure(transaction.sent);
      await transaction.rollback().catch(() => undefined);
      throw failed ? failed.reason : error;
    }
    // COMMIT can be sent before the others are answered: after a failure PostgreSQL rolls back instead.
    const failed = await firstFailure([...transaction.sent, answered, transaction.commit()]);
    if (failed) throw failed.reason;
    transaction.whenCommitted.forEach(startAfterCommit);
    return answered;
  });
}

/** The other statements fail because of the first one: PostgreSQL refuses the rest of its transaction. */
const firstFailure = async (running: unknown[]) =>
  (await Promise.allSettled(running)).find((each) => each.status === 'rejected');

/**
 * Thrown inside of a transaction to repeat it, because rows that it read before its locks have changed since.
 */
export class RetryTransaction extends Error {}

/** The rows of one statement; `$name` in it stands for `bind.name`. */
export async function rows<Row extends object>(sql: Sql, bind?: Bind): Promise<Row[]> {
  const query = { ...bound(sql, bind), ...(!prepares && { name: undefined }) };
  const transaction = currentTransaction();
  if (transaction) {
    const found = await transaction.connection.ask<Row>(query);
    transaction.hasBegun = true;
    return found;
  }
  try {
    return await alone<Row>(query);
  } catch (error) {
    if (!(error instanceof StatementLost)) throw error;
    return alone<Row>({ ...query, name: undefined });
  }
}

/** Runs a statement without a name on any connection of another pool. */
export type PoolQuery = <Row extends object>(statement: {
  text: string;
  values: unknown[];
}) => Promise<{ rows: Row[] }>;

/** Returns true inside of `withPool`. */
export const isInPool = (): boolean => scope.getStore()?.has('pool') ?? false;

/** Statements of `work` go to another pool, except those of transactions and of models. */
export const withPool = <Result>(other: PoolQuery, work: () => Promise<Result>): Promise<Result> =>
  scope.run(new Map([['pool', other]]), work);

async function alone<Row extends object>({ name, ...query }: Bound): Promise<Row[]> {
  const other = scope.getStore()?.get('pool') as PoolQuery | undefined;
  if (other) return (await other<Row>(query)).rows;
  const { connectionManager } = database();
  const connection = (await connectionManager.getConnection({ type: 'write' })) as PoolClient;
  try {
    return await connection.ask<Row>({ ...query, name });
  } finally {
    connectionManager.releaseConnection(connection);
  }
}

/** The first row of one statement, or null. */
export async function row<Row extends object>(sql: Sql, bind?: Bind): Promise<Row | null> {
  return (await rows<Row>(sql, bind))[0] ?? null;
}

/** Runs one statement and ignores its rows. */
export async function execute(sql: Sql, bind?: Bind): Promise<void> {
  await rows(sql, bind);
}

/**
 * Runs a statement in a transaction without waiting for the answer; later statements run later. If it fails,
 * the transaction fails with its error. @returns a function that resolves with its rows.
 */
export async function send<Row extends object>(sql: Sql, bind?: Bind): Promise<() => Promise<Row[]>> {
  const answer = rows<Row>(sql, bind);
  const transaction = currentTransaction();
  answer.catch(() => undefined); // attempt() reports it
  transaction?.sent.push(answer);
  // Until PostgreSQL has answered to BEGIN, later statements could run without a transaction.
  if (!transaction?.hasBegun) await answer;
  return () => answer;
}

/**
 * Sends statements together that do not need each other's answers; they run in this order. @throws the error
 * of the first that fails, when all have been answered.
 */
export async function together<Results extends unknown[]>(
  ...running: { [Each in keyof Results]: Promise<Results[Each]> | Results[Each] }
): Promise<Results> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

/** The SQL states of a statement that took too long, and of a write to a read-only database. */
export const TIMED_OUT = '57014';
export const READ_ONLY = '25006';

// EPIPE also has five characters, but is no SQL state.
const SQL_STATE = /^[0-9FHPX][0-9A-Z]{4}$/;

/** Returns PostgreSQL's five-character error code, wherever Sequelize has put it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = innerError(cause)) {
    if ('code' in cause && typeof cause.code === 'string' && SQL_STATE.test(cause.code)) return cause.code;
  }
  return undefined;
}

function innerError(error: Error): unknown {
  if ('parent' in error && error.parent !== error) return error.parent;
  if ('original' in error && error.original !== error) return error.original;
  return error.cause;
}

/** Escapes the wildcards of LIKE in a text. */
export const likePattern = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);
