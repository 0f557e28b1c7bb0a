/** Slow-loris: requests that never come to their end hold nobody up, and are not waited for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../../support/client';
import { startNetwork, type Network } from '../../support/network';
import { talk } from '../../support/raw';

let network: Network;

beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

test(
  'a hundred heads that never end: others are served, and each is cut off',
  { timeout: 60_000 },
  async () => {
    const { origin } = network.app;
    const slow = Array.from({ length: 100 }, () => talk(origin));
    for (const conversation of slow)
      conversation.send('POST /api/login HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const driver = await network.as('driver');
    expect((await driver.get('/api/user')).status).toBe(200);
    // Now and then another byte keeps nobody in.
    const drip = setInterval(() => {
      for (const conversation of slow) conversation.send('x');
    }, 1_000);
    const answers = await Promise.all(slow.map(({ rest }) => rest));
    clearInterval(drip);
    expect(new Set(answers.map((answer) => answer.split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
    expect((await client(origin).get('/healthz')).status).toBe(200);
  },
);
