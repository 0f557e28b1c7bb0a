/** Values of a task that a plan needs: size, minutes at the stop, skills, and the earliest delivery time. */
import { expect, test } from 'vitest';
import type { Account } from '~/domain/network/accounts/schema';
import { clockAt } from '~/domain/kernel/time';
import { EMPTY_WINDOW } from '~/domain/tasks/model/problems';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, transfer } from '../support/factories';
import { openForm, submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const [NINE, FOUR] = ['2027-07-01T14:00:00.000Z', '2027-07-01T21:00:00.000Z'];
const NEEDS = { size: 3, service_minutes: 25, skills: ['Lift gate', 'hazmat'] };
const NONE = { size: null, service_minutes: null, skills: [], deliver_after: null };
const pathOf = ({ id }: { id: number }) => `/api/tasks/${String(id)}`;
const read = async (task: { id: number }) => (await dispatcher.get<Task>(pathOf(task))).body;
const change = (task: { id: number }, fields: object) =>
  dispatcher.patch<Task & { fields: object }>(pathOf(task), fields);
const after = ({ deliver_after }: Task) => deliver_after && new Date(deliver_after).toISOString();
/** Returns the fields as a browser sends them. From several radio buttons the helper takes the last. */
const formOf = async (path: string) => ({
  ...(await openForm(dispatcher, path, 'save')),
  type: 'delivery',
});
const OPEN = /<details[^>]* open=""[^>]*><summary[^>]*>More</;
const stored = async (location: string) => {
  const [task] = await network.database.rows<{ id: number }>('select id from tasks where location = $1', [
    location,
  ]);
  return read(task ?? { id: 0 });
};

test('a task has what a plan needs, all of it may be missing, and each type has what it has a use for', async () => {
  expect(await make(dispatcher, delivery())).toMatchObject(NONE);
  const task = await make(
    dispatcher,
    delivery({ ...NEEDS, skills: ['Lift gate', 'HAZMAT', 'hazmat'], deliver_after: NINE }),
  );
  expect(task).toMatchObject(NEEDS);
  expect(after(task)).toBe(NINE);
  expect((await change(task, { status: 'hold' })).body).toMatchObject(NEEDS);
  const { body: picked } = await change(task, { type: 'pickup', part_numbers: 'P-1' });
  expect(picked).toMatchObject({ ...NEEDS, deliver_after: null });
  expect((await change(task, NONE)).body).toMatchObject(NONE);
  expect((await make(dispatcher, pickup({ ...NEEDS, deliver_after: NINE }))).deliver_after).toBeNull();
  expect((await driver.patch(pathOf(task), { size: 1 })).status).toBe(403);
  for (const [fields, field, sentence] of [
    [{ size: -1 }, 'size', 'Size must be a whole number from 0 to 100,000'],
    [{ size: '3' }, 'size', 'Size must be a whole number from 0 to 100,000'],
    [{ service_minutes: 1.5 }, 'service_minutes', 'Minutes at the stop must be a whole number from 0 to 480'],
    [{ skills: ['a,b'] }, 'skills.0', 'A skill has no comma'],
    [{ skills: 'hazmat' }, 'skills', 'Skills must be a list'],
  ] as const) {
    const refused = await change(task, fields);
    expect([refused.status, refused.body.fields]).toEqual([422, { [field]: [sentence] }]);
  }
});

test('an earliest time that is not before the due time is refused, by calls and by forms @long', async () => {
  const refused = { deliver_after: [EMPTY_WINDOW] };
  const wrong = delivery({ deliver_after: FOUR, deliver_by: NINE });
  const { status, body } = await dispatcher.post<{ fields: object }>('/api/tasks', wrong);
  expect([status, body.fields]).toEqual([422, refused]);
  const task = await make(dispatcher, delivery({ deliver_after: NINE, deliver_by: FOUR }));
  expect((await change(task, { deliver_by: NINE })).body.fields).toEqual(refused);
  expect((await change(task, { deliver_after: FOUR })).body.fields).toEqual(refused);
  expect((await change(task, { deliver_after: FOUR, deliver_by: null })).status).toBe(200);
  const path = '/dispatcher/tasks/new';
  const day = { deliver_by_time: '09:00', deliver_by_date: '2027-07-01', deliver_after_date: '2027-07-01' };
  for (const deliver_after_time of ['09:00', '16:00']) {
    const answer = await submitForm(dispatcher, path, {
      ...(await formOf(path)),
      location: 'Windowed',
      invoice_number: 'I-1',
      ...day,
      deliver_after_time,
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain(EMPTY_WINDOW);
    expect(answer.body).toMatch(OPEN);
  }
});

test('an account’s time of day comes after the time from which on it can be delivered', async () => {
  const name = 'Later Collision';
  await dispatcher.post<Account>('/api/accounts', { name, phone: '', deliverBy: '16:05' });
  const task = await make(dispatcher, delivery({ location: name, deliver_after: FOUR }));
  const due = new Date(task.deliver_by ?? 0);
  expect(clockAt(due, 'America/Chicago')).toBe('16:05');
  expect(due.toISOString()).toBe('2027-07-01T21:05:00.000Z');
});

test('the delivery of a transfer needs what the transfer needs, but for the minutes there', async () => {
  const to = { transfer_to_driver_id: network.ids.driver2, transfer_destination_location: 'Needy Shop' };
  const task = await make(
    dispatcher,
    transfer({ ...NEEDS, ...to, driver_id: network.ids.driver, deliver_after: NINE }),
  );
  const made = await stored('Needy Shop');
  expect(made).toMatchObject({ ...NEEDS, service_minutes: null });
  expect(after(made)).toBe(NINE);
  await change(made, { service_minutes: 5 });
  await change(task, { skills: [], size: 4 });
  expect(await read(made)).toMatchObject({ skills: [], size: 4, service_minutes: 5 });
});

test('the form has them behind More, keeps what is not touched, and the activity tells', async () => {
  const plain = await make(dispatcher, delivery({ location: 'Plain Garage' }));
  const closed = await dispatcher.get<string>(`/dispatcher/tasks/${String(plain.id)}`);
  expect(closed.body).toMatch(/<details[^>]*><summary[^>]*>More</);
  expect(closed.body).not.toMatch(OPEN);
  const task = await make(dispatcher, delivery({ ...NEEDS, location: 'Needy Garage', deliver_after: NINE }));
  const path = `/dispatcher/tasks/${String(task.id)}`;
  expect((await dispatcher.get<string>(path)).body).toMatch(OPEN);
  const fields = await formOf(path);
  expect(fields).toMatchObject({
    size: '3',
    service_minutes: '25',
    skills: 'Lift gate, hazmat',
    deliver_after_time: '09:00',
    deliver_after_date: '2027-07-01',
  });
  expect((await submitForm(dispatcher, path, { ...fields, notes: 'ring' })).status).toBe(302);
  expect(await read(task)).toMatchObject({ ...NEEDS, notes: 'ring' });
  expect(after(await read(task))).toBe(NINE);
  const typed = { size: '', service_minutes: '10', skills: 'cold,  lift gate,', deliver_after_time: '' };
  const again = { ...(await formOf(path)), ...typed, deliver_after_date: '' };
  expect((await submitForm(dispatcher, path, again)).status).toBe(302);
  expect(await read(task)).toMatchObject({ ...NONE, service_minutes: 10, skills: ['cold', 'lift gate'] });
  const page = (await dispatcher.get<string>(path)).body.replaceAll('<!-- -->', '');
  for (const line of ['Size: 3 → –', 'Skills Needed: Lift gate, hazmat → cold, lift gate'])
    expect(page).toContain(line);
  const copy = await openForm(dispatcher, `/dispatcher/tasks/new?copy=${String(task.id)}`, 'save');
  expect(copy).toMatchObject({ service_minutes: '10', skills: 'cold, lift gate', deliver_after_time: '' });
});

test('two people who change them at once are asked', async () => {
  const task = await make(dispatcher, delivery({ ...NEEDS, location: 'Contested Garage' }));
  const path = `/dispatcher/tasks/${String(task.id)}`;
  const fields = await formOf(path);
  await change(task, { skills: ['cold'], size: 9 });
  const answer = await submitForm(dispatcher, path, { ...fields, skills: 'hazmat' });
  expect(answer.status).toBe(409);
  expect(answer.body).toContain('cold');
  expect(answer.body).toMatch(/<input(?=[^>]* name="size")[^>]* value="9"/);
  expect(await read(task)).toMatchObject({ skills: ['cold'], size: 9 });
});

test('lists, the run sheet and the driver’s page show them where they are set', async () => {
  const { driver: id } = network.ids;
  const soon = new Date(Date.now() + 60_000).toISOString();
  const location = 'Shown Garage';
  await make(dispatcher, delivery({ ...NEEDS, location, deliver_after: soon, driver_id: id }));
  const pages = [
    dispatcher.get<string>(`/dispatcher/drivers/${String(id)}`),
    dispatcher.get<string>(`/dispatcher/drivers/${String(id)}/sheet`),
    driver.get<string>('/driver'),
  ];
  for (const { body } of await Promise.all(pages)) {
    expect(body).toMatch(new RegExp(`after (<!-- -->)?<time[^>]*dateTime="${soon.slice(0, 19)}`, 'i'));
    for (const need of ['Size 3', '25 min at the stop', 'Needs Lift gate, hazmat'])
      expect(body).toContain(need);
  }
});

test('minutes entered for a stop replace the learned ones', async () => {
  const { driver2: id } = network.ids;
  const finish = async () => {
    const { body } = await dispatcher.get<{ finishAt: string | null }>(`/api/drivers/${String(id)}/arrivals`);
    return Date.parse(body.finishAt ?? '');
  };
  const task = await make(
    dispatcher,
    delivery({ location: 'Long Stop', latitude: '39.10', longitude: '-94.58', driver_id: id }),
  );
  const before = await finish();
  await change(task, { service_minutes: 300 });
  expect(await finish()).toBeGreaterThan(before + 240 * 60_000);
});
