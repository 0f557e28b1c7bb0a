/** A copy of production calls no webhooks and takes no documents until an admin allows it. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Delivery, Webhook } from '~/modules/webhooks/schema';
import type { Source } from '~/domain/intake/inbox/schema';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { PUSH_SUBSCRIPTION } from '../support/calls';
import { createDatabase, type TestDatabase } from '../support/database';
import { delivery, make } from '../support/factories';
import { startNetwork, type Network } from '../support/network';
import { fail, startReceiver, take, type Receiver } from '../support/receiver';

const ENV = { WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_RETRY_SECONDS: '3600' };

let production: Network;
let receiver: Receiver;
let copy: TestDatabase;
let folder: string;

beforeAll(async () => {
  [production, receiver] = await Promise.all([startNetwork(ENV), startReceiver()]);
  copy = await createDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-copy-'));
});
afterAll(async () => {
  await production.close();
  await receiver.close();
  await copy.drop();
  await rm(folder, { recursive: true });
});

const SETTINGS = { ...ENV, SESSION_SECRET: 'for tests only, and of sufficient length' };

/** Runs a command as `npm run` does. */
function run(databaseUrl: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/index.js', ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ENV_FILE: '',
      LOG_LEVEL: 'silent',
      ...SETTINGS,
      DATABASE_URL: databaseUrl,
    },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

const deliveredTitles = () =>
  receiver.calls.map(({ body }) => (JSON.parse(body) as { task: Task | null }).task?.location);

test('restored, sources of documents are off; webhooks are off, say why, and send nothing of what waited, also when they are on again', async () => {
  const [admin, dispatcher] = await Promise.all([production.as('admin'), production.as('dispatcher')]);
  const events = ['task.created'];
  for (const active of [true, true, false])
    await admin.post('/api/admin/webhooks', { url: `${receiver.url}/hook`, events, active });
  await admin.post('/api/intake/sources', { name: 'Plaza Imports', on: true });
  receiver.behave(fail);
  await make(dispatcher, delivery({ location: 'Waits in production' }));
  await vi.waitFor(() => expect(deliveredTitles()).toHaveLength(2), { timeout: 30_000 });
  expect((await dispatcher.put('/api/user/push', PUSH_SUBSCRIPTION)).status).toBe(200);
  const file = join(folder, 'production.backup');
  run(production.database.url, 'backup', file);

  const said = run(copy.url, 'restore', file);
  expect(said).toContain('Webhooks are off (2)');
  expect(said).toContain('Settings → Webhooks');
  expect(await copy.rows('select from push_subscriptions')).toEqual([]);
  receiver.behave(take);
  const app = await startApp({ databaseUrl: copy.url, env: ENV });
  const there = client(app.origin);
  await there.signIn('admin');
  const hooks = (await there.get<Webhook[]>('/api/admin/webhooks')).body;
  expect(hooks.map(({ active }) => active)).toEqual([false, false, false]);
  expect((await there.get<Source[]>('/api/intake/sources')).body).toMatchObject([
    { name: 'Plaza Imports', on: false },
  ]);
  const page = (await there.get<string>('/settings/webhooks')).body;
  expect(page.match(/Turned off when a backup was restored/g)?.length).toBeGreaterThanOrEqual(2);
  expect((await there.get<string>('/settings/audit')).body).toContain('Webhook turned off automatically');

  await make(there, delivery({ location: 'Made in the copy' }));
  const [first] = hooks;
  const path = `/api/admin/webhooks/${String(first?.id)}`;
  expect((await there.patch<Webhook>(path, { active: true })).body).toMatchObject({
    active: true,
    note: null,
  });
  await make(there, delivery({ location: 'After it was turned on' }));
  await vi.waitFor(() => expect(deliveredTitles()).toHaveLength(3), { timeout: 30_000 });
  expect(deliveredTitles().at(-1)).toBe('After it was turned on');
  // The receiver gets the call before its answer is stored.
  const deliveries = await vi.waitFor(
    async () => {
      const { body } = await there.get<Delivery[]>(`${path}/deliveries`);
      expect(body.map(({ state }) => state)).toEqual(['delivered', 'failed']);
      return body;
    },
    { timeout: 30_000 },
  );
  expect(deliveries[1]?.error).toContain('backup');
  await app.stop();
});
