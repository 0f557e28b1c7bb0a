/** The one connection pool, and transactions that every query inside them joins by itself. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { QueryTypes, Sequelize, type BindOrReplacements, type Transaction } from 'sequelize';
import { initModels } from './models';
import { createQueue } from './queue';

type TransactionScope = Map<string, unknown>;
const scope = new AsyncLocalStorage<TransactionScope>();

// Sequelize looks its transaction up here, so a query can't forget to take part in the one under way.
Sequelize.useCLS({
  run: (work: (context: TransactionScope) => unknown) => {
    const context: TransactionScope = new Map();
    return scope.run(context, work, context);
  },
  bind: <Work extends (...args: never[]) => unknown>(work: Work) => AsyncLocalStorage.bind(work),
  get: (key: string) => scope.getStore()?.get(key),
  set: (key: string, value: unknown) => scope.getStore()?.set(key, value),
});

/** Runs `work` beside the transaction under way: what it writes is kept at once, and does not wait for the end. */
export const outsideOfTransactions = AsyncLocalStorage.snapshot();

// Dates and counts are small enough for numbers; identity columns are integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

let sequelize: Sequelize | undefined;

const CONNECTIONS = 10;

/**
 * Makes the pool and the models. Nothing is sent to the database yet.
 * @param longestWaitMs how long a transaction may wait for its turn; 5 s unless told otherwise.
 */
export function connect(url: string, longestWaitMs?: number): void {
  inTurn = createQueue(CONNECTIONS - 3, longestWaitMs);
  sequelize = new Sequelize(url, {
    dialect: 'postgres',
    dialectModule: pg,
    logging: false,
    pool: { max: CONNECTIONS, min: 0, acquire: 5_000, idle: 30_000 },
    dialectOptions: {
      application_name: 'parts-dispatch',
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
      statement_timeout: 10_000,
      // A server that stands still, or a line that is cut without a word, ends no statement.
      query_timeout: 11_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 15_000,
    },
  });
  initModels(sequelize);
}

export async function disconnect(): Promise<void> {
  await sequelize?.close();
  sequelize = undefined;
}

export function database(): Sequelize {
  if (!sequelize) throw new Error('connect() has not been called');
  return sequelize;
}

export async function ping(): Promise<void> {
  await rows('select 1');
}

export function currentTransaction(): Transaction | undefined {
  return scope.getStore()?.get('transaction') as Transaction | undefined;
}

// A transaction may ask something beside itself. With all connections in transactions that wait for each other's locks,
// none would get on, and nobody could read.
let inTurn = createQueue(CONNECTIONS - 3);

const RETRIABLE = new Set(['40P01', '40001']);
const RETRY_DELAYS_MS = [50, 100, 200];

// Each attempt may meet another new change, so that many writers at once need more attempts than a deadlock does.
const MOST_RESTARTS = 10;

/** Runs `work` in the transaction under way, or in one of its own that is repeated after a deadlock. */
export async function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
  if (currentTransaction()) return work();
  const askedAt = performance.now();
  return inTurn(() => {
    turns.count += 1;
    turns.waitedMs += performance.now() - askedAt;
    return repeatedly(work);
  });
}

const turns = { count: 0, waitedMs: 0 };

/** Connections of this process now, and transactions since its start with the time that they waited for their turn. */
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
      return await database().transaction(work);
    } catch (error) {
      const delay = RETRY_DELAYS_MS[error instanceof RetryTransaction ? 0 : deadlocks];
      if (error instanceof RetryTransaction) restarts += 1;
      else if (RETRIABLE.has(sqlState(error) ?? '')) deadlocks += 1;
      else throw error;
      if (delay === undefined || restarts > MOST_RESTARTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())));
    }
  }
}

/** Thrown inside a transaction that has to begin anew because what it read before its locks has changed since. */
export class RetryTransaction extends Error {}

/** The rows of one statement; `$name` in it stands for `bind.name`. */
export async function rows<Row extends object>(sql: string, bind?: BindOrReplacements): Promise<Row[]> {
  return database().query<Row>(sql, { bind, type: QueryTypes.SELECT, raw: true });
}

/** The first row of one statement, or null. */
export async function row<Row extends object>(sql: string, bind?: BindOrReplacements): Promise<Row | null> {
  return (await rows<Row>(sql, bind))[0] ?? null;
}

/** Runs one statement whose rows nobody needs. */
export async function execute(sql: string, bind?: BindOrReplacements): Promise<void> {
  await database().query(sql, { bind, type: QueryTypes.RAW });
}

/** PostgreSQL's five-character error code, wherever Sequelize has put it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = innerError(cause)) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code))
      return cause.code;
  }
  return undefined;
}

function innerError(error: Error): unknown {
  if ('parent' in error && error.parent !== error) return error.parent;
  if ('original' in error && error.original !== error) return error.original;
  return error.cause;
}

/** A text for LIKE in which nothing is a wildcard. */
export const likePattern = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);
