/** A notification is not lost between the change and the push service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Push } from '~/modules/push/subscriptions.server';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { make, pickup } from '../support/factories';
import { addPeople, sessionOf } from '../support/people';
import { browserAt, startPushService } from '../support/push';
import { hang, take } from '../support/receiver';

const LONGER_THAN_A_LEASE_MS = 90_000;

let service: Awaited<ReturnType<typeof startPushService>>;
let database: TestDatabase;
let ids: Record<string, number>;
let app: App;

const start = (env: Record<string, string> = {}) =>
  startApp({ databaseUrl: database.url, env: { ...service.env, ...env } });
const as = async (username: string): Promise<Client> =>
  client(app.origin, await sessionOf(database, username));

beforeAll(async () => {
  service = await startPushService();
  database = await createDatabase();
  ids = await addPeople(database.url);
});
afterAll(async () => {
  await app.stop();
  await service.close();
  await database.drop();
});

test('killed between the change and the sending: sent after the next start, once, with the same key', async () => {
  app = await start({ PUSH_WAIT_SECONDS: '60' });
  const [dispatcher, driver] = [await as('dispatcher'), await as('driver')];
  const browser = browserAt(service.url);
  await browser.turnOn(driver);
  const { publicKey } = (await driver.get<Push>('/api/user/push')).body;
  await make(dispatcher, pickup({ driver_id: ids.driver }));
  await app.kill();
  expect(service.calls).toEqual([]);
  app = await start({ PUSH_WAIT_SECONDS: '0' });
  const [call] = await service.until(browser.path, 1);
  expect(call && browser.read(call).text).toBe('1 new stop');
  expect((await (await as('driver')).get<Push>('/api/user/push')).body.publicKey).toBe(publicKey);
});

test(
  'killed while the push service has not answered: sent again under the same tag, so it is shown once',
  async () => {
    await app.stop();
    app = await start({ PUSH_WAIT_SECONDS: '0' });
    const browser = browserAt(service.url);
    await browser.turnOn(await as('driver2'));
    service.behave(hang);
    await make(await as('dispatcher'), pickup({ driver_id: ids.driver2 }));
    await service.until(browser.path, 1);
    await app.kill();
    service.behave(take);
    app = await start({ PUSH_WAIT_SECONDS: '0' });
    const tags = (await service.until(browser.path, 2)).map((call) => browser.read(call).tag);
    expect(new Set(tags).size).toBe(1);
  },
  LONGER_THAN_A_LEASE_MS,
);
