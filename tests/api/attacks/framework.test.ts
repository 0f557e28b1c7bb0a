/** The framework's version has holes without a fix. Each test shows why one of them cannot be used against us. */
import { beforeAll, expect, test } from 'vitest';
import { client, type Client } from '../../support/client';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
let stranger: Client;

beforeAll(() => {
  stranger = client(network.app.origin);
});

test('there is no list of routes to ask for (CVE-2026-55685)', async () => {
  const many = Array.from({ length: 100 }, (_, i) => `p=/a/${String(i)}`).join('&');
  const { status } = await stranger.get(`/__manifest?version=1&${many}`);
  expect(status).toBe(404);
});

test('a page names no constructor to make an error with, wherever it fails (CVE-2026-53666)', async () => {
  const admin = await network.as('admin');
  for (const path of ['/no-such-page', '/dispatcher/tasks/999999', '/p/unknown', '/driver/stops/999999']) {
    const { status, body } = await admin.get<string>(path);
    expect([path, status >= 400, body.includes('__subType')]).toEqual([path, true, false]);
  }
});
