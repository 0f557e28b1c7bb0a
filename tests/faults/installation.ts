/** An application with people at work, on a port that stays the same after a restart. */
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { brokenInvariants } from '../support/invariants';
import { addPeople, sessionOf } from '../support/people';
import { freePort } from '../support/raw';
import { startWire, type Wire } from '../support/wire';
import { startWrites, type Writes } from '../support/writes';

/** `npm run faults` runs all rounds; `npm run test:long` runs a small part of them. */
export const rounds = (few: number, full: number) => (process.env.FAULTS === 'full' ? full : few);

export type Installation = {
  database: TestDatabase;
  /** Ids by user name. */
  ids: Record<string, number>;
  origin: string;
  app: () => App;
  /** The connection between the application and its database. It works normally unless a test changes it. */
  wire: Wire;
  /** Starts another process on the same port, after the one before has ended. */
  start(env?: Record<string, string>): Promise<App>;
  as(username: string): Promise<Client>;
  lanes: { client: Client; driverId: number }[];
  /** @param origin the receiver of the writes; by default the application itself. */
  write(options?: { origin?: string; timeoutMs?: number }): Writes;
  close(): Promise<void>;
};

type Options = { lanes?: number; env?: Record<string, string> };

export async function install({ lanes = 4, env = {} }: Options = {}): Promise<Installation> {
  const database = await createDatabase();
  const people = Array.from({ length: lanes }, (_, i) => String(i + 1));
  const ids = await addPeople(database.url, [
    ...people.map((n) => ({ username: `desk${n}`, name: `Desk ${n}`, roles: ['dispatcher'] })),
    ...people.map((n) => ({ username: `lane${n}`, name: `Lane ${n}`, roles: ['driver'] })),
  ]);
  const port = String(await freePort());
  const wire = await startWire(new URL(database.url));
  const databaseUrl = Object.assign(new URL(database.url), { port: String(wire.port) }).href;
  const origin = `http://localhost:${port}`;
  const start = (more: Record<string, string> = {}) =>
    startApp({ databaseUrl, env: { ...env, ...more, PORT: port } });
  let app = await start();
  const as = async (username: string) => client(origin, await sessionOf(database, username));
  const lanesOf = await Promise.all(
    people.map(async (n) => ({ client: await as(`desk${n}`), driverId: ids[`lane${n}`] ?? 0 })),
  );
  return {
    database,
    ids,
    origin,
    app: () => app,
    wire,
    start: async (more) => {
      app = await start(more);
      return app;
    },
    as,
    lanes: lanesOf,
    write: ({ origin: through = origin, timeoutMs } = {}) =>
      startWrites({
        lanes: lanesOf.map(({ client: desk, driverId }) => ({ client: desk.through(through), driverId })),
        ...(timeoutMs && { timeoutMs }),
      }),
    close: async () => {
      await app.stop();
      await wire.close();
      await database.drop();
    },
  };
}

/** Returns every fault after all writes have been answered. There should be none. */
export async function wrongWith(writes: Writes, database: TestDatabase): Promise<string[]> {
  return [...(await writes.settle(database)), ...(await brokenInvariants(database))];
}

/** Prints a figure for docs/faults.md. */
export const tell = (figure: string) => process.stdout.write(`${figure}\n`);
