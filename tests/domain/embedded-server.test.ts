/** One process looks after the embedded server once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinUsers } from 'db/embedded-server';

test('a process that watches the server while it begins to look after it does so once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-users-'));
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) };
  // No server answers, which makes no difference here.
  const programs = { postgres: '/bin/false', initdb: '/bin/false', major: '0', identity: null };
  const home = { cluster: join(folder, 'postgres'), ...programs };
  let turn: Promise<unknown> = Promise.resolve();
  let asked = 0;
  let onSecond: () => void = () => undefined;
  const second = new Promise<void>((resolve) => (onSecond = resolve));
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    asked += 1;
    if (asked === 2) onSecond();
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const start = { port: 1, maxConnections: 1, logFile: join(folder, 'postgres.log') };
  const user = await inTurn(async () => {
    const joined = await joinUsers({
      folder,
      ownerFile: join(folder, 'owner.pid'),
      inTurn,
      home,
      start,
      log,
    });
    // Nobody looks after the server yet, so the watch of this process queues for the turn.
    await second;
    await joined.lookAfter();
    return joined;
  });
  await turn;
  expect(warnings.filter((text) => text.includes('taking over'))).toEqual([]);
  await inTurn(() => user.leave());
  await rm(folder, { recursive: true });
});
