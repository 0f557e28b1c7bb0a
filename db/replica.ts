/** A read replica of the database: its pool, and how far it is behind the primary. */
import pg from 'pg';
import {
  inTime,
  POOL_TIMEOUT_MS,
  QUERY_TIMEOUT_MS,
  REPLICA_ANSWER_TIMEOUT_MS,
  REPLICA_CATCH_UP_TIMEOUT_MS,
  REPLICA_TOO_LATE_MS,
} from '~/lib/time-limits';
import { withClient } from './client';
import {
  isInPool,
  outsideOfTransactions,
  row,
  sqlState,
  TIMED_OUT,
  withPool,
  type PoolQuery,
} from './connection';
import { PoolClient } from './pool-client';
import { FOR_READING } from './session';

/** The limit of each instance. The pool of the primary has the same. */
const CONNECTIONS = 10;

class ReplicaClient extends PoolClient {
  protected override readonly settings = FOR_READING;
}

let pool: pg.Pool | undefined;

/** Creates the pool. Nothing is sent to the replica yet. */
export function connectReplica(url: string): void {
  pool = new pg.Pool({
    Client: ReplicaClient,
    connectionString: url,
    max: CONNECTIONS,
    application_name: 'parts-dispatch',
    keepAlive: true,
    connectionTimeoutMillis: POOL_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  pool.on('error', () => undefined); // the next statement fails or gets another connection
}

export async function disconnectReplica(): Promise<void> {
  await pool?.end();
  pool = undefined;
}

/** The place in the log of changes up to which the primary has committed, and the time of its clock then. */
type Position = { lsn: string; cluster: string; now: Date };
const POSITION = `
  select pg_current_wal_flush_lsn()::text as lsn, system_identifier::text as cluster, clock_timestamp() as now
  from pg_control_system()`;

export type ReplicaState =
  /** It has everything that the primary had committed when it was asked. */
  | { kind: 'current' }
  /** It has everything that was committed until `asOf`, by the primary's clock. */
  | { kind: 'late'; asOf: Date; ms: number }
  /** It can't be read, or what it has is too old or of another database. `why` is the rest of a sentence. */
  | { kind: 'unfit'; why: string };

export type Facts = {
  cluster: string;
  isReplica: boolean;
  isReceiving: boolean;
  mayRead: boolean | null;
  hasAll: boolean | null;
  asOf: Date | null;
};

// The time of the last commit alone says nothing: while nobody writes, it grows old on any replica.
const FACTS = `
  select system_identifier::text as cluster, pg_is_in_recovery() as "isReplica",
    exists (select from pg_stat_wal_receiver) as "isReceiving",
    (select bool_and(has_table_privilege(oid, 'select')) from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S')) as "mayRead",
    pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll", pg_last_xact_replay_timestamp() as "asOf"
  from pg_control_system()`;

const unfit = (why: string): ReplicaState => ({ kind: 'unfit', why });

/** @param facts of the replica, when the primary was at `position`. */
export function stateFrom(facts: Facts | undefined, { cluster, now }: Position): ReplicaState {
  if (!facts?.isReplica) return unfit('is not a replica, or no longer: it accepts writes');
  if (facts.cluster !== cluster) return unfit('is the replica of another server');
  if (!facts.isReceiving) return unfit('receives nothing from the primary');
  if (!facts.mayRead) return unfit('does not let its user read all tables and sequences');
  if (facts.hasAll) return { kind: 'current' };
  if (!facts.asOf) return unfit('does not say how old its data is');
  const ms = Math.max(0, now.getTime() - facts.asOf.getTime());
  if (ms <= REPLICA_TOO_LATE_MS) return { kind: 'late', asOf: facts.asOf, ms };
  return unfit(`is ${String(Math.round(ms / 1_000))} s behind the primary`);
}

const FIRST_LOOK_MS = 5;

type Queries = Pick<pg.ClientBase, 'query'>;

/** @param waitMs for so long it may catch up. It does not reject when the replica fails. */
async function compare(position: Position, replica: Queries, waitMs: number): Promise<ReplicaState> {
  const until = performance.now() + waitMs;
  const look = async () => stateFrom((await replica.query<Facts>(FACTS, [position.lsn])).rows[0], position);
  try {
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs *= 2) {
      const state = await inTime(look(), unfit('does not answer'), REPLICA_ANSWER_TIMEOUT_MS);
      const leftMs = until - performance.now();
      if (state.kind !== 'late' || leftMs <= 0) return state;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, leftMs)));
    }
  } catch (error) {
    return unfit(`does not answer: ${reasonOf(error)}`);
  }
}

/** Failures to connect to several addresses have their reasons inside. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);

/** @throws Error when the primary fails. */
export async function replicaState(waitMs: number): Promise<ReplicaState> {
  if (!pool) return unfit('is not connected');
  const position = await outsideOfTransactions(() => row<Position>(POSITION));
  if (!position) throw new Error('The database does not say how much it has written');
  return compare(position, pool, waitMs);
}

/** Like `replicaState`, on connections outside of the pools. */
export const replicaStateBy = (url: string, replicaUrl: string, waitMs: number): Promise<ReplicaState> =>
  withClient(url, async (primary) => {
    const { rows } = await primary.query<Position>(POSITION);
    const [position] = rows;
    if (!position) throw new Error('The database does not say how much it has written');
    return withClient(replicaUrl, (replica) => compare(position, replica, waitMs)).catch((error: unknown) =>
      unfit(`does not answer: ${reasonOf(error)}`),
    );
  });

/** PostgreSQL ends a long read at the replica when it can't delay the changes of the primary any longer. */
const RECOVERY_CONFLICT = '40001';

/** A statement failed at the replica. The primary may still answer it. */
export class ReplicaFailed extends Error {
  /** @param isFault false when the replica is in order, and only this read is not possible there. */
  constructor(
    cause: unknown,
    readonly isFault: boolean,
  ) {
    super(reasonOf(cause), { cause });
  }
}

/** Returns true when all connections are in use, so that another read would have to wait. */
export const isReplicaBusy = (): boolean => pool?.idleCount === 0 && pool.totalCount >= CONNECTIONS;

/**
 * Runs statements of `read` at the replica, except those of models. @throws ReplicaFailed, but a statement that
 * takes too long would also take too long at the primary.
 */
export function atReplica<Result>(read: () => Promise<Result>): Promise<Result> {
  const replica = pool;
  if (!replica) throw new Error('connectReplica() has not been called');
  const query: PoolQuery = async (statement) => {
    try {
      return await replica.query(statement);
    } catch (error) {
      const state = sqlState(error);
      throw state === TIMED_OUT ? error : new ReplicaFailed(error, state !== RECOVERY_CONFLICT);
    }
  };
  return withPool(query, read);
}

/**
 * Writes at the primary, also in the middle of a read at the replica, which goes on when the replica has it.
 * @throws ReplicaFailed when that takes too long.
 */
export async function writeAtPrimary(write: () => Promise<void>): Promise<void> {
  if (!isInPool()) return write();
  await outsideOfTransactions(write);
  const { kind } = await replicaState(REPLICA_CATCH_UP_TIMEOUT_MS);
  if (kind !== 'current')
    throw new ReplicaFailed(new Error('The replica does not have what was written'), false);
}
