/** A running application on a database of its own, with people in it. */
import { startApp, type App } from './app';
import { client, type Client } from './client';
import { createDatabase, type TestDatabase } from './database';
import { addPeople, sessionOf } from './people';

type Env = Record<string, string>;

export type Network = {
  app: App;
  database: TestDatabase;
  /** Ids by user name. */
  ids: Record<string, number>;
  /** Returns a client that is signed in. */
  as: (username: string) => Promise<Client>;
  /** Starts another instance on the same database. */
  another(env?: Env): Promise<App>;
  /** Stops the instances that `another` has started. */
  stopOthers(): Promise<void>;
  /** Returns one more instance for these settings, and the same one each time until the network is closed. */
  shared(env: Env): Promise<App>;
  close(): Promise<void>;
};

type Running = { app: App; database: TestDatabase };

/** Idle networks with the usual settings. Starting one takes as long as many a test file. */
const parked: Running[] = [];

async function run(env: Env): Promise<Running> {
  const isUsual = Object.keys(env).length === 0;
  const again = isUsual ? parked.pop() : undefined;
  if (again) {
    await again.database.empty();
    const before = again.app.output().length;
    return { ...again, app: { ...again.app, output: () => again.app.output().slice(before) } };
  }
  const database = await createDatabase();
  return { database, app: await startApp({ databaseUrl: database.url, env }) };
}

async function end({ app, database }: Running): Promise<void> {
  await app.stop();
  await database.drop();
}

/** Stops the idle networks. Without this call they stop when the process ends. */
export const endParked = () => Promise.all(parked.splice(0).map(end));

/** Starts an application on a database that contains only people. */
export async function startNetwork(env: Env = {}): Promise<Network> {
  const running = await run(env);
  const { app, database } = running;
  const ids = await addPeople(database.url);
  let others: App[] = [];
  const stopOthers = async () => {
    const stopping = others;
    others = [];
    await Promise.all(stopping.map((each) => each.stop()));
  };
  const start = (more: Env) => startApp({ databaseUrl: database.url, env: { ...env, ...more } });
  const shared = new Map<string, Promise<App>>();
  const stopShared = () => Promise.all([...shared.values()].map(async (each) => (await each).stop()));
  return {
    app,
    database,
    ids,
    as: async (username) => client(app.origin, await sessionOf(database, username)),
    another: async (more = {}) => {
      const started = await start(more);
      others.push(started);
      return started;
    },
    stopOthers,
    shared: (more) => {
      const name = JSON.stringify(more);
      const started = shared.get(name) ?? start(more);
      shared.set(name, started);
      return started;
    },
    close: async () => {
      await Promise.all([stopOthers(), stopShared()]);
      if (Object.keys(env).length === 0 && !app.hasEnded()) parked.push(running);
      else await end(running);
    },
  };
}
