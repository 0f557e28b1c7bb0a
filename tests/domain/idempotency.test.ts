/** A parallel copy of a request may finish at any moment, even while this request prepares its work before the transaction. */
import { connect, disconnect } from 'db/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conflict } from '~/domain/kernel/errors';
import { once } from '~/domain/platform/idempotency.server';
import { createDatabase, type TestDatabase } from '../support/database';
import { addPeople } from '../support/people';

let database: TestDatabase;
let actor: { id: number };

beforeAll(async () => {
  database = await createDatabase();
  actor = { id: (await addPeople(database.url)).driver ?? NaN };
  connect(database.url);
});
afterAll(async () => {
  await disconnect();
  await database.drop();
});

const KEY = () => crypto.randomUUID();
const done = () => Promise.resolve({ status: 201, body: { done: true } });
/**
 * Sends a request that is refused because the copy has finished.
 * @param known result of the session lookup: no answer is stored yet.
 */
const refusedAfter = (copy: () => Promise<unknown>, key: string, request: string, known?: null) => {
  const prepare = async () => {
    await copy();
    throw conflict('It is done already');
  };
  return once(actor, key, request, { prepare }, known);
};

test('a request refused because a parallel copy has done it is answered like the copy', async () => {
  for (const known of [undefined, null]) {
    const key = KEY();
    const copy = () => once(actor, key, 'the request', done);
    const answer = await refusedAfter(copy, key, 'the request', known);
    expect(answer).toEqual({ status: 201, body: { done: true }, replayed: true });
  }
});

test('with another body it is still another request, and a refusal keeps no key', async () => {
  const key = KEY();
  const copy = () => once(actor, key, 'the request', done);
  await expect(refusedAfter(copy, key, 'another request', null)).rejects.toThrow('different request');
  const free = KEY();
  await expect(refusedAfter(() => Promise.resolve(), free, 'the request', null)).rejects.toThrow(
    'done already',
  );
  expect(await once(actor, free, 'another request', done)).toMatchObject({ replayed: false });
});
