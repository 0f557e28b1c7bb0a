/**
 * LISTENs on a connection of its own, which notices when it is dead, and reports when notifications may have
 * been missed.
 */
import pg from 'pg';
import { LISTEN_ANSWER_TIMEOUT_MS, SINGLE_CONNECT_TIMEOUT_MS } from '~/lib/time-limits';
import { WITHOUT_LIMITS } from './session';

/** The database shows the one connection that every instance holds by this name. */
export const LISTENER_NAME = 'parts-dispatch listen';

/**
 * SQL: whether the database accepts writes. A standby, and a server whose provider has stopped writes, still
 * answer queries.
 */
export const ASK_WRITABLE = "select current_setting('transaction_read_only') = 'off' as writable";
export type Writable = { writable: boolean };

const OFTEN_MS = 1_250;
const SELDOM_MS = 10_000;
// A connection that was cut silently shows no error for a long time, but a query without an answer shows it.
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

type Listener = {
  /** True while notifications arrive. */
  isUp(): boolean;
  /** Asks on this connection. @returns whether the database accepts writes. */
  isWritable(): Promise<boolean>;
  stop(): Promise<void>;
};

/** The statement that is sent now and then, also to notice when the connection is dead. */
type Heartbeat = {
  statement: string;
  onAnswer: (rows: object[]) => void;
  /** Returns true to send it every `OFTEN_MS`, and false to send it every `SELDOM_MS`. */
  isOften: () => boolean;
};

type Callbacks = {
  onNotification: (channel: string, payload: string) => void;
  /** Called when it listens again after a time in which notifications were lost. */
  onGap: () => void;
  onError: (error: unknown) => void;
};

/** Resolves when it listens for the first time, or has failed to; then it keeps trying by itself. */
export async function listen(
  url: string,
  channels: string[],
  heartbeat: Heartbeat,
  callbacks: Callbacks,
): Promise<Listener> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let up = false;
  let missedSomething = false;
  let retryMs = FIRST_RETRY_MS;

  const lost = (failed: pg.Client, error: unknown) => {
    if (failed !== client || stopped) return;
    client = undefined;
    up = false;
    missedSomething = true;
    clearTimeout(timer);
    callbacks.onError(error);
    failed.removeAllListeners('notification');
    failed.end().catch(() => undefined); // it is broken already
    timer = setTimeout(() => void open(), retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };

  let askedAt = 0;
  const beat = (on: pg.Client) => {
    timer = setTimeout(() => {
      if (!heartbeat.isOften() && performance.now() - askedAt < SELDOM_MS) {
        beat(on);
        return;
      }
      askedAt = performance.now();
      const late = setTimeout(() => {
        lost(on, new Error('LISTEN connection does not answer'));
      }, LISTEN_ANSWER_TIMEOUT_MS);
      on.query<object>(heartbeat.statement).then(
        ({ rows }) => {
          clearTimeout(late);
          if (on !== client || stopped) return;
          heartbeat.onAnswer(rows);
          beat(on);
        },
        (error: unknown) => {
          clearTimeout(late);
          lost(on, error);
        },
      );
    }, OFTEN_MS);
  };

  const open = async () => {
    const opening = new pg.Client({
      connectionString: url,
      application_name: LISTENER_NAME,
      connectionTimeoutMillis: SINGLE_CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client = opening;
    opening.on('error', (error) => {
      lost(opening, error);
    });
    opening.on('end', () => {
      lost(opening, new Error('LISTEN connection ended'));
    });
    opening.on('notification', ({ channel, payload }) => {
      callbacks.onNotification(channel, payload ?? '');
    });
    try {
      await opening.connect();
      await opening.query(WITHOUT_LIMITS);
      for (const channel of channels) await opening.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      lost(opening, error);
      return;
    }
    up = true;
    retryMs = FIRST_RETRY_MS;
    beat(opening);
    if (missedSomething) {
      missedSomething = false;
      callbacks.onGap();
    }
  };

  await open();
  return {
    isUp: () => up,
    isWritable: async () => {
      const answer = await client?.query<Writable>(ASK_WRITABLE);
      return answer?.rows[0]?.writable ?? false;
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
