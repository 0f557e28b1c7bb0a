/** The models match the tables, and take part in transactions like any statement. */
import { connect, database, disconnect, row, rows, sqlState, transaction } from 'db/connection';
import { initModels } from 'db/models';
import { User } from 'db/models/people';
import { Draft, IdempotencyKey, Job } from 'db/models/operations';
import { printed } from 'db/models/table';
import { Webhook } from 'db/models/notifications';
import { fn } from 'sequelize';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asDomainError } from '~/domain/kernel/faults.server';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';

let home: Awaited<ReturnType<typeof createDatabase>>;
let userId: number;

beforeAll(async () => {
  home = await createDatabase();
  userId = (await addPeople(home.url)).dispatcher ?? 0;
  connect(home.url);
});
afterAll(async () => {
  await disconnect();
  await home.drop();
});

/** rate-limiter-flexible writes the first table. Migrations run before the models exist. Older instances write the last two. */
const WITHOUT_MODEL = ['rate_limits', 'schema_migrations', 'webhook_deliveries', 'push_messages'];
/** Only statements read and write these columns. */
const WITHOUT_ATTRIBUTE = ['tasks.search_text', 'tasks.search_key', 'messages.next_try_at'];

test('every table has a model with its columns, and nothing else', async () => {
  const stored = await rows<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name <> all ($without::text[])
       and not (select relispartition from pg_class where oid = table_name::regclass)`,
    { without: WITHOUT_MODEL },
  );
  const modelled = Object.values(database().models).flatMap((model) =>
    Object.values(model.getAttributes()).map(({ field }) => `${model.tableName}.${field ?? ''}`),
  );
  expect(modelled.sort()).toEqual(
    stored
      .map(({ name }) => name)
      .filter((name) => !WITHOUT_ATTRIBUTE.includes(name))
      .sort(),
  );
});

const URL = 'https://example.com/hook';
const addWebhook = () =>
  Webhook.create({ url: URL, secret: 'whsec_1', events: ['task.created'] }, { returning: ['id'] });

test('rows that models write in a transaction are rolled back with it, and seen by statements in it', async () => {
  const work = transaction(async () => {
    const { id } = await addWebhook();
    await Draft.create({ userId, path: '/x', fields: { a: ['b'] } }, { returning: false });
    expect(await row('select 1 from webhooks where id = $id', { id })).not.toBeNull();
    await Webhook.update({ note: 'changed' }, { where: { id } });
    expect(await Webhook.findRow(['note'], { where: { id } })).toEqual({ note: 'changed' });
    throw new Error('back');
  });
  await expect(work).rejects.toThrow('back');
  expect(await Webhook.count()).toBe(0);
  expect(await Draft.exists({ userId })).toBe(false);
});

test('rows keep what PostgreSQL knows: its clock to the microsecond, numbers, texts and what is null', async () => {
  const { id } = await addWebhook();
  const made = await Job.create({ kind: 'test', subject: String(id) }, { returning: ['id'] });
  // PostgreSQL leaves out zeros at the end of a time.
  await row(
    "update jobs set created_at = date_trunc('second', created_at) + interval '123456 us' where id = $id",
    {
      id: made.id,
    },
  );
  const found = await Job.findRow(['id', 'chain', printed('createdAt'), printed('triedAt')], {
    where: { id: made.id },
  });
  const said = await row(
    `select id, chain, to_json(created_at) #>> '{}' as "createdAt", null as "triedAt" from jobs where id = $id`,
    { id: made.id },
  );
  expect(found).toEqual(said);
  expect(found?.id).toBeTypeOf('number');
  expect(found?.createdAt).toMatch(/\.123456\+00:00$/);

  const webhook = () => Webhook.findRow(['events', printed('updatedAt')], { where: { id } });
  const before = await webhook();
  expect(before?.events).toEqual(['task.created']);
  await Webhook.update(
    { events: ['task.completed', 'task.updated'], updatedAt: fn('now') },
    { where: { id } },
  );
  const after = await webhook();
  expect(after?.events).toEqual(['task.completed', 'task.updated']);
  expect(after?.updatedAt).not.toBe(before?.updatedAt);
  expect({ updatedAt: after?.updatedAt }).toEqual(
    await row(`select to_json(updated_at) #>> '{}' as "updatedAt" from webhooks where id = $id`, { id }),
  );
});

test('bytes and JSON come back as they were written', async () => {
  const requestHash = Buffer.from([0, 1, 39, 92, 255]);
  for (const response of [{ text: `'"\\ é` }, ['a'], 'text', 5, null]) {
    const key = JSON.stringify(response);
    await IdempotencyKey.create({ userId, key, requestHash, response }, { returning: false });
    expect(await IdempotencyKey.findRow(['requestHash', 'response'], { where: { userId, key } })).toEqual({
      requestHash,
      response,
    });
  }
});

test('an error of PostgreSQL is recognized by its code', async () => {
  const key = { userId, key: 'twice', requestHash: Buffer.from('x') };
  await IdempotencyKey.create(key, { returning: false });
  const refusals = [
    { code: '23505', kind: 'conflict', work: () => IdempotencyKey.create(key, { returning: false }) },
    {
      code: '23503',
      kind: 'conflict',
      work: () => Draft.create({ userId: 999_999, path: '/x', fields: {} }, { returning: false }),
    },
    {
      code: '23514',
      kind: 'invalid',
      work: () => User.update({ name: 'x'.repeat(201) }, { where: { id: userId } }),
    },
  ];
  for (const { code, kind, work } of refusals) {
    const error: unknown = await work().catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe(code);
    expect(asDomainError(error)?.kind).toBe(kind);
  }
});

test('models can be bound anew', () => {
  initModels(database());
  expect(Webhook.getAttributes().id.autoIncrement).toBe(true);
});
