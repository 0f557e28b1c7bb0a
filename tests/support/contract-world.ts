/** A network with rows of every kind, and the requests of its people. */
import { createHash } from 'node:crypto';
import type { Layout } from '~/domain/intake/layouts/layout';
import { delivery, make, photoUrl, pickup, signature, transfer } from './factories';
import type { Network } from './network';
import { addPeople } from './people';
import { addSource } from './rows';
import { addRun, addSchedule } from './runs';
import type { Received } from './contract/judge';
import { resolve, type Known } from './contract/known';
import type { ActorName, Planned } from './contract/requests';

const TOKEN = 'pd_contract_contract_contract_contract_0000000';

/** It reads nothing. */
const EMPTY_LAYOUT: Layout = {
  labels: [],
  pairs: [],
  phrases: [],
  top: null,
  heads: [],
  fields: {},
  block: null,
  lines: null,
  texts: { known: [], slots: [], prefixes: [], columns: null },
  plainWhen: [],
  voidWhen: [],
  returnWhen: [],
  copyWhen: [],
  ignoreWhen: [],
};

export type World = { known: Known; image: string; credentials: Record<ActorName, Record<string, string>> };

export async function fill(network: Network): Promise<World> {
  const { database } = network;
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
  const credentials: World['credentials'] = {
    admin: {},
    dispatcher: {},
    driver: {},
    token: { Authorization: `Bearer ${TOKEN}` },
    nobody: {},
  };
  for (const name of ['admin', 'dispatcher', 'driver'] as const)
    credentials[name] = { Cookie: (await network.as(`contract-${name}`)).cookie() };

  const dispatcher = await network.as('dispatcher');
  const image = await signature();
  const drivers = [ids['contract-driver'] ?? 0, spare.spare1 ?? 0, spare.spare2 ?? 0];
  const known: Known = {
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
  return { known, image, credentials };
}

export async function send(
  origin: string,
  { known, credentials }: World,
  plan: Planned,
): Promise<{ request: string; received: Received }> {
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
  const response = await fetch(origin + url, {
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
export function learn(known: Known, template: string, { text }: Received): void {
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
