/** The machine's clock was ten years ahead for a while. Rows written at that time delay nothing now. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/client';
import { delivery, make } from '../support/factories';
import { startReceiver } from '../support/receiver';
import { useNetwork } from '../support/use-network';

const network = useNetwork({ WEBHOOK_PRIVATE_ADDRESSES: 'on', REGISTRATION: 'closed' });
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
const LATER = "now() + interval '10 years'";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

test('rounds, deliveries, limits and the board go by the clock as it is', async () => {
  const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
    network.database.rows<Row>(sql, values);
  await admin.post('/api/admin/webhooks', { url: `${receiver.url}/hook`, events: ['task.created'] });
  await rows('update webhooks set active = false');
  await make(dispatcher, delivery());
  await rows('update webhooks set active = true, failing_since = null');
  const hook = await rows<{ id: number }>('select id from webhooks');
  await rows(
    `insert into jobs (kind, subject, lane, payload, run_at)
     values ('webhook', gen_random_uuid()::text, $1, '{"event": "task.created", "body": "{}"}', ${LATER})`,
    [String(hook[0]?.id)],
  );
  await rows(`update arrival_rounds set begun_at = ${LATER}`);
  await rows(`insert into settings (name, value, updated_at) values ('purge', '{}', ${LATER})
    on conflict (name) do update set updated_at = excluded.updated_at`);
  await rows(`insert into rate_limits (key, points, expire)
    values ('anything', 100, extract(epoch from ${LATER}) * 1000)`);
  await rows(`insert into last_positions (driver_id, at, latitude, longitude, source)
    values (${String(network.ids.driver)}, ${LATER}, 39, -94, 'page')`);
  await rows(`update sessions set created_at = ${LATER}, last_seen_at = ${LATER}`);
  expect((await dispatcher.get('/api/positions')).body).toEqual([]);

  const another = await network.another();
  try {
    await receiver.until('/hook', 1);
    const future = async () =>
      (
        await rows<{ n: number }>(`
          select (select count(*) from arrival_rounds where begun_at > now())
            + (select count(*) from settings where updated_at > now())
            + (select count(*) from rate_limits where expire > extract(epoch from now() + interval '1 year') * 1000)
            + (select count(*) from last_positions where at > now())
            + (select count(*) from sessions where greatest(created_at, last_seen_at) > now()) as n`)
      )[0]?.n;
    await expect.poll(future).toBe(0);
    expect((await client(another.origin, dispatcher.cookie()).get('/api/tasks')).status).toBe(200);
  } finally {
    await another.stop();
  }
});
