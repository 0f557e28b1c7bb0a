/**
 * Sends requests derived from the description of the API, some valid and some not, and checks that every answer is
 * described.
 * `CONTRACT_RUNS=20000 npm test -- api contract` runs longer, and `CONTRACT_SEED=7` chooses other requests. The same
 * seed sends the same requests.
 */
import { validate } from '../support/contract/openapi';
import { diceOf } from 'db/demo/dice';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Layout } from '~/domain/intake/layouts/layout';
import type { Document } from '~/http/openapi/document';
import { isShort } from '../long';
import { client } from '../support/client';
import { judge, type Received } from '../support/contract/judge';
import { resolve, type Known } from '../support/contract/known';
import { requestsFrom, type ActorName, type Planned } from '../support/contract/requests';
import { delivery, make, photoUrl, pickup, signature, transfer } from '../support/factories';
import { addSource } from '../support/rows';
import { useNetwork } from '../support/use-network';
import { addPeople } from '../support/people';
import { addRun, addSchedule } from '../support/runs';

const RUNS = Number(process.env.CONTRACT_RUNS ?? (isShort ? 800 : 5_000));
const SEED = Number(process.env.CONTRACT_SEED ?? 1);
const AT_ONCE = 4;
const TOKEN = 'pd_contract_contract_contract_contract_0000000';

/** It reads nothing. */
const EMPTY_LAYOUT: Layout = {
  labels: [],
  pairs: [],
  phrases: [],
  top: null,
  fields: {},
  block: null,
  lines: null,
  voidWhen: [],
  returnWhen: [],
  ignoreWhen: [],
};

const network = useNetwork({ API_CALLS_PER_MINUTE: '10000000' });
let document: Document;
let known: Known;
let image: string;
const credentials: Record<ActorName, Record<string, string>> = {
  admin: {},
  dispatcher: {},
  driver: {},
  token: { Authorization: `Bearer ${TOKEN}` },
  nobody: {},
};

beforeAll(async () => {
  const { database } = network;
  document = (await client(network.app.origin).get<Document>('/api/openapi.json')).body;
  // The invented ids do not reach this number, so that no request deletes the user who asks.
  await database.rows('alter sequence users_id_seq restart with 1500000000');
  const ids = await addPeople(network.database.url, [
    { username: 'contract-admin', name: 'Cora', roles: ['admin'] },
    { username: 'contract-dispatcher', name: 'Dora', roles: ['dispatcher'] },
    { username: 'contract-driver', name: 'Dirk', roles: ['driver'] },
  ]);
  await database.rows('alter sequence users_id_seq restart with 1000');
  const spare = await addPeople(
    network.database.url,
    ['visitor', 'spare1', 'spare2', 'spare3'].map((username) => ({
      username,
      name: username,
      roles: ['driver'],
    })),
  );
  await database.rows('insert into api_tokens (user_id, name, token_hash) values ($1, $2, $3)', [
    ids['contract-dispatcher'],
    'contract',
    createHash('sha256').update(TOKEN).digest(),
  ]);
  for (const name of ['admin', 'dispatcher', 'driver'] as const)
    credentials[name] = { Cookie: (await network.as(`contract-${name}`)).cookie() };

  const dispatcher = await network.as('dispatcher');
  image = await signature();
  const drivers = [ids['contract-driver'] ?? 0, spare.spare1 ?? 0, spare.spare2 ?? 0];
  known = {
    task: [],
    user: Object.values(spare),
    driver: drivers,
    account: [],
    address: [],
    photo: [],
    import: [],
    webhook: [],
    delivery: [],
    contact: [],
    schedule: [],
    run: [],
    source: [],
    document: [],
    layout: [],
    number: [],
    moveIn: [],
  };
  for (const driver_id of [...drivers, null])
    for (const task of [
      delivery(),
      pickup(),
      pickup({ priority: 'urgent' }),
      transfer({ transfer_to_driver_id: drivers.find((id) => id !== driver_id) }),
    ])
      known.task.push((await make(dispatcher, { ...task, driver_id })).id);
  const photo = { image: await photoUrl() };
  for (const id of known.task.slice(0, 4))
    known.photo.push(Number((await dispatcher.post(`/api/tasks/${String(id)}/photos`, photo)).body.id));
  for (const name of ['Prairie', 'Brookside', 'Northland']) {
    const made = await dispatcher.post<{ id: number }>('/api/accounts', {
      name,
      address: '1 Main St',
      city: 'Olathe',
      state: 'KS',
    });
    known.account.push(made.body.id);
    const [address] = (
      await dispatcher.get<{ id: number }[]>(`/api/accounts/${String(made.body.id)}/addresses`)
    ).body;
    known.address.push(address?.id ?? 0);
  }
  const insert = async (sql: string, values: unknown[]) =>
    (await database.rows<{ id: number }>(sql, values))[0]?.id ?? 0;
  for (const name of ['North', 'South', 'West']) {
    const schedule = await addSchedule(database, { name, driverId: drivers[0] ?? null });
    known.schedule.push(schedule);
    known.run.push(
      await addRun(database, schedule, { cutoff: 60 }),
      await addRun(database, schedule, { cutoff: 90 }),
    );
    const source = await addSource(database, ids['contract-dispatcher'], name);
    known.source.push(source);
    known.document.push(
      await insert(
        "insert into intake_documents (source_id, sha256, state) values ($1, sha256('1'), 'waiting') returning id",
        [source],
      ),
    );
    known.layout.push(
      await insert(
        "insert into intake_layouts (source_id, name, layout) values ($1, 'Invoices', $2) returning id",
        [source, JSON.stringify(EMPTY_LAYOUT)],
      ),
    );
    known.number.push(
      await insert(
        "insert into intake_customers (source_id, number, account_id, name) values ($1, '78', $2, '') returning id",
        [source, known.account[0]],
      ),
    );
    const made = await dispatcher.post<{ id: number }>('/api/move-ins', {
      kind: 'accounts',
      document: Buffer.from('Name,Address\nShop,1 Main St\n').toString('base64'),
    });
    known.moveIn.push(made.body.id);
  }
});

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toBe('3.1.0');
  expect(await validate(document)).toEqual([]);
});

test('every answer to any request is one that the document describes', { timeout: 3_600_000 }, async () => {
  const check = judge(document);
  const byCall = requestsFrom(document, { image });
  const calls = byCall.length;
  // Each call gets as many requests as any other, so that a short run tests all of them.
  const rounds = Math.ceil(RUNS / calls);
  const samples = byCall.map((requests, i) => fc.sample(requests, { numRuns: rounds, seed: SEED + i }));
  const dice = diceOf(SEED);
  const plans = Array.from({ length: rounds }, (_, round) =>
    dice.shuffle(samples.flatMap((each) => each.slice(round, round + 1))),
  ).flat();
  const wrong: string[] = [];
  const succeeded = new Set<string>();
  let valid = 0;
  let accepted = 0;
  const ask = async (plan: Planned) => {
    const { request, received } = await send(plan);
    const name = `${plan.method} ${plan.template}`;
    const problem = check(plan, received);
    if (problem !== null)
      wrong.push(`${name} as ${plan.actor}, ${plan.mutation ?? 'valid'}: ${problem}\n  ${request}`);
    if (received.status < 400 && plan.mutation === null) succeeded.add(name);
    if (plan.mutation === null && plan.actor === 'admin') {
      valid += 1;
      if (received.status < 400) accepted += 1;
    }
    if (received.status === 201) learn(plan.template, received);
  };
  const waiting = plans[Symbol.iterator]();
  const work = async () => {
    for (const plan of waiting) await ask(plan);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.stdout.write(
    `${String(plans.length)} requests with seed ${String(SEED)}: ${String(accepted)} of ${String(valid)} valid ones of the admin taken, ${String(succeeded.size)} of ${String(calls)} calls succeeded\n`,
  );
  expect(wrong, `CONTRACT_SEED=${String(SEED)}`).toEqual([]);
  // A lower share would mean that mostly refusals were tested.
  expect(accepted / valid).toBeGreaterThan(0.35);
  expect(succeeded.size / calls).toBeGreaterThan(0.6);
  expect(network.app.output()).not.toContain('"level":50');
});

async function send(plan: Planned): Promise<{ request: string; received: Received }> {
  const path = plan.template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = resolve(plan.path[name], known);
    // Invalid values go into the address as they are.
    return plan.mutation === `path ${name}` ? String(value) : encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(plan.query.map(([name, value]) => [name, String(resolve(value, known))]));
  const url = `${path}${plan.query.length > 0 ? `?${query}` : ''}`;
  const json = plan.body === undefined ? undefined : JSON.stringify(resolve(plan.body, known));
  const isRead = plan.method === 'GET' || plan.method === 'HEAD';
  const body = isRead ? undefined : (plan.raw ?? json);
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...credentials[plan.actor],
    ...plan.headers,
  };
  const response = await fetch(network.app.origin + url, {
    method: plan.method,
    redirect: 'manual',
    headers,
    body: body as BodyInit,
  });
  const text = await response.text();
  const said = `${plan.method} ${url} ${JSON.stringify(plan.headers)} ${String(plan.raw ?? json).slice(0, 600)}`;
  return { request: said, received: { status: response.status, headers: response.headers, text } };
}

/** Remembers the id of a new row for later requests. */
function learn(template: string, { text }: Received): void {
  const { id } = JSON.parse(text) as { id: number };
  if (template === '/api/tasks') known.task.push(id);
  else if (template === '/api/admin/webhooks') known.webhook.push(id);
  else if (template === '/api/accounts') known.account.push(id);
  else if (template === '/api/accounts/{accountId}/addresses') known.address.push(id);
  else if (template === '/api/accounts/{accountId}/contacts') known.contact.push(id);
  else if (template === '/api/run-schedules') known.schedule.push(id);
  else if (template === '/api/intake/sources') known.source.push(id);
  else if (template === '/api/intake/sources/{sourceId}/documents') known.document.push(id);
  else if (template === '/api/accounts/{accountId}/numbers') known.number.push(id);
  else if (template === '/api/move-ins') known.moveIn.push(id);
}
