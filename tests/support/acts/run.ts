/**
 * A long run of acts through all faults: phones that are offline for a part of the time, dispatchers and scripts, on two
 * instances. In the end the checker compares the journals with the database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diceOf } from 'db/demo/dice';
import { photoUrl, signature } from '../factories';
import { brokenInvariants } from '../invariants';
import { addPeople, sessionOf, tokenOf } from '../people';
import { check } from './checker';
import { drive } from './driver';
import { explain } from './explain';
import { breakThings } from './faults';
import { startInstance } from './instances';
import { openJournal, type Role } from './journal';
import { lineOf } from './line';
import { messageIn, work } from './office';
import { startPhone } from './phone';
import type { Verdict } from './read-journals';
import { embeddedServer, replicatedServer, type Queries } from './server';
import { Board, progressTo } from './world';

const PHONES = 40;
const DISPATCHERS = 6;
const SCRIPTS = 8;
const INSTANCES = 2;

type Options = {
  acts: number;
  /** The acts end after this time even when some are left. */
  seconds?: number | undefined;
  seed: number;
  /** Without keys, a repeated act is a new one for the server. */
  hasKeys: boolean;
  /** With it, the database has a replica, and failovers to it take the place of the faults of PostgreSQL and its disk. */
  hasReplica?: boolean;
  /** Is called after the check. `again` checks the database as it is then. */
  inspect?: (database: Queries, again: () => Promise<Verdict>) => Promise<void>;
};

export type Outcome = Verdict & {
  seconds: number;
  /** The part of the time that a phone was offline, on average. */
  offline: number;
  faults: Record<string, number>;
  invariants: string[];
};

/** Choices follow from the seed. What the faults meet does not, because it depends on time. */
export async function runActs(options: Options): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-acts-'));
  const cleanups: (() => Promise<void>)[] = [];
  try {
    return await run(options, folder, (cleanup) => cleanups.push(cleanup));
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
    rmSync(folder, { recursive: true });
  }
}

const names = (role: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${role}${String(i + 1)}`);

async function run(
  { acts, seconds: most, seed, hasKeys, hasReplica = false, inspect }: Options,
  folder: string,
  atEnd: (cleanup: () => Promise<void>) => void,
): Promise<Outcome> {
  const dice = diceOf(seed + 3_000);
  const server = hasReplica ? await replicatedServer() : await embeddedServer(acts, dice);
  atEnd(server.stop);
  const { database } = server;
  const drivers = names('phone', PHONES);
  const dispatchers = names('desk', DISPATCHERS);
  const scripts = names('script', SCRIPTS);
  const ids = await addPeople(database.url, [
    // Without an admin every page leads to the set-up page.
    { username: 'admin', name: 'Ada Admin', roles: ['admin'] },
    ...drivers.map((username) => ({ username, name: username, roles: ['driver'] })),
    ...[...dispatchers, ...scripts].map((username) => ({ username, name: username, roles: ['dispatcher'] })),
  ]);
  const instances = await Promise.all(
    names('instance', INSTANCES).map((name, i) =>
      startInstance(database, diceOf(seed + 2_000 + i), folder, name),
    ),
  );
  for (const { close } of instances) atEnd(close);
  const pictures = {
    signatures: await Promise.all([1, 2, 3, 4].map((n) => signature(n))),
    photos: [await photoUrl(120, 90)],
  };
  const progress = progressTo(acts, most);
  const board = new Board(drivers.map((name) => ids[name] ?? 0));
  const journals = join(folder, 'journals');

  const open = async (client: string, role: Role, number: number) => {
    const userId = ids[client] ?? 0;
    const own = diceOf(seed + number);
    const journal = openJournal(journals, { client, userId, role });
    const identity: Record<string, string> =
      role === 'script'
        ? { authorization: `Bearer ${await tokenOf(database, userId)}` }
        : { cookie: await sessionOf(database, client) };
    const origins = instances.map(({ origin }) => origin);
    const line = lineOf({ origins, dice: diceOf(seed + 1_000 + number), journal, identity, read: messageIn });
    return { userId, dice: own, journal, line };
  };
  const phones = await Promise.all(
    drivers.map(async (name, i) => {
      const { userId, dice, journal, line } = await open(name, 'phone', i);
      const phone = await startPhone({ driverId: userId, line, journal, hasKeys, onEnd: progress.note });
      return { phone, line, journal, dice, driverId: userId };
    }),
  );
  const lanes = await Promise.all(
    [...dispatchers, ...scripts].map(async (name, i) => {
      const usesForms = dispatchers.includes(name);
      const opened = await open(name, usesForms ? 'dispatcher' : 'script', PHONES + i);
      return { ...opened, name, usesForms };
    }),
  );

  const from = performance.now();
  const [faults, offline] = await Promise.all([
    breakThings({
      instances,
      phones: phones.map(({ phone }) => phone),
      server,
      dice,
      progress,
    }),
    Promise.all(phones.map((each) => drive({ ...each, board, progress, pictures }))),
    ...lanes.map((lane) => work({ ...lane, board, progress, hasKeys, photos: pictures.photos })),
  ]);
  const seconds = (performance.now() - from) / 1_000;
  for (const { journal } of [...phones, ...lanes]) journal.close();

  // Requests whose client has given up may still be under way.
  await Promise.all(instances.map(({ app }) => app().stop()));
  const verdict = await check(journals, database, hasKeys);
  const invariants = await brokenInvariants(database);
  await inspect?.(database, () => check(journals, database, hasKeys));
  const outcome = {
    ...verdict,
    seconds,
    offline: offline.reduce((sum, part) => sum + part, 0) / offline.length,
    faults,
    invariants,
  };
  const found = Object.values(findings(outcome)).flat();
  if (hasKeys) for (const line of await explain(found, journals, database)) process.stdout.write(`${line}\n`);
  return outcome;
}

export const findings = ({ lost, doubled, disordered, wrong, invariants }: Outcome) => ({
  lost,
  doubled,
  disordered,
  wrong,
  invariants,
});
