/** An instance is killed while it makes the rows of a file: each row is made once. */
import { expect, test, vi } from 'vitest';
import type { MoveIn } from '~/modules/move-in/schema';
import { endLeases } from '../support/jobs';
import { startNetwork } from '../support/network';

const WAIT = { interval: 50 };
const ROWS = 400;

const file = [
  'Invoice,Location,Address',
  ...Array.from(
    { length: ROWS },
    (_, index) => `I-${String(index)},Shop ${String(index)},"1 Elm St, Olathe, KS"`,
  ),
].join('\n');

test('every row of a file becomes one task, whatever is killed meanwhile', async () => {
  const network = await startNetwork();
  try {
    const dispatcher = await network.as('dispatcher');
    const { body } = await dispatcher.post<MoveIn>('/api/move-ins', {
      kind: 'tasks',
      document: Buffer.from(file).toString('base64'),
    });
    const path = `/api/move-ins/${String(body.id)}`;
    await dispatcher.post(`${path}/start`);
    const stateIn = async (origin: string) => (await dispatcher.through(origin).get<MoveIn>(path)).body;
    await vi.waitFor(async () => {
      expect((await stateIn(network.app.origin)).made).toBeGreaterThan(10);
    }, WAIT);
    const next = await network.another();
    await network.app.kill();
    expect((await stateIn(next.origin)).state).toBe('running');
    await endLeases(network.database);
    await vi.waitFor(async () => {
      expect(await stateIn(next.origin)).toMatchObject({ state: 'done', made: ROWS, known: 0, rejected: 0 });
    }, WAIT);
    const tasks = await network.database.rows<object>(
      "select count(*)::integer as count, count(distinct location)::integer as places from tasks where location like 'Shop %'",
      [],
    );
    expect(tasks).toEqual([{ count: ROWS, places: ROWS }]);
  } finally {
    await network.close();
  }
});
