/** What nobody needs any more goes by itself: soon after a start, and then every hour. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startNetwork, type Network } from '../support/network';

type Row = (name: string, ago: string) => string;

let network: Network;

beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

/** What goes at which age, and a row of that age, by its name. */
const RULES: [table: string, name: string, rule: { goes: string; stays: string; row: Row }][] = [
  [
    'idempotency_keys',
    'key',
    {
      goes: '7 days 1 minute',
      stays: '6 days 23 hours',
      row: (name, ago) =>
        `insert into idempotency_keys (user_id, key, request_hash, created_at)
         select id, '${name}', 'hash', ${ago} from users limit 1`,
    },
  ],
  [
    'undos',
    'id',
    {
      goes: '61 minutes',
      stays: '30 minutes',
      row: (name, ago) =>
        `insert into undos (id, user_id, event_ids, routes, created_at)
         select '${name}', id, '{1}', '[]', ${ago} from users limit 1`,
    },
  ],
  [
    'drafts',
    'id',
    {
      goes: '25 hours',
      stays: '23 hours',
      row: (name, ago) =>
        `insert into drafts (id, user_id, path, fields, created_at)
         select '${name}', id, '/dispatcher', '{}', ${ago} from users limit 1`,
    },
  ],
  [
    'sessions',
    "encode(token_hash, 'escape')",
    {
      goes: '7 days 1 minute',
      stays: '6 days 23 hours',
      row: (name, ago) =>
        `insert into sessions (token_hash, user_id, remember, created_at, last_seen_at)
         select '${name.slice(0, 32)}', id, true, ${ago}, ${ago} from users limit 1`,
    },
  ],
  [
    'proof_links',
    "encode(token_hash, 'escape')",
    {
      goes: '25 hours',
      stays: '23 hours',
      row: (name, ago) =>
        `insert into proof_links (task_id, token_hash, created_by, expires_at)
         select 1, '${name.slice(0, 32)}', id, ${ago} from users limit 1`,
    },
  ],
  [
    'geocodes',
    'address_key',
    {
      goes: '1 minute',
      stays: '-1 day',
      row: (name, ago) =>
        `insert into geocodes (address_key, provider, use_until) values ('${name}', 'embedded', ${ago})`,
    },
  ],
  [
    'geocode_queue',
    'address_key',
    {
      goes: '30 days 1 minute',
      stays: '29 days',
      row: (name, ago) =>
        `insert into geocode_queue (address_key, address, next_try_at, created_at)
         values ('${name}', 'Nowhere', null, ${ago})`,
    },
  ],
  [
    'account_imports',
    'file_name',
    {
      goes: '30 days 1 minute',
      stays: '29 days',
      row: (name, ago) =>
        `insert into account_imports (owner_id, file_name, state, delimiter, header, line_count, created_at)
         select id, '${name}', 'done', ',', '{name}', 0, ${ago} from users limit 1`,
    },
  ],
  [
    'webhook_deliveries',
    'id',
    {
      goes: '30 days 1 minute',
      stays: '29 days',
      row: (name, ago) =>
        `with own as (
           insert into webhooks (url, secret, events) values ('https://example.com/', 'whsec_test', '{task.created}')
           returning id)
         insert into webhook_deliveries (id, webhook_id, event, body, state, next_try_at, created_at)
         select '${name}', id, 'task.created', '{}', 'delivered', null, ${ago} from own`,
    },
  ],
  [
    'rate_limits',
    'key',
    {
      goes: '1 minute',
      stays: '-1 hour',
      row: (name, ago) =>
        `insert into rate_limits (key, points, expire) values ('${name}', 1, extract(epoch from ${ago}) * 1000)`,
    },
  ],
];
// Names whose first 32 letters do as the hash of a token.
const OLD = '0000000d-0000-4000-8000-000000000000';
const YOUNG = '00000001-0000-4000-8000-000000000000';

test('each kind goes when its time is over, and no sooner', async () => {
  for (const [, , { goes, stays, row }] of RULES) {
    await network.database.rows(row(OLD, `now() - interval '${goes}'`));
    await network.database.rows(row(YOUNG, `now() - interval '${stays}'`));
  }
  await network.another();
  const left = () =>
    Promise.all(
      RULES.map(async ([table, name]) => {
        const rows = await network.database.rows<{ name: string }>(
          `select left((${name})::text, 8) as name from ${table}
           where left((${name})::text, 8) in (left('${OLD}', 8), left('${YOUNG}', 8)) order by 1`,
        );
        return [table, rows.map((each) => each.name)];
      }),
    );
  await vi.waitFor(
    async () => {
      expect(await left()).toEqual(RULES.map(([table]) => [table, [YOUNG.slice(0, 8)]]));
    },
    { timeout: 60_000, interval: 100 },
  );
});
