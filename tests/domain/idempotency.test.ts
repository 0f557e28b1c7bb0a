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
  return once(actor, key, request, { prepare }, { known });
};

test('a request refused because a parallel copy has done it is answered like the copy', async () => {
  for (const known of [undefined, null]) {
    const key = KEY();
    const copy = () => once(actor, key, 'the request', done);
    const answer = await refusedAfter(copy, key, 'the request', known);
    expect(answer).toEqual({ status: 201, body: { done: true }, replayed: true });
  }
});

test('with another body it is still another request, and a form’s refusal keeps no key', async () => {
  const key = KEY();
  const copy = () => once(actor, key, 'the request', done);
  await expect(refusedAfter(copy, key, 'another request', null)).rejects.toThrow('different request');
  const free = KEY();
  await expect(refusedAfter(() => Promise.resolve(), free, 'the request', null)).rejects.toThrow(
    'done already',
  );
  expect(await once(actor, free, 'another request', done)).toMatchObject({ replayed: false });
});

const refuse = () => Promise.reject(conflict('It is not free'));
const kept = { answerTo: () => Promise.resolve({ status: 409, body: { error: 'It is not free' } }) };
const REFUSED = { status: 409, body: { error: 'It is not free' }, replayed: true };

test.each([
  ['at once', refuse],
  ['while it is prepared', { prepare: refuse }],
])('an attempt that arrives after a later one was refused %s does nothing', async (_, work) => {
  const key = KEY();
  await expect(once(actor, key, 'the request', work, kept)).rejects.toThrow('It is not free');
  expect(await once(actor, key, 'the request', done, kept)).toEqual(REFUSED);
  expect(await once(actor, key, 'the request', { prepare: () => Promise.resolve(done) }, kept)).toEqual(
    REFUSED,
  );
});

test('the key of a refusal can be used by another request, and then by no other', async () => {
  const key = KEY();
  await expect(once(actor, key, 'the request', refuse, kept)).rejects.toThrow('It is not free');
  await expect(once(actor, key, 'a better request', refuse, kept)).rejects.toThrow('It is not free');
  expect(await once(actor, key, 'the best request', done, kept)).toMatchObject({
    status: 201,
    replayed: false,
  });
  expect(await once(actor, key, 'the best request', done, kept)).toMatchObject({
    status: 201,
    replayed: true,
  });
  await expect(once(actor, key, 'the request', done, kept)).rejects.toThrow('different request');
});

test('of copies that race, some of which would be refused, all get one answer', async () => {
  for (let round = 0; round < 20; round += 1) {
    const key = KEY();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        once(actor, key, 'the request', (i + round) % 2 === 0 ? done : refuse, kept).then(
          ({ status }) => status,
          () => 409,
        ),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    const again = await once(actor, key, 'the request', done, kept);
    expect(again).toMatchObject({ status: answers[0], replayed: true });
  }
});

test('a refusal that must not be kept is decided anew', async () => {
  const key = KEY();
  const passing = { answerTo: () => Promise.resolve(null) };
  await expect(once(actor, key, 'the request', refuse, passing)).rejects.toThrow('It is not free');
  expect(await once(actor, key, 'the request', done, kept)).toMatchObject({ status: 201, replayed: false });
});
