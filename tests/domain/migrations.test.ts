/** Migrations run while another instance writes. */
import { expect, test } from 'vitest';
import { migrations } from 'db/migrations';

/** They are released. */
const EARLIER = '0071-move-ins';

/** An index locks out writers only. Dropping one, or altering the table, locks out readers too. */
const RAISED = /\bcreate (?:unique )?index\b[^;]*;[\s\S]*\b(?:drop index|alter table)\b/i;

test('a migration does not raise its lock after it has made an index, because writers would wait for it, and it for them', () => {
  const raising = migrations.filter(({ name, up }) => name > EARLIER && RAISED.test(up));
  expect(raising.map(({ name }) => name)).toEqual([]);
  expect(RAISED.test('create index a on tasks (id);\ndrop index b;')).toBe(true);
});
