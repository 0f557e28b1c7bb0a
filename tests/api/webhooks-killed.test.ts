/** An instance is killed while it calls a webhook. */
import { expect, test, vi } from 'vitest';
import type { Delivery, Webhook } from '~/modules/webhooks/schema';
import { make, pickup } from '../support/factories';
import { endLeases } from '../support/jobs';
import { startNetwork } from '../support/network';
import { hang, startReceiver, take } from '../support/receiver';

const PRIVATE = { WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_RETRY_SECONDS: '0.05' };
const WAIT = { interval: 50 };

test('a delivery of a killed instance is sent by the next one under the same id, when its lease is over', async () => {
  const [lone, receiver] = await Promise.all([startNetwork(PRIVATE), startReceiver()]);
  try {
    receiver.behave(hang);
    const chief = await lone.as('admin');
    const made = await chief.post<Webhook>('/api/admin/webhooks', {
      url: `${receiver.url}/killed`,
      events: ['task.created'],
    });
    await make(chief, pickup());
    await receiver.until('/killed', 1);
    await lone.app.kill();
    // On a busy machine the lease would be over before the next instance has started.
    await lone.database.rows("update jobs set run_at = now() + interval '1 hour' where state = 'running'");
    receiver.behave(take);
    const next = await lone.another();
    const path = `/api/admin/webhooks/${String(made.body.id)}/deliveries`;
    const deliveries = async () => (await chief.through(next.origin).get<Delivery[]>(path)).body;
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await endLeases(lone.database);
    await vi.waitFor(async () => {
      expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    }, WAIT);
    const ids = receiver.calls
      .filter((call) => call.path === '/killed')
      .map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  } finally {
    await lone.close();
    await receiver.close();
  }
});
