/**
 * Ids of other people's rows are sent to every place that takes one. tests/api/permissions.test.ts and
 * page-permissions.test.ts test each call and page.
 */
import { beforeEach, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, photoUrl, signature } from '../../support/factories';
import { submitForm, undo } from '../../support/forms';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
let own: Task;
let foreign: Task;

beforeEach(async () => {
  const of = (username: string) => ({ driver_id: network.ids[username], location: `Shop of ${username}` });
  own = await make(dispatcher, delivery(of('driver')));
  foreign = await make(dispatcher, delivery(of('driver2')));
});

const rowsOf = (table: string) => network.database.rows(`select * from ${table} order by 1`);

test('one foreign task in a batch: nothing happens to any of it', async () => {
  const before = await rowsOf('tasks');
  const taskIds = [own.id, foreign.id];
  for (const [path, body] of [
    ['status', { taskIds, status: 'going' }],
    ['status', { taskIds, status: 'completed', signature_image: await signature() }],
    ['archive', { taskIds }],
  ] as const) {
    const { status } = await driver.post(`/api/tasks/batch/${path}`, body);
    expect([path, status]).toEqual([path, 404]);
  }
  const order = await driver.put(`/api/tasks/reorder/${String(network.ids.driver)}`, { taskIds });
  expect(order.status).toBe(409);
  const applied = { driverId: network.ids.driver, taskIds };
  expect((await driver.post('/api/route-optimization/apply', applied)).status).toBeGreaterThanOrEqual(400);
  expect(await rowsOf('tasks')).toEqual(before);
});

test("a driver's page and its dialogs know no task of another's", async () => {
  const before = await rowsOf('tasks');
  const id = String(foreign.id);
  for (const path of [`/driver/tasks/${id}`, `/driver/stops/${id}/sign`, `/driver/stops/${id}/fail`]) {
    for (const door of [path, `${path}.data`]) {
      const { body } = await driver.get<string>(door);
      expect(JSON.stringify(body), door).not.toContain('Shop of driver2');
    }
  }
  const signed = { typed_name: 'Joe', signature_image: await signature() };
  for (const [path, fields] of [
    ['/driver', { intent: 'going', taskIds: id }],
    ['/driver', { intent: 'complete', taskIds: id }],
    [`/driver/stops/${id}/sign`, { intent: 'completeStop', taskIds: id, ...signed }],
    [`/driver/stops/${String(own.id)}/sign`, { intent: 'completeStop', taskIds: id, ...signed }],
    [`/driver/stops/${String(own.id)}/fail`, { intent: 'failStop', taskIds: id, reason: 'closed' }],
  ] as const)
    await submitForm(driver, path, fields);
  expect(await rowsOf('tasks')).toEqual(before);
});

test("seeing is told of one's own tasks only", async () => {
  const { body } = await driver.post('/api/tasks/batch/seen', { taskIds: [foreign.id] });
  expect(body).toEqual({ seenCount: 0 });
  expect(await network.database.rows('select seen_at from tasks where id = $1', [foreign.id])).toEqual([
    { seen_at: null },
  ]);
});

test('a photo is found under its own task only', async () => {
  const added = await dispatcher.post(`/api/tasks/${String(foreign.id)}/photos`, { image: await photoUrl() });
  const photo = String(added.body.id);
  expect((await driver.get(`/api/tasks/${String(own.id)}/photos/${photo}`)).status).toBe(404);
  expect((await dispatcher.get(`/api/tasks/${String(own.id)}/photos/${photo}`)).status).toBe(404);
  expect((await dispatcher.del(`/api/tasks/${String(own.id)}/photos/${photo}`)).status).toBe(404);
  expect((await dispatcher.get(`/api/tasks/${String(foreign.id)}/photos/${photo}`)).status).toBe(200);
});

test("somebody else's token is neither shown nor revoked, an admin's neither", async () => {
  const [token] = await network.database.rows<{ id: number }>(
    "insert into api_tokens (user_id, name, token_hash) values ($1, 'Night import', sha256('x')) returning id",
    [network.ids.admin],
  );
  const path = `/settings/tokens/${String(token?.id)}/revoke`;
  expect((await dispatcher.get<string>(path)).body).not.toContain('Night import');
  expect((await submitForm(dispatcher, path, { intent: 'revokeToken' })).status).toBe(404);
  const [kept] = await network.database.rows('select revoked_at from api_tokens where id = $1', [token?.id]);
  expect(kept).toEqual({ revoked_at: null });
});

test("somebody else's act is not undone, their draft not shown", async () => {
  const admin = await network.as('admin');
  const deleted = await make(admin, delivery());
  const path = `/dispatcher/tasks/${String(deleted.id)}/delete`;
  const { toast } = await submitForm(admin, path, { intent: 'deleteTask' });
  expect((await undo(dispatcher, toast)).toast?.title).toBe('Error');
  expect((await dispatcher.get(`/api/tasks/${String(deleted.id)}`)).status).toBe(404);
  expect((await undo(admin, toast)).toast?.title).toBe('Undone');
  const draft = await network.database.rows<{ id: string }>(
    `insert into drafts (user_id, path, fields) values ($1, '/accounts/new', '{"name":["Secret Motors"]}') returning id`,
    [network.ids.admin],
  );
  const form = `/accounts/new?draft=${draft[0]?.id ?? ''}`;
  expect((await dispatcher.get<string>(form)).body).not.toContain('Secret Motors');
  expect((await admin.get<string>(form)).body).toContain('Secret Motors');
});

test("a customer's link leads to one task, and revoking needs the task it belongs to", async () => {
  await dispatcher.patch(`/api/tasks/${String(foreign.id)}`, { status: 'completed' });
  const [link] = await network.database.rows<{ id: number }>(
    `insert into proof_links (task_id, token_hash, created_by, expires_at)
     values ($1, sha256('x'), $2, now() + interval '1 day') returning id`,
    [foreign.id, network.ids.admin],
  );
  await submitForm(dispatcher, `/history/tasks/${String(own.id)}`, {
    intent: 'revokeProofLink',
    linkId: String(link?.id),
  });
  const [kept] = await network.database.rows('select revoked_at from proof_links where id = $1', [link?.id]);
  expect(kept).toEqual({ revoked_at: null });
});
