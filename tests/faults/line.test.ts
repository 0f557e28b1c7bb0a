/** The connection between people and the application is slow, breaks, and delivers twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWire, type Fate } from '../support/wire';
import { rounds, install, wrongWith, type Installation, tell } from './installation';
import { slowed } from '../support/slowness';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.close());

const WRITES = rounds(80, 2_000);

/** Damages every third request that changes something. */
function accidents(): (piece: Buffer) => Fate {
  const fates: Fate[] = ['before', 'after', 'twice'];
  let count = 0;
  return (piece) => {
    if (!/^(POST|PUT|PATCH|DELETE) /.test(piece.toString('latin1', 0, 8))) return 'none';
    count += 1;
    return count % 3 === 0 ? (fates[(count / 3) % fates.length] ?? 'none') : 'none';
  };
}

test('a line that loses requests, loses answers and delivers twice: every write has one effect', async () => {
  const line = await startWire(new URL(installation.origin), accidents());
  const writes = installation.write({ origin: `http://127.0.0.1:${String(line.port)}` });
  await writes.more(WRITES);
  const wrong = await wrongWith(writes, installation.database);
  await line.close();
  expect(wrong).toEqual([]);
  expect(writes.repeated()).toBeGreaterThan(WRITES / 10);
  const [keys] = await installation.database.rows<{ n: number }>(
    'select count(*)::integer as n from idempotency_keys',
  );
  expect(keys?.n).toBe(writes.acknowledged());
  tell(
    `bad line: ${String(writes.acknowledged())} writes acknowledged, ${String(writes.repeated())} sent again, 0 lost, 0 twice`,
  );
});

test('30 copies of one request at the same moment: one effect, one answer', async () => {
  const desk = await installation.as('desk1');
  const body = { type: 'pickup', location: 'One of thirty', part_numbers: 'A-1' };
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      desk.post<{ id: number }>('/api/tasks', body, { 'Idempotency-Key': 'thirty' }),
    ),
  );
  const taken = answers.filter(({ status }) => status === 201);
  // A copy that has waited too long for the first request gets a 503, and never a false success.
  expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
  expect(new Set(taken.map((answer) => answer.body.id)).size).toBe(1);
  const rows = await installation.database.rows("select id from tasks where location = 'One of thirty'");
  expect(rows).toHaveLength(1);
});

test('between the application and its database: slow, then cut in the middle of writes', async () => {
  const writes = installation.write();
  await writes.more(20);
  installation.wire.delay(40);
  await writes.more(10);
  installation.wire.delay(0);
  for (let round = 1; round <= rounds(3, 30); round += 1) {
    installation.wire.cut();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
    installation.wire.mend();
    await writes.more(15);
  }
  expect(await wrongWith(writes, installation.database)).toEqual([]);
  tell(
    `database line: ${String(writes.acknowledged())} writes acknowledged, ${String(writes.repeated())} sent again, 0 lost, 0 twice`,
  );
});

test('the application is told to stop in the middle of writes: each is answered or left undone, and it ends in time', async () => {
  const writes = installation.write();
  let slowest = 0;
  for (let round = 1; round <= rounds(3, 30); round += 1) {
    await writes.more(10);
    const from = performance.now();
    expect(await installation.app().stop()).toBe(0);
    slowest = Math.max(slowest, performance.now() - from);
    await installation.start();
  }
  await writes.more(10);
  expect(await wrongWith(writes, installation.database)).toEqual([]);
  expect(slowest).toBeLessThan(slowed(10_000));
  tell(`stopped in the middle of writes: gone after ${slowest.toFixed(0)} ms at most, 0 lost, 0 twice`);
});
