/** Workers crash, hang, grow and end, and the work around them continues. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { slowed } from '../support/slowness';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-workers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return pathToFileURL(file).href;
};
const FILE = write(
  'worker.mjs',
  `import { threadId } from 'node:worker_threads';
   export const echo = (work) => work;
   export const fail = () => { throw new RangeError('it is too large'); };
   export const die = () => new Promise(() => setImmediate(() => { throw new Error('a crash'); }));
   export const hang = () => new Promise(() => setInterval(() => undefined, 1_000));
   export const who = () => process.pid + ' ' + threadId;
   export const fill = () => { const all = []; for (;;) all.push(new Array(10_000).fill({})); };
   for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);`,
);
const BROKEN = write('broken.mjs', "throw new Error('it does not start');");

let pool: WorkerPool;
afterEach(() => pool.close());

const create = (options: Partial<ConstructorParameters<typeof WorkerPool>[0]> = {}) =>
  (pool = new WorkerPool({
    file: FILE,
    runtime: 'worker_threads',
    atOnce: 2,
    longestWaitMs: 60_000,
    refuse: (refusal) => new Error(`refused: ${refusal}`),
    ...options,
  }));

/** A start that takes longer than the work may. */
const LATE_MS = slowed(1_000);
const LATE = write(
  'late.mjs',
  `await new Promise((resolve) => setTimeout(resolve, ${String(2 * LATE_MS)}));
   export const ready = () => true;
   export const echo = (work) => work;
   export const hang = () => new Promise(() => setInterval(() => undefined, 1_000));`,
);

test('the time of the start is no time of the work, and has a limit of its own', async () => {
  create({ runtime: 'child_process', atOnce: 1, file: LATE, timeLimitMs: LATE_MS, startLimitMs: 60_000 });
  expect(await pool.run('echo', 1)).toBe(1);
  await expect(pool.run('hang', null)).rejects.toThrow('no answer in time');
  await pool.close();
  create({ runtime: 'child_process', atOnce: 1, file: LATE, timeLimitMs: 60_000, startLimitMs: LATE_MS });
  await expect(pool.run('echo', 1)).rejects.toThrow('it did not start in time');
});

describe.each(['worker_threads', 'child_process'] as const)('%s', (runtime) => {
  test('work is answered, also more than there are workers', async () => {
    create({ runtime });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => pool.run('echo', { n })));
    expect(answers).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
  });

  test('an error says what the worker says', async () => {
    create({ runtime });
    const failed = pool.run('fail', null);
    await expect(failed).rejects.toThrow(WorkerFailed);
    await expect(failed).rejects.toThrow('it is too large');
    expect(await pool.run('echo', 1)).toBe(1);
  });

  test('after a crash the work that waits is done by a new worker', async () => {
    create({ runtime, atOnce: 1 });
    const [died, answer] = await Promise.allSettled([pool.run('die', null), pool.run('echo', 1)]);
    expect(died).toMatchObject({ status: 'rejected', reason: expect.any(WorkerFailed) as WorkerFailed });
    expect(answer).toEqual({ status: 'fulfilled', value: 1 });
  });

  test('one that hangs is ended, and the work that waits is done', async () => {
    create({ runtime, atOnce: 1, timeLimitMs: 2_000 });
    const [hung, answer] = await Promise.allSettled([pool.run('hang', null), pool.run('echo', 1)]);
    expect(hung).toMatchObject({ reason: { message: 'no answer in time' } });
    expect(answer).toEqual({ status: 'fulfilled', value: 1 });
  });

  test('one that takes too much memory ends alone', async () => {
    create({ runtime, memoryMb: 64 });
    await expect(pool.run('fill', null)).rejects.toThrow(WorkerFailed);
    expect(await pool.run('echo', 1)).toBe(1);
  });

  test('one that can not start fails its work at once', async () => {
    create({ runtime, file: BROKEN });
    for (let n = 0; n < 2; n += 1)
      await expect(pool.run('echo', 1)).rejects.toThrow(new WorkerFailed('it could not be started'));
  });

  test('a caller can give up', async () => {
    create({ runtime, atOnce: 1 });
    const giving = new AbortController();
    const given = pool.run('hang', null, { signal: giving.signal });
    giving.abort();
    await expect(given).rejects.toThrow(WorkerFailed);
    expect(await pool.run('echo', 1)).toBe(1);
  });

  test('one that is ended answers what it has been asked', async () => {
    create({ runtime, atOnce: 1 });
    const answers = Promise.all([pool.run('echo', 1), pool.run('echo', 2)]);
    pool.end();
    expect(await answers).toEqual([1, 2]);
  });
});

test('workers are kept, unless each is used once', async () => {
  create({ atOnce: 1 });
  expect(await pool.run('who', null)).toBe(await pool.run('who', null));
  await pool.close();
  create({ atOnce: 1, isUsedOnce: true });
  expect(await pool.run('who', null)).not.toBe(await pool.run('who', null));
});

test('work that would wait too long is refused', async () => {
  create({ atOnce: 1, longestWaitMs: 100, timeLimitMs: 1_000 });
  const [, waiting] = await Promise.allSettled([pool.run('hang', null), pool.run('echo', 1)]);
  expect(waiting).toMatchObject({ reason: { message: 'refused: too long' } });
});

test('one that has failed twice is given a pause', async () => {
  create({ atOnce: 1, pauseMs: { first: 60_000, longest: 60_000 } });
  await expect(pool.run('die', null)).rejects.toThrow(WorkerFailed);
  await expect(pool.run('die', null)).rejects.toThrow(WorkerFailed);
  await expect(pool.run('echo', 1)).rejects.toThrow('refused: crashed again');
});
