/** A running application on a database of its own, with people in it. */
import { startApp, type App } from './app';
import { client, type Client } from './client';
import { createDatabase } from './database';
import { addPeople } from './people';

export type Network = {
  app: App;
  database: Awaited<ReturnType<typeof createDatabase>>;
  /** Ids by user name. */
  ids: Record<string, number>;
  /** A client that is signed in. */
  as: (username: string) => Promise<Client>;
  /** Another instance on the same database. */
  another(env?: Record<string, string>): Promise<App>;
  /** Stops those. */
  stopOthers(): Promise<void>;
  close(): Promise<void>;
};

export async function startNetwork(env: Record<string, string> = {}): Promise<Network> {
  const database = await createDatabase();
  const ids = await addPeople(database.url);
  const app = await startApp({ databaseUrl: database.url, env });
  let others: App[] = [];
  const stopOthers = async () => {
    const stopping = others;
    others = [];
    await Promise.all(stopping.map((each) => each.stop()));
  };
  return {
    app,
    database,
    ids,
    as: async (username) => {
      const signedIn = client(app.origin);
      await signedIn.signIn(username);
      return signedIn;
    },
    another: async (more = {}) => {
      const started = await startApp({ databaseUrl: database.url, env: { ...env, ...more } });
      others.push(started);
      return started;
    },
    stopOthers,
    close: async () => {
      await Promise.all([app.stop(), stopOthers()]);
      await database.drop();
    },
  };
}
