/** The application is killed many times in the middle of writes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '../support/invariants';
import { rounds, install, wrongWith, type Installation, tell } from './installation';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.close());

const ROUNDS = rounds(6, 100);

test(`kill -9 at ${String(ROUNDS)} random moments: nothing acknowledged is lost, nothing is done by half or twice`, async () => {
  const writes = installation.write();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await writes.more(1 + Math.floor(Math.random() * 40));
    await installation.app().kill();
    expect([round, await writes.torn(installation.database)]).toEqual([round, []]);
    expect([round, await brokenInvariants(installation.database)]).toEqual([round, []]);
    await installation.start();
  }
  await writes.more(50);
  expect(await wrongWith(writes, installation.database)).toEqual([]);
  tell(
    `killed ${String(ROUNDS)} times: ${String(writes.acknowledged())} writes acknowledged, ${String(writes.repeated())} sent again, 0 lost, 0 twice`,
  );
});
