/** The queue decides which requests wait, which are refused at once, and which come first. */
import { FairQueue, type Client, type Refusal } from '~/lib/fair-queue';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PEOPLE, requestQueue, runInTurn, SCRIPTS } from '~/http/request-queue.server';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a queue of two at once', () => {
  class Refused extends Error {
    constructor(readonly refusal: Refusal) {
      super(refusal);
    }
  }
  const create = (limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) =>
    new FairQueue({
      atOnce: 2,
      longestWaitMs: () => 1_000,
      refuse: (refusal) => new Refused(refusal),
      ...limits,
    });
  /**
   * Adds all requests at the same moment.
   * @returns the keys in the order in which they began, and the outcome of each.
   */
  async function crowd(queue: FairQueue, keys: string[], ms: number) {
    const begun: string[] = [];
    const all = keys.map((key) =>
      queue
        .run({ key }, async () => {
          begun.push(key);
          await after(ms);
          return 'done';
        })
        .catch((error: unknown) => (error instanceof Refused ? error.refusal : 'failed')),
    );
    await vi.runAllTimersAsync();
    return { begun, ends: await Promise.all(all) };
  }

  test('work waits in the order in which it came', async () => {
    const order: number[] = [];
    const queue = create();
    const all = [1, 2, 3, 4, 5].map((n) =>
      queue.run({ key: '' }, async () => {
        order.push(n);
        await after(10);
      }),
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  test('a client of which less runs comes first', async () => {
    const { begun } = await crowd(create(), ['a', 'b', 'a', 'a', 'c'], 100);
    expect(begun).toEqual(['a', 'b', 'a', 'c', 'a']);
    const second = await crowd(create(), ['a', 'a', 'a', 'b'], 100);
    expect(second.begun).toEqual(['a', 'a', 'b', 'a']);
  });

  test('work that has waited too long is refused when its time is over, and never begins', async () => {
    const { begun, ends } = await crowd(create(), ['a', 'b', 'c', 'd'], 1_500);
    expect(begun).toEqual(['a', 'b']);
    expect(ends).toEqual(['done', 'done', 'too long', 'too long']);
  });

  test('the wait is foreseen where that is wanted', async () => {
    const wait = async (foreseesWait: boolean) => {
      const queue = create({ foreseesWait });
      await crowd(queue, many(20), 200);
      const late = await crowd(queue, many(60), 10);
      return late.ends.filter((end) => end === 'too long').length;
    };
    const many = (count: number) => Array.from({ length: count }, (_, n) => String(n));
    expect(await wait(true)).toBeGreaterThan(0);
    expect(await wait(false)).toBe(0);
  });

  test('more than may wait are refused at once, in all and of one client', async () => {
    const all = await crowd(create({ mostWaiting: 1 }), ['a', 'b', 'c', 'd'], 100);
    expect(all.ends).toEqual(['done', 'done', 'done', 'too many']);
    const one = await crowd(create({ mostWaitingOfOne: 1 }), ['a', 'a', 'a', 'a', 'b'], 100);
    expect(one.ends).toEqual(['done', 'done', 'done', 'too many of one', 'done']);
  });

  test('work that fails makes room for the next', async () => {
    const queue = create();
    const fail = () => Promise.reject(new Error('no'));
    const failed = await Promise.allSettled(Array.from({ length: 6 }, () => queue.run({ key: 'a' }, fail)));
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await crowd(queue, ['a'], 10)).ends).toEqual(['done']);
  });
});

describe('the queue of requests', () => {
  let queue: FairQueue;

  beforeEach(() => {
    queue = requestQueue(5_000);
  });

  const person = (n: number): Client => ({ key: `person ${String(n)}`, rank: PEOPLE });
  const script = (n: number): Client => ({ key: `script ${String(n)}`, rank: SCRIPTS });

  /** All clients ask at the same moment. Each answer takes `ms`. */
  async function crowd(clients: Client[], ms: number) {
    const order: string[] = [];
    const answers = clients.map(async (client) => {
      const isAnswered = await runInTurn(queue, client, () => after(ms));
      if (isAnswered) order.push(client.key);
      return isAnswered;
    });
    await vi.runAllTimersAsync();
    return { answers: await Promise.all(answers), order };
  }

  const many = (count: number, of: (n: number) => Client) => Array.from({ length: count }, (_, n) => of(n));

  test('as long as there is room, nobody waits', async () => {
    const { answers } = await crowd(many(32, person), 4_900);
    expect(answers).toEqual(answers.map(() => true));
  });

  test('a request that would wait longer than 5 s is refused, and all others are answered', async () => {
    await crowd(many(200, person), 100);
    const { answers } = await crowd(many(3_000, person), 100);
    const answered = answers.filter(Boolean).length;
    // The queue answers 320 a second for five seconds, and the requests that did not wait.
    expect(answered).toBeGreaterThan(1_000);
    expect(answered).toBeLessThan(2_000);
  });

  test('one of whom many wait has no more than one of whom one waits', async () => {
    const crowdOfOne = many(100, () => person(1));
    const { order } = await crowd([...crowdOfOne, person(2)], 100);
    expect(order.indexOf('person 2')).toBeLessThan(10);
  });

  test('people come before scripts', async () => {
    await crowd(many(200, person), 100);
    const { answers, order } = await crowd([...many(2_000, script), ...many(500, person)], 100);
    expect(answers.slice(2_000)).toEqual(many(500, person).map(() => true));
    expect(answers.slice(0, 2_000).filter((answer) => !answer).length).toBeGreaterThan(500);
    expect(order.slice(40, 500).every((key) => key.startsWith('person'))).toBe(true);
  });

  test('after a rush nobody is turned away', async () => {
    await crowd(many(1_000, person), 1_000);
    expect(queue.refusalOf(person(1))).toBeNull();
    const { answers } = await crowd(many(100, person), 10);
    expect(answers).toEqual(answers.map(() => true));
  });
});
