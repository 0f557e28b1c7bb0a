/**
 * All calls and their answers for each role. A new call of /api needs a new line here:
 * `tests/api/permissions.test.ts` fails when one is missing.
 * `{ownTask}` and the like are made anew for each request, see `MAKERS`. `own` rows belong to the driver who asks,
 * and `other` rows to somebody else. Dispatchers and admins may see both.
 */
import { photoUrl, signature } from './factories';
import type { Client } from './client';
import type { TestDatabase } from './database';
import { addAccount, addSource, addUser } from './rows';

export type Role = 'driver' | 'dispatcher' | 'admin';
type Answers = Record<Role, number>;

const everybody = (status: number): Answers => ({ driver: status, dispatcher: status, admin: status });
const office = (status: number): Answers => ({ ...everybody(status), driver: 403 });
const admins = (status: number): Answers => ({ ...everybody(403), admin: status });
/** The task belongs to somebody else, so a driver gets a 404. */
const hidden = (status: number): Answers => ({ ...everybody(status), driver: 404 });

export type Call = {
  call: string;
  answers: Answers;
  body?: unknown;
  /** The answer without a session. */ open?: number;
};

const line = (call: string, answers: Answers, body?: unknown): Call => ({ call, answers, body });
const open = (call: string, status: number, body?: unknown): Call => ({
  call,
  answers: everybody(status),
  body,
  open: status,
});

const PART = { type: 'pickup', location: 'Prairie Parts Supply', part_numbers: 'A-1' };
const PLACE = {
  name: 'Dock',
  address: '6300 Brookside Plaza',
  city: 'Kansas City',
  state: 'MO',
  zipCode: '64113',
};
const SIGN_IN = { username: 'visitor', password: 'dispatch-demo' };
const NEWCOMER = { username: '{freshName}', name: 'New Comer', password: 'long-enough' };

/** The example subscription of RFC 8291. */
export const PUSH_SUBSCRIPTION = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

export const CALLS: Call[] = [
  open('POST /api/login', 200, SIGN_IN),
  open('POST /api/logout', 200),
  open('POST /api/register', 201, NEWCOMER),
  open('POST /api/setup', 409, { ...NEWCOMER, code: 'none', network: 'Another one' }),
  open('GET /api/openapi.json', 200),

  line('GET /api/positions', office(200)),
  line('POST /api/positions', everybody(200), { positions: [] }),
  line('GET /api/positions/sharing', everybody(200)),
  line('PUT /api/positions/sharing', everybody(200), { shares: true }),
  line('GET /api/users/{driver}/positions', everybody(200)),
  line('GET /api/users/{driver2}/positions?date=2026-03-09', { ...everybody(200), driver: 403 }),
  line('GET /api/users/{driver}/devices', { driver: 200, dispatcher: 403, admin: 200 }),
  line('GET /api/users/{driver2}/devices', admins(200)),
  line('POST /api/users/{driver}/devices', { driver: 201, dispatcher: 403, admin: 201 }, { kind: 'traccar' }),
  line('POST /api/users/{driver2}/devices', admins(201), { kind: 'traccar' }),
  line('DELETE /api/users/{driver}/devices/{device}', { driver: 200, dispatcher: 403, admin: 200 }),
  line('DELETE /api/users/{driver2}/devices/{device}', { driver: 403, dispatcher: 403, admin: 404 }),

  line('POST /api/plans', office(201), { driverIds: ['{driver}'], taskIds: ['{ownTask}'] }),
  line('GET /api/plans/999999', office(404)),
  line('POST /api/plans/999999/stop', office(404)),
  line('POST /api/plans/999999/apply', office(404), { kind: 'few' }),
  line('POST /api/plans/999999/undo', office(404)),

  line('GET /api/run-schedules', office(200)),
  line('POST /api/run-schedules', office(201), { name: '{freshName}', dealership: 'Ford' }),
  line('GET /api/run-schedules/{schedule}', office(200)),
  line('PATCH /api/run-schedules/{schedule}', office(200), { vehicle: 'Van 3' }),
  line('DELETE /api/run-schedules/{schedule}', office(200)),
  line('GET /api/run-schedules/{schedule}/exceptions', office(200)),
  line('POST /api/run-schedules/{schedule}/exceptions', office(201), { day: '{tomorrow}', kind: 'skip' }),
  line('DELETE /api/run-schedules/{schedule}/exceptions/999999', office(404)),
  line('GET /api/closed-days', office(200)),
  line('POST /api/closed-days', office(201), { day: '{tomorrow}' }),
  line('DELETE /api/closed-days/2020-01-01', office(404)),

  line('GET /api/runs', everybody(200)),
  line('GET /api/runs/{ownRun}', everybody(200)),
  line('POST /api/runs/{ownRun}/out', everybody(200), {}),
  line('GET /api/runs/{run}', { ...office(200), driver: 403 }),
  line('POST /api/runs/{run}/close', office(200)),
  line('POST /api/runs/{run}/out', { ...office(409), driver: 403 }, {}),
  line('POST /api/runs/{run}/cancel', office(200)),
  line('PUT /api/runs/{run}/driver', office(200), { driverId: '{driver}' }),
  line('POST /api/runs/{run}/late', office(409), { taskIds: ['{ownTask}'], reason: 'Late part' }),
  line('POST /api/runs/{run}/move', office(200), { taskIds: ['{ownTask}'] }),
  line('GET /api/accounts/{account}/next-runs', office(200)),
  line('GET /api/intake/sources', office(200)),
  line('POST /api/intake/sources', admins(201), { name: '{freshName}' }),
  line('GET /api/intake/sources/{source}', admins(200)),
  line('PATCH /api/intake/sources/{source}', admins(200), { on: false }),
  line('POST /api/intake/sources/{source}/test', admins(201)),
  line('POST /api/intake/sources/{source}/check', admins(409)),
  line('POST /api/intake/sources/{source}/documents', office(201), { document: 'SU5WT0lDRQ==' }),
  line('GET /api/intake/sources/{source}/layouts', office(200)),
  line('GET /api/intake/layouts/{layout}', office(200)),
  line('GET /api/intake/layouts/{layout}/trial', office(200)),
  line('PUT /api/intake/layouts/{layout}', admins(200), { name: 'Tickets' }),
  line('DELETE /api/intake/layouts/{layout}', admins(200)),
  line('GET /api/intake/documents', office(200)),
  line('GET /api/intake/documents/{document}', office(200)),
  line('POST /api/intake/documents/{document}/layout', office(409), { name: 'Invoices' }),
  line('POST /api/intake/documents/{document}/decision', office(200), { decision: 'ignore' }),
  line('PATCH /api/intake/documents/{document}', office(409), { means: 'nothing' }),
  line('GET /api/accounts/{account}/numbers', office(200)),
  line('POST /api/accounts/{account}/numbers', office(201), { sourceId: '{source}', number: '77' }),
  line('DELETE /api/intake/numbers/{number}', office(200)),
  line('GET /api/move-ins', office(200)),
  line('POST /api/move-ins', office(201), { kind: 'accounts', document: 'TmFtZSxBZGRyZXNzCg==' }),
  line('GET /api/move-ins/999999', office(404)),
  line('PUT /api/move-ins/999999/columns', office(404), { dates: 'month' }),
  line('GET /api/move-ins/999999/preview', office(404)),
  line('POST /api/move-ins/999999/start', office(404)),
  line('GET /api/move-ins/999999/rejected.csv', office(404)),

  line('GET /api/shifts', everybody(200)),
  line('GET /api/shifts?driverId={driver}', everybody(200)),
  line('GET /api/shifts?driverId={driver2}', { ...everybody(200), driver: 403 }),
  line('PUT /api/shifts/{driver}/2026-11-23', office(200), { start: '08:00', end: '16:30' }),
  line('DELETE /api/shifts/{shiftOf}/2026-11-24', office(200)),
  line('POST /api/shifts/copy', office(200), { from: '2026-W40', to: '2026-W41' }),
  line('POST /api/shifts/import-csv', office(200), { csvData: 'Driver,Date,Start,End\n' }),

  line('GET /api/user', everybody(200)),
  line('GET /api/user/dealership-names', everybody(200)),
  line('GET /api/dealerships', everybody(200)),
  line('POST /api/dealerships', admins(201), { name: '{freshName}' }),
  line('PATCH /api/dealerships/Ford', admins(200), { retired: false }),
  line('GET /api/dealership-locations', everybody(200)),
  line('POST /api/dealership-locations/Ford', admins(200), { fullname: 'Ford of Olathe' }),

  line('GET /api/user/push', everybody(200)),
  line('POST /api/user/push/test', everybody(409)),
  line('PUT /api/user/push', everybody(200), PUSH_SUBSCRIPTION),
  line('DELETE /api/user/push/999999', everybody(404)),
  line('GET /api/drivers', office(200)),
  line('GET /api/drivers/{driver}', office(200)),
  line('PUT /api/drivers/{driver}', admins(200), { vehicle: 'Van 3', capacity: 12, skills: ['hazmat'] }),
  line('GET /api/users', office(200)),
  line('PUT /api/users/{self}', everybody(200), { phone: '816-555-0000' }),
  line('PUT /api/users/{spareUser}', admins(200), { phone: '816-555-0000' }),

  line('GET /api/tasks', everybody(200)),
  line('POST /api/tasks', office(201), PART),
  line('PUT /api/orders/{freshName}', office(201), PART),
  line('GET /api/tasks/{ownTask}', everybody(200)),
  line('GET /api/tasks/{otherTask}', hidden(200)),
  line('PATCH /api/tasks/{ownTask}', everybody(200), { status: 'pending' }),
  line('PATCH /api/tasks/{ownTask}', office(200), { notes: 'Ring twice' }),
  line('PATCH /api/tasks/{otherTask}', hidden(200), { status: 'pending' }),
  line('DELETE /api/tasks/{ownTask}', office(200)),
  line('DELETE /api/tasks/{otherTask}', office(200)),
  line('GET /api/tasks/{ownTask}/candidates', office(200)),
  line('GET /api/tasks/{ownTask}/where', everybody(200)),
  line('GET /api/tasks/{otherTask}/where', hidden(200)),
  line('POST /api/tasks/{otherTask}/assign', office(200), { driver_id: '{driver}' }),
  line('GET /api/tasks/{ownSigned}/signature', everybody(200)),
  line('GET /api/tasks/{otherSigned}/signature', hidden(200)),
  line('GET /api/tasks/{ownTask}/photos', everybody(200)),
  line('GET /api/tasks/{otherTask}/photos', hidden(200)),
  line('POST /api/tasks/{ownTask}/photos', everybody(201), { image: '{photoUrl}' }),
  line('POST /api/tasks/{otherTask}/photos', hidden(201), { image: '{photoUrl}' }),
  line('GET /api/tasks/{ownTask}/photos/{photo}', everybody(200)),
  line('GET /api/tasks/{otherTask}/photos/{photo}', hidden(200)),
  line('DELETE /api/tasks/{ownTask}/photos/{photo}', office(200)),
  line('POST /api/tasks/{ownTask}/links', office(201)),
  line('DELETE /api/tasks/{ownTask}/links/999999', office(200)),
  line('GET /api/tasks/find?q=prairie', office(200)),
  line('GET /api/tasks/archived/by-date/2026-03-09', office(200)),
  line('GET /api/history/report?from=2026-03-01&to=2026-03-09', office(200)),
  line('GET /api/board', office(200)),
  line('GET /api/map', office(200)),

  line('POST /api/tasks/batch/status', everybody(200), { taskIds: ['{ownTask}'], status: 'pending' }),
  line('POST /api/tasks/batch/status', hidden(200), { taskIds: ['{otherTask}'], status: 'pending' }),
  line('POST /api/tasks/batch/archive', everybody(200), { taskIds: ['{ownCompleted}'] }),
  line('POST /api/tasks/batch/archive', hidden(200), { taskIds: ['{otherCompleted}'] }),
  line('POST /api/tasks/{ownCompleted}/unarchive', office(200)),
  line('POST /api/tasks/batch/move', office(200), { taskIds: ['{ownTask}'], driver_id: null }),
  line('POST /api/tasks/batch/seen', everybody(200), { taskIds: ['{ownTask}'] }),
  line('POST /api/tasks/batch/undo-completion', everybody(409), { taskIds: ['{ownTask}'] }),
  line('GET /api/concerns', office(200)),
  line('POST /api/concerns/settle', office(200), { concernIds: [1] }),
  line('POST /api/tasks/notices/read', everybody(200), { upTo: 1 }),
  line('POST /api/tasks/end-route/{endedDriver}', everybody(200)),
  line('POST /api/tasks/end-route/{otherEndedDriver}', office(200)),
  line('POST /api/tasks/start-route/{queuedDriver}', everybody(200)),
  line('POST /api/tasks/start-route/{otherQueuedDriver}', office(200)),
  line('PUT /api/tasks/reorder/{driver}', everybody(200), { taskIds: ['{ownTask}'] }),
  line('PUT /api/tasks/reorder/{driver2}', office(200), { taskIds: ['{otherTask}'] }),

  line('GET /api/route-optimization/available', everybody(200)),
  line('GET /api/arrivals', office(200)),
  line('GET /api/drivers/{driver}/arrivals', everybody(200)),
  line('GET /api/drivers/{driver2}/arrivals', office(200)),
  line('POST /api/route-optimization/optimize/{driver}', everybody(200), {}),
  line('POST /api/route-optimization/optimize/{driver2}', office(200), {}),
  line('POST /api/route-optimization/apply', everybody(200), {
    driverId: '{driver}',
    taskIds: ['{ownOnlyTask}'],
  }),
  line('POST /api/route-optimization/apply', office(200), {
    driverId: '{driver2}',
    taskIds: ['{otherOnlyTask}'],
  }),

  line('GET /api/accounts', office(200)),
  line('POST /api/accounts', office(201), { name: 'Brookside Auto', accountType: 'shop' }),
  line('GET /api/accounts/{account}', office(200)),
  line('PATCH /api/accounts/{account}', office(200), { name: 'Brookside Auto Repair' }),
  line('DELETE /api/accounts/{account}', office(200)),
  line('POST /api/accounts/import-csv', office(200), { csvData: 'Company Name,Address\nDepot,1 Main St' }),
  line('GET /api/accounts/imports/999999', office(404)),
  line('GET /api/accounts/imports/999999/rejected.csv', office(404)),
  line('GET /api/account-addresses', office(200)),
  line('GET /api/places?search=prairie', office(200)),
  line('GET /api/accounts/{account}/addresses', office(200)),
  line('POST /api/accounts/{account}/addresses', office(201), PLACE),
  line('PATCH /api/account-addresses/{address}', office(200), { name: 'Back door' }),
  line('DELETE /api/account-addresses/{secondAddress}', office(200)),
  line('POST /api/account-addresses/{secondAddress}/set-default', office(200)),
  line('GET /api/accounts/{account}/tasks-at-former-addresses', office(200)),
  line('POST /api/account-addresses/{address}/redirect-tasks', office(200), { from: '1 Old St' }),
  line('GET /api/accounts/{account}/contacts', office(200)),
  line('POST /api/accounts/{account}/contacts', office(201), { name: 'Pat Lee' }),
  line('POST /api/accounts/{account}/links', office(201)),
  line('DELETE /api/accounts/{account}/links/999999', office(200)),
  line('GET /api/account-contacts/{contact}', office(200)),
  line('PATCH /api/account-contacts/{contact}', office(200), { name: 'Pat Li' }),
  line('DELETE /api/account-contacts/{contact}', office(200)),

  line('GET /api/admin/users', admins(200)),
  line('GET /api/admin/users/{spareUser}', admins(200)),
  line('GET /api/admin/events', admins(200)),
  line('GET /api/admin/backups/999999', admins(404)),
  line('GET /api/admin/jobs', admins(200)),
  line('POST /api/admin/jobs/{job}/run', admins(200)),
  line('GET /api/admin/users/{spareUser}/language', admins(200)),
  line('PUT /api/admin/users/{spareUser}/language', admins(200), { language: 'es' }),
  line('POST /api/admin/users/{spareUser}/restore', admins(409)),
  line('POST /api/admin/users', admins(201), { ...NEWCOMER, roles: ['driver'], dealerships: [] }),
  line('POST /api/admin/drivers', admins(201), { name: 'Nell Newcomer', phone: '816-555-0111' }),
  line('POST /api/admin/users/{spareUser}/sign-in-link', admins(201)),
  line('DELETE /api/admin/users/{spareUser}', admins(200)),
  line('POST /api/admin/users/{spareUser}/password', admins(200), { password: 'another-one' }),
  line('PUT /api/admin/users/{spareUser}/dealerships', admins(200), { dealerships: ['Ford'] }),
  line('PATCH /api/admin/users/{spareUser}/roles', admins(200), { roles: ['dispatcher'] }),

  line('GET /api/admin/network', admins(200)),
  line('PATCH /api/admin/network', admins(200), { company: '' }),

  line('GET /api/admin/tokens', admins(200)),
  line('DELETE /api/admin/tokens/{token}', admins(200)),

  line('GET /api/admin/webhooks', admins(200)),
  line('POST /api/admin/webhooks', admins(201), {
    url: 'https://example.com/hook',
    events: ['task.created'],
  }),
  line('GET /api/admin/customer-messages', admins(200)),
  line('PATCH /api/admin/customer-messages/quiet-hours', admins(200), { quietFrom: '', quietTo: '' }),
  line('PATCH /api/admin/customer-messages/links', admins(200), { showDistance: false }),
  line('PATCH /api/admin/customer-messages/language', admins(200), { language: 'en' }),
  line('POST /api/admin/customer-messages/test', admins(409), { recipient: 'pat@shop.example' }),
  line('PATCH /api/admin/customer-messages/events/next', admins(200), { on: true }),
  line('GET /api/messages', office(200)),
  line('GET /api/messages/replies', office(200)),
  line('POST /api/messages/{noDelivery}/resend', office(404)),
  line('GET /api/admin/webhooks/{webhook}', admins(200)),
  line('PATCH /api/admin/webhooks/{webhook}', admins(200), { active: false }),
  line('DELETE /api/admin/webhooks/{webhook}', admins(200)),
  line('POST /api/admin/webhooks/{webhook}/secret', admins(200)),
  line('POST /api/admin/webhooks/{webhook}/test', admins(201)),
  line('GET /api/admin/webhooks/{webhook}/deliveries', admins(200)),
  line('POST /api/admin/webhooks/{webhook}/deliveries/{noDelivery}/redeliver', admins(404)),
];

/** The data for the requests. */
export type World = {
  /** The network's ids, and `self` for the user who asks. */
  ids: Record<string, number>;
  dispatcher: Client;
  database: Pick<TestDatabase, 'rows'>;
  insert: (sql: string, values: unknown[]) => Promise<number>;
};
type Made = Record<string, string>;
type Maker = (world: World, made: Made) => Promise<unknown> | number | string | undefined;

const person =
  (name: string): Maker =>
  ({ ids }) =>
    ids[name];

const task =
  (driver: string, more: Record<string, unknown> = {}): Maker =>
  async ({ dispatcher, ids }) => {
    const input = { ...PART, driver_id: ids[driver], ...more };
    return (await dispatcher.post('/api/tasks', input)).body.id;
  };

const completed =
  (driver: string, proof: () => Promise<object> = () => Promise.resolve({})): Maker =>
  async (world, made) => {
    const id = String(await task(driver)(world, made));
    await world.dispatcher.patch(`/api/tasks/${id}`, { status: 'completed', ...(await proof()) });
    return id;
  };

/** Makes a driver whose tasks have all been given to somebody else. */
const emptied =
  (driver: string): Maker =>
  async ({ insert, ids }) => {
    const free = 'update tasks set driver_id = null, order_index = null where driver_id = $1 returning id';
    await insert(free, [ids[driver]]);
    return ids[driver];
  };

/** Makes a driver without any tasks left. */
const ended =
  (driver: string): Maker =>
  async (world, made) => {
    await emptied(driver)(world, made);
    await completed(driver)(world, made);
    return world.ids[driver];
  };

/** Makes a driver who has only a next route. */
const queued =
  (driver: string): Maker =>
  async (world, made) => {
    await emptied(driver)(world, made);
    await task(driver, { status: 'next-route' })(world, made);
    return world.ids[driver];
  };

/** Makes the only task of a driver, because an order applies to all tasks of a driver. */
const onlyTask =
  (driver: string): Maker =>
  async (world, made) => {
    await emptied(driver)(world, made);
    return task(driver)(world, made);
  };

const signed = async () => ({ signature_image: await signature() });

let count = 0;
const fresh = (prefix: string) => `${prefix}${String((count += 1))}`;

const account: Maker = ({ database }) => addAccount(database, fresh('Account '));
const source: Maker = ({ database, ids }) => addSource(database, ids.admin, fresh('Source '));

const address =
  (isDefault: boolean): Maker =>
  async (world, made) => {
    if (!('account' in made)) made.account = String(await account(world, made));
    return world.insert(
      'insert into account_addresses (account_id, name, address, is_default) values ($1, $2, $3, $4) returning id',
      [made.account, 'Dock', '1 Main St', isDefault],
    );
  };

export const MAKERS: Record<string, Maker> = {
  self: person('self'),
  driver: person('driver'),
  driver2: person('driver2'),
  device: ({ insert, ids }) =>
    insert(
      `insert into devices (user_id, kind, name, token_hash) values ($1, 'traccar', 'Phone', sha256($2::text::bytea)) returning id`,
      [ids.driver, fresh('device')],
    ),
  schedule: ({ insert }) =>
    insert("insert into run_schedules (name, dealership) values ($1, 'Ford') returning id", [fresh('Run ')]),
  ownRun: ({ insert, ids }) =>
    insert(
      `insert into runs (name, dealership, day, departs, departs_at, cutoff_at, state, driver_id)
       values ($1, 'Ford', now()::date, 0, now() + interval '2 hours', now(), 'closed', $2) returning id`,
      [fresh('Run '), ids.driver],
    ),
  run: ({ insert }) =>
    insert(
      `insert into runs (name, dealership, day, departs, departs_at, cutoff_at)
       values ($1, 'Ford', now()::date, 0, now() + interval '2 hours', now() + interval '1 hour') returning id`,
      [fresh('Run ')],
    ),
  tomorrow: () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  shiftOf: async ({ dispatcher, ids }) => {
    await dispatcher.put(`/api/shifts/${String(ids.driver)}/2026-11-24`, { start: '08:00', end: '16:30' });
    return ids.driver;
  },
  freshName: () => fresh('newcomer'),
  spareUser: ({ database }) => addUser(database, fresh('spare'), { name: 'Spare' }),
  endedDriver: ended('driver'),
  otherEndedDriver: ended('driver2'),
  queuedDriver: queued('driver'),
  otherQueuedDriver: queued('driver2'),
  ownTask: task('driver'),
  otherTask: task('driver2'),
  ownCompleted: completed('driver'),
  otherCompleted: completed('driver2'),
  ownSigned: completed('driver', signed),
  otherSigned: completed('driver2', signed),
  ownOnlyTask: onlyTask('driver'),
  otherOnlyTask: onlyTask('driver2'),
  token: ({ insert }) =>
    insert(
      `insert into api_tokens (user_id, name, token_hash)
       select min(id), $1, sha256($1::text::bytea) from users returning id`,
      [fresh('Script ')],
    ),
  // Nothing listens on port 9, so it refuses connections.
  webhook: ({ insert }) =>
    insert(
      "insert into webhooks (url, secret, events) values ('http://127.0.0.1:9/', 'whsec_c2VjcmV0', '{task.created}') returning id",
      [],
    ),
  job: ({ insert, ids }) =>
    insert(
      `insert into jobs (kind, subject, lane, state, attempts, run_at, ended_at)
       values ('push', $1, $2, 'failed', 1, null, now()) returning id`,
      [fresh('push'), String(ids.driver)],
    ),
  noDelivery: () => '00000000-0000-4000-8000-000000000000',
  photoUrl: () => photoUrl(),
  photo: async ({ dispatcher }, { ownTask, otherTask }) => {
    const path = `/api/tasks/${ownTask ?? otherTask ?? ''}/photos`;
    return (await dispatcher.post(path, { image: await photoUrl() })).body.id;
  },
  account,
  source,
  document: async (world, made) =>
    world.insert(
      "insert into intake_documents (source_id, sha256, state) values ($1, sha256('1'), 'waiting') returning id",
      [await source(world, made)],
    ),
  layout: async (world, made) =>
    world.insert(
      "insert into intake_layouts (source_id, name, layout) values ($1, 'Invoices', '{}') returning id",
      [await source(world, made)],
    ),
  number: async (world, made) =>
    world.insert(
      "insert into intake_customers (source_id, number, account_id, name) values ($1, '78', $2, '') returning id",
      [await source(world, made), await account(world, made)],
    ),
  contact: async (world, made) =>
    world.insert('insert into account_contacts (account_id, name) values ($1, $2) returning id', [
      await account(world, made),
      'Pat',
    ]),
  address: address(true),
  secondAddress: async (world, made) => {
    await address(true)(world, made);
    return address(false)(world, made);
  },
};
