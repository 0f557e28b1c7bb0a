import { expect, test } from 'vitest';
import type { ImportJob } from '~/domain/network/accounts/schema';
import { manyRows, uploadImport } from '../support/import-upload';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

const countAccounts = async () =>
  (await network.database.rows<{ count: number }>('select count(*)::integer as count from accounts'))[0]
    ?.count;

test('a large file goes on when its instance is killed, on another one, and nothing is doubled', async () => {
  const doomed = await network.another();
  await network.app.stop();
  const { id } = await uploadImport(dispatcher, manyRows(20_000), { origin: doomed.origin });
  const state = () =>
    network.database.rows<ImportJob>(
      'select state, lines_done as "linesDone", imported from account_imports where id = $1',
      [id],
    );
  await expect.poll(async () => (await state())[0]?.linesDone, { interval: 20 }).toBeGreaterThan(0);
  expect(await countAccounts()).toBe(0);
  await doomed.kill();
  expect((await state())[0]?.state).toBe('running');
  await network.another();
  await expect
    .poll(async () => (await state())[0], { interval: 100 })
    .toMatchObject({
      state: 'done',
      imported: 20_000,
    });
  expect(await countAccounts()).toBe(20_000);
});
