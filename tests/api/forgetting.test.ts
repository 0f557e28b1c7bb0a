/** What nobody needs any more goes by itself: soon after a start, and then every hour. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startNetwork, type Network } from '../support/network';

let network: Network;

beforeAll(async () => {
  network = await startNetwork();
  await network.database.rows(
    "insert into webhooks (url, secret, events) values ('https://example.com/', 'whsec_test', '{task.created}')",
  );
});
afterAll(() => network.close());

/** SQL of a row: what names it, and when it began or ends. */
const NAME = '$1';
const HASH = `left(${NAME}, 32)::bytea`;
const AT = '(now() - $2::interval)';
const SOMEBODY = '(select min(id) from users)';

type Rule = {
  table: string;
  /** Ages: the one is over, the other is not. */
  goes: string;
  stays: string;
  /** SQL by column; the first is its name. */
  row: Record<string, string>;
};

const RULES: Rule[] = [
  {
    table: 'idempotency_keys',
    goes: '7 days 1 minute',
    stays: '6 days 23 hours',
    row: { key: NAME, user_id: SOMEBODY, request_hash: "'hash'", created_at: AT },
  },
  {
    table: 'undos',
    goes: '61 minutes',
    stays: '30 minutes',
    row: { id: `${NAME}::uuid`, user_id: SOMEBODY, event_ids: "'{1}'", routes: "'[]'", created_at: AT },
  },
  {
    table: 'drafts',
    goes: '25 hours',
    stays: '23 hours',
    row: { id: `${NAME}::uuid`, user_id: SOMEBODY, path: "'/dispatcher'", fields: "'{}'", created_at: AT },
  },
  {
    table: 'sessions',
    goes: '7 days 1 minute',
    stays: '6 days 23 hours',
    row: { token_hash: HASH, user_id: SOMEBODY, remember: 'true', created_at: AT, last_seen_at: AT },
  },
  {
    table: 'proof_links',
    goes: '25 hours',
    stays: '23 hours',
    row: { token_hash: HASH, created_by: SOMEBODY, task_id: '1', expires_at: AT },
  },
  {
    table: 'geocodes',
    goes: '1 minute',
    stays: '-1 day',
    row: { address_key: NAME, provider: "'embedded'", use_until: AT },
  },
  {
    table: 'geocode_queue',
    goes: '30 days 1 minute',
    stays: '29 days',
    row: { address_key: NAME, address: "'Nowhere'", next_try_at: 'null', created_at: AT },
  },
  {
    table: 'account_imports',
    goes: '30 days 1 minute',
    stays: '29 days',
    row: {
      file_name: NAME,
      owner_id: SOMEBODY,
      state: "'done'",
      delimiter: "','",
      header: "'{name}'",
      line_count: '0',
      created_at: AT,
    },
  },
  {
    table: 'webhook_deliveries',
    goes: '30 days 1 minute',
    stays: '29 days',
    row: {
      id: `${NAME}::uuid`,
      webhook_id: '(select id from webhooks)',
      event: "'task.created'",
      body: "'{}'",
      state: "'delivered'",
      next_try_at: 'null',
      created_at: AT,
    },
  },
  {
    table: 'rate_limits',
    goes: '1 minute',
    stays: '-1 hour',
    row: { key: NAME, points: '1', expire: `extract(epoch from ${AT}) * 1000` },
  },
];

const OLD = '0000000d-0000-4000-8000-000000000000';
const YOUNG = '00000001-0000-4000-8000-000000000000';

const plant = ({ table, row }: Rule, name: string, age: string) =>
  network.database.rows(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`,
    [name, age],
  );

/** Which of both are there. */
async function left({ table, row }: Rule): Promise<string[]> {
  const [column = '', value = ''] = Object.entries(row)[0] ?? [];
  const found: string[] = [];
  for (const name of [OLD, YOUNG]) {
    const there = await network.database.rows(`select from ${table} where ${column} = ${value}`, [name]);
    if (there.length > 0) found.push(name);
  }
  return found;
}

test('each kind goes when its time is over, and no sooner', async () => {
  for (const rule of RULES) {
    await plant(rule, OLD, rule.goes);
    await plant(rule, YOUNG, rule.stays);
  }
  await network.another();
  await vi.waitFor(
    async () => {
      for (const rule of RULES) expect([rule.table, await left(rule)]).toEqual([rule.table, [YOUNG]]);
    },
    { timeout: 60_000, interval: 100 },
  );
});
