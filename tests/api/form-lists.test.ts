/** Every list that a form can send: no value, one and several are stored as they were sent. */
import { beforeAll, describe, expect, test } from 'vitest';
import { delivery, make } from '../support/factories';
import { submitForm } from '../support/forms';
import { addTickets } from '../support/tickets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');

/** `lists` are sent one after the other. The first of several values is the same as the one. */
type Form = {
  path: string;
  fields: Record<string, string>;
  /** The fields that hold the list. */
  sent: (values: string[]) => Record<string, string | string[]>;
  read: () => Promise<unknown>;
};

/** One checkbox for each value. A browser sends the name of the boxes too. */
const boxes = (name: string) => (values: string[]) => ({ _box: name, [name]: values });
/** A box of text with a value in each line, as a browser sends it. */
const lines = (name: string) => (values: string[]) => ({ [name]: values.join('\r\n') });

async function idOf(answer: Promise<{ status: number; body: { id: number } }>): Promise<string> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.id);
}

const valueAt =
  (path: string, name: string, as = admin) =>
  async () =>
    (await as.get(path)).body[name];

async function layoutForm(name: string): Promise<Form> {
  const { layoutId, sourceId } = await addTickets(network.database, network.ids.dispatcher);
  return {
    path: `/settings/sources/${String(sourceId)}/layouts/${String(layoutId)}`,
    fields: { intent: 'saveLayout', name: 'Tickets' },
    sent: lines(name),
    read: valueAt(`/api/intake/layouts/${String(layoutId)}`, name),
  };
}

async function sourceForm(kind: string, settings: Record<string, string>): Promise<Form> {
  const fields = { intent: 'saveSource', name: `Lists of ${kind}`, dealership: 'Ford', ...settings };
  await submitForm(admin, `/settings/sources/new?kind=${kind}`, fields);
  const { body } = await admin.get<{ id: number; name: string }[]>('/api/intake/sources');
  const id = String(body.find(({ name }) => name === fields.name)?.id);
  return {
    path: `/settings/sources/${id}`,
    fields,
    sent: lines('senders'),
    read: async () =>
      (await admin.get<{ settings: { senders: string[] } }>(`/api/intake/sources/${id}`)).body.settings
        .senders,
  };
}

async function contactForm(): Promise<Form> {
  const account = await idOf(dispatcher.post('/api/accounts', { name: 'Listed Garage' }));
  const contact = {
    name: 'Pat Lee',
    email: 'pat@shop.example',
    phone: '+18162345678',
    consentSource: 'Form',
  };
  const id = await idOf(dispatcher.post(`/api/accounts/${account}/contacts`, contact));
  return {
    path: `/accounts/${account}/contacts/${id}`,
    fields: { intent: 'saveContact', ...contact },
    sent: boxes('channels'),
    read: valueAt(`/api/account-contacts/${id}`, 'channels', dispatcher),
  };
}

async function webhookForm(): Promise<Form> {
  const url = 'https://example.com/hook';
  const id = await idOf(admin.post('/api/admin/webhooks', { url, events: ['task.created'] }));
  return {
    path: `/settings/webhooks/${id}`,
    fields: { intent: 'saveWebhook', url },
    sent: boxes('events'),
    read: valueAt(`/api/admin/webhooks/${id}`, 'events'),
  };
}

function userForm(intent: string, name: string): Form {
  const id = String(network.ids.driver);
  return {
    path: `/settings/users/${id}`,
    fields: { intent },
    sent: boxes(name),
    read: valueAt(`/api/admin/users/${id}`, name),
  };
}

async function taskForm(): Promise<Form> {
  const { id } = await make(dispatcher, delivery());
  const path = `/dispatcher/tasks/${String(id)}`;
  return {
    path,
    // Without a version, so that one form after the other is accepted.
    fields: { intent: 'save', ...delivery(), status: 'pending' },
    sent: (values) => ({ skills: values.join(', ') }),
    read: valueAt(`/api/tasks/${String(id)}`, 'skills', dispatcher),
  };
}

const WITHOUT_TIMES = { intent: 'saveSchedule', dealership: 'Ford', orderKind: 'fixed', vehicle: '' };

/** @param picked the part of the stored schedule that the list became. */
async function scheduleForm(
  name: string,
  sent: Form['sent'],
  picked: (schedule: Record<string, unknown>) => unknown,
): Promise<Form> {
  const id = await idOf(dispatcher.post('/api/run-schedules', { name, dealership: 'Ford' }));
  return {
    path: `/dispatcher/runs/${id}`,
    fields: { ...WITHOUT_TIMES, name },
    sent,
    read: async () => picked((await dispatcher.get(`/api/run-schedules/${id}`)).body),
  };
}

const CORNERS = ['39.1, -94.6', '39.2, -94.6', '39.2, -94.5'];

const FORMS: [
  name: string,
  make: () => Form | Promise<Form>,
  lists: string[][],
  stored?: (values: string[]) => unknown,
][] = [
  ['words that void', () => layoutForm('voidWhen'), [['VOID'], ['VOID', 'TICKET CANCELED'], []]],
  ['words that return', () => layoutForm('returnWhen'), [['CREDIT'], ['CREDIT', 'RETURN'], []]],
  ['words that ignore', () => layoutForm('ignoreWhen'), [['QUOTE'], ['QUOTE', 'ESTIMATE'], []]],
  [
    'senders of a port',
    () => sourceForm('port', { forward: '' }),
    [['10.0.0.1'], ['10.0.0.1', '10.0.1.0/24'], []],
  ],
  [
    'senders of mail',
    () =>
      sourceForm('mail', {
        host: 'imap.example.com',
        port: '993',
        security: 'tls',
        user: 'u',
        secret: 's',
        folder: 'INBOX',
        confirmedBy: '',
      }),
    [['a@example.com'], ['a@example.com', '@example.org'], []],
  ],
  ['channels of a contact', contactForm, [['email'], ['email', 'sms'], []]],
  ['events of a webhook', webhookForm, [['task.created'], ['task.created', 'task.updated']]],
  ['roles', () => userForm('changeRoles', 'roles'), [['driver'], ['dispatcher', 'driver']]],
  ['dealerships', () => userForm('changeDealerships', 'dealerships'), [['Ford'], ['Buick', 'Ford'], []]],
  [
    'skills of a driver',
    () => ({
      ...userForm('saveVehicle', 'skills'),
      sent: (values) => ({ skills: values.join(', ') }),
      read: valueAt(`/api/drivers/${String(network.ids.driver)}`, 'skills'),
    }),
    [['hazmat'], ['hazmat', 'lift gate'], []],
  ],
  ['skills of a task', taskForm, [['hazmat'], ['hazmat', 'lift gate'], []]],
  [
    'ship-via codes',
    () =>
      scheduleForm(
        'By code',
        (values) => ({ codes: values.join(' ') }),
        ({ shipVia }) => shipVia,
      ),
    [['NORTH'], ['NORTH', 'UPS'], []],
  ],
  [
    'ZIP codes of a zone',
    () =>
      scheduleForm('By ZIP', lines('zips'), ({ zone }) => (zone as { zips: string[] } | null)?.zips ?? []),
    [['66061'], ['66061', '66062'], []],
  ],
  [
    'corners of a zone',
    () =>
      scheduleForm(
        'By corner',
        lines('corners'),
        ({ zone }) => (zone as { polygon: unknown[] } | null)?.polygon ?? [],
      ),
    [CORNERS, []],
    (values) => values.map((corner) => corner.split(',').map(Number).reverse()),
  ],
  [
    'weekdays of a departure',
    () =>
      scheduleForm(
        'By weekday',
        (values) => ({
          ...(values.length > 0 && { t0_departs: '10:30', t0_cutoff: '10:00', t0_before: '0' }),
          ...Object.fromEntries(values.map((day) => [`t0_d${day}`, 'on'])),
        }),
        ({ times }) => (times as { weekday: number }[]).map(({ weekday }) => weekday),
      ),
    [['1'], ['1', '3'], []],
    (values) => values.map(Number),
  ],
];

describe.each(FORMS)('%s', (_, makeForm, lists, stored = (values) => values) => {
  let form: Form;
  beforeAll(async () => {
    form = await makeForm();
  });

  test.each(lists.map((values) => [values] as const))('%j', async (values) => {
    const { status, body } = await submitForm(admin, form.path, { ...form.fields, ...form.sent(values) });
    expect([status, status === 302 ? '' : body]).toEqual([302, '']);
    expect(await form.read()).toEqual(stored(values));
  });
});

describe('ids of tasks, one and several', () => {
  const tasks = async (count: number, more: object = {}) =>
    Promise.all(
      Array.from({ length: count }, async () => (await make(dispatcher, delivery({ ...more }))).id),
    );
  const column = async (name: string, ids: number[]) => {
    const found = await network.database.rows<Record<string, unknown>>(
      `select ${name} as found from tasks where id = any($1)`,
      [ids],
    );
    return found.map(({ found: each }) => each);
  };

  test.each([1, 2])('the form of a list moves %i', async (count) => {
    const ids = await tasks(count);
    const path = '/dispatcher/drivers/unassigned';
    const form = { intent: 'moveTasks', taskIds: ids, driver_id: network.ids.driver2 ?? 0 };
    expect((await submitForm(dispatcher, path, form)).status).toBe(302);
    expect(await column('driver_id', ids)).toEqual(ids.map(() => network.ids.driver2));
  });

  test.each([1, 2])('a stop of %i is completed by its driver, with a name', async (count) => {
    const ids = await tasks(count, { driver_id: network.ids.driver });
    const driver = await network.as('driver');
    const going = { intent: 'going', taskIds: ids };
    expect((await submitForm(driver, '/driver', going)).status).toBe(302);
    const path = `/driver/stops/${String(ids[0])}/sign`;
    const form = { intent: 'completeStop', taskIds: ids, typed_name: 'Sam' };
    expect((await submitForm(driver, path, form)).status).toBe(302);
    expect(await column('status', ids)).toEqual(ids.map(() => 'completed'));
  });

  test.each([1, 2])('a stop of %i fails with a reason', async (count) => {
    const ids = await tasks(count, { driver_id: network.ids.driver });
    const driver = await network.as('driver');
    await submitForm(driver, '/driver', { intent: 'going', taskIds: ids });
    const path = `/driver/stops/${String(ids[0])}/fail`;
    const form = { intent: 'failStop', taskIds: ids, reason: 'closed', note: '' };
    expect((await submitForm(driver, path, form)).status).toBe(302);
    expect(await column('status', ids)).toEqual(ids.map(() => 'hold'));
  });

  test.each([1, 2])('a plan for %i drivers and tasks', async (count) => {
    const ids = await tasks(count);
    const driverIds = [network.ids.driver2 ?? 0, network.ids.driver3 ?? 0].slice(0, count);
    const form = { intent: 'makePlan', driverIds, taskIds: ids, offered: '9' };
    expect((await submitForm(dispatcher, '/dispatcher/plan', form)).status).toBe(302);
    const [made] = await network.database.rows<{ request: object }>(
      'select request from plans order by id desc limit 1',
    );
    expect(made?.request).toMatchObject({ driverIds, taskIds: ids.sort((one, other) => one - other) });
  });
});
