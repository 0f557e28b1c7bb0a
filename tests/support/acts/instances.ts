/** The instances of a run, each with its own lines to its clients and to the database, and with its own clock. */
import { join } from 'node:path';
import type { Dice } from 'db/demo/dice';
import { startApp, type App } from '../app';
import { clockIn, findFaketime } from '../faketime';
import { freePort } from '../raw';
import { startWire, type Fate, type Wire } from '../wire';

export type Instance = {
  /** The address that clients use. */
  origin: string;
  app: () => App;
  start: () => Promise<void>;
  toClients: Wire;
  toDatabase: Wire;
  /** Null without libfaketime. */
  clock: { jump: (by: string) => void } | null;
  close: () => Promise<void>;
};

/** Every so many requests that change something meet with an accident on the line. */
const ACCIDENTS = 0.02;
const FATES: Fate[] = ['before', 'after', 'twice'];

const accidentsBy = (dice: Dice) => (piece: Buffer) =>
  /^(POST|PUT|PATCH|DELETE) /.test(piece.toString('latin1', 0, 8)) && dice.chance(ACCIDENTS)
    ? dice.pick(FATES)
    : 'none';

export async function startInstance(
  database: { url: string },
  dice: Dice,
  folder: string,
  name: string,
): Promise<Instance> {
  const port = await freePort();
  const toDatabase = await startWire(new URL(database.url));
  const databaseUrl = Object.assign(new URL(database.url), { port: String(toDatabase.port) }).href;
  const library = findFaketime();
  const clock = library === undefined ? null : clockIn(join(folder, `${name}.clock`), library);
  const start = () =>
    startApp({
      databaseUrl,
      env: {
        PORT: String(port),
        // Scripts are not limited here, because the limit would slow the run down.
        API_CALLS_PER_MINUTE: '10000000',
        CONNECTIONS_PER_ADDRESS: '100000',
        ...clock?.env,
      },
    });
  let app = await start();
  const toClients = await startWire({ hostname: 'localhost', port: String(port) }, accidentsBy(dice));
  return {
    origin: `http://127.0.0.1:${String(toClients.port)}`,
    app: () => app,
    start: async () => {
      app = await start();
    },
    toClients,
    toDatabase,
    clock,
    close: async () => {
      await app.stop();
      await toClients.close();
      await toDatabase.close();
    },
  };
}
