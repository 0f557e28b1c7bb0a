/** Instances are killed and notifications are lost. Background work is still done soon, once, and in order. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { make, pickup } from '../support/factories';
import { endLeases } from '../support/jobs';
import type { Client } from '../support/client';
import { hang, startReceiver, take, type Receiver } from '../support/receiver';
import { install, rounds, tell, type Installation } from './installation';
import { slowed } from '../support/slowness';

let installation: Installation;
let receiver: Receiver;
let desk: Client;

beforeAll(async () => {
  receiver = await startReceiver();
  installation = await install({ lanes: 1, env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  desk = await installation.as('desk1');
  await installation.database.rows(
    "insert into webhooks (url, secret, events) values ($1, 'whsec_c2VjcmV0', '{task.created}')",
    [`${receiver.url}/hook`],
  );
});
afterAll(async () => {
  await installation.close();
  await receiver.close();
});

const read = ({ body }: { body: string }) => JSON.parse(body) as { id: string; task: { id: number } };
const callsFor = (id: number) => receiver.calls.filter((call) => read(call).task.id === id);

test('a webhook hears of a change milliseconds after the answer', async () => {
  const waits: number[] = [];
  for (let round = 0; round < rounds(40, 400); round += 1) {
    const { id } = await make(desk, pickup());
    const answeredAt = performance.now();
    await vi.waitFor(() => expect(callsFor(id)).toHaveLength(1), { timeout: 10_000, interval: 1 });
    waits.push((callsFor(id)[0]?.at ?? 0) - answeredAt);
  }
  const sorted = waits.sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  tell(`webhook after the answer: median ${share(0.5).toFixed(0)} ms, p95 ${share(0.95).toFixed(0)} ms`);
  // With a poll each second the median would be half a second.
  expect(share(0.5)).toBeLessThan(slowed(250));
});

test('killed while it sends: sent again within 16 seconds of that, under the same id', async () => {
  receiver.behave(hang);
  const task = await make(desk, pickup());
  await vi.waitFor(() => expect(callsFor(task.id)).toHaveLength(1), { timeout: 10_000, interval: 5 });
  receiver.behave(take);
  await installation.app().kill();
  const killedAt = performance.now();
  await installation.start();
  await vi.waitFor(() => expect(callsFor(task.id)).toHaveLength(2), { timeout: 30_000, interval: 20 });
  const [first, second] = callsFor(task.id);
  const seconds = ((second?.at ?? 0) - killedAt) / 1_000;
  tell(`killed while it sent to a webhook: sent again after ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(slowed(16));
  expect(first && second && read(first).id === read(second).id).toBe(true);
});

test('the database is away when the receiver has taken it: it is not sent again', async () => {
  const held: ServerResponse[] = [];
  receiver.behave((response) => held.push(response));
  const task = await make(desk, pickup());
  await vi.waitFor(() => expect(callsFor(task.id)).toHaveLength(1), { timeout: 10_000, interval: 5 });
  receiver.behave(take);
  installation.wire.cut();
  // The connection is cut for as long as a lease.
  await endLeases(installation.database);
  await Promise.all(
    held.map((response) => {
      const finished = once(response, 'finish');
      take(response, response.req);
      return finished;
    }),
  );
  const statusOf = async () => (await desk.get('/api/tasks')).status;
  expect([await statusOf(), await statusOf()]).toEqual([503, 503]);
  installation.wire.mend();
  const after = await vi.waitFor(() => make(desk, pickup()), { timeout: 30_000, interval: 200 });
  await vi.waitFor(() => expect(callsFor(after.id)).toHaveLength(1), { timeout: 30_000, interval: 20 });
  await vi.waitFor(
    async () => {
      const open = await installation.database.rows(
        "select from jobs where kind = 'webhook' and run_at is not null",
      );
      expect(open).toEqual([]);
    },
    { timeout: 30_000, interval: 20 },
  );
  expect(callsFor(task.id)).toHaveLength(1);
});

test('while the connection that listens is gone, work is found by looking', async () => {
  receiver.behave(take);
  const dropListeners =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parts-dispatch listen' and datname = current_database()";
  for (let round = 0; round < 5; round += 1) {
    await installation.database.rows(dropListeners);
    const { id } = await make(desk, pickup());
    await vi.waitFor(() => expect(callsFor(id)).toHaveLength(1), { timeout: 10_000, interval: 20 });
  }
});
