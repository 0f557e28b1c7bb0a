/** The log warns of accounts with publicly known passwords where others can reach the application. */
import { expect, test, vi } from 'vitest';
import { startApp } from '../support/app';
import { useNetwork } from '../support/use-network';
import { VERSION } from '../support/version';

const network = useNetwork({ APP_ORIGIN: 'http://dispatch.example.com' });

const WARNING = 'Demo accounts are active';

test('the log says so at the start, unless nobody else can come', async () => {
  // The first instance may have checked before the accounts existed.
  const open = await network.another();
  await vi.waitFor(() => expect(open.output()).toContain(WARNING));
  const line = open
    .output()
    .split('\n')
    .find((each) => each.includes(WARNING));
  expect(JSON.parse(line ?? '')).toMatchObject({ level: 40, accounts: ['admin', 'dispatcher', 'driver'] });
  const own = await startApp({ databaseUrl: network.database.url, env: { HOST: '127.0.0.1' } });
  const health: unknown = await (await fetch(`${own.origin}/healthz`)).json();
  expect(health).toEqual({ ok: true, version: expect.stringMatching(VERSION) as string });
  await own.stop();
  expect(own.output()).not.toContain(WARNING);
});

test('admins see it on every page where others can come, and others do not', async () => {
  const [admin, dispatcher] = await Promise.all([network.as('admin'), network.as('dispatcher')]);
  expect((await admin.get<string>('/dispatcher')).body).toContain(WARNING);
  expect((await dispatcher.get<string>('/dispatcher')).body).not.toContain(WARNING);
  const here = await network.another({ APP_ORIGIN: '' });
  expect((await admin.through(here.origin).get<string>('/dispatcher')).body).not.toContain(WARNING);
});

test('with passwords of their own there is nothing to say', async () => {
  const admin = await network.as('admin');
  await network.database.rows(
    "update users set deactivated_at = now() where username in ('dispatcher', 'driver')",
  );
  const { body } = await admin.get<string>('/help');
  expect(body.replaceAll('<!-- -->', '')).toContain('sign in as admin with');
  await network.database.rows("update users set username = 'chief' where username = 'admin'");
  expect((await admin.get<string>('/dispatcher')).body).not.toContain(WARNING);
});
