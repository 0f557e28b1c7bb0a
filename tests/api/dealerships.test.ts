/** Admins add, rename, retire and restore dealerships, and set the name of the network. */
import { expect, test, vi } from 'vitest';
import type { AdminEventLine } from '~/domain/platform/audit/audit.server';
import type { Dealership } from '~/domain/network/dealerships/schema';
import type { ManagedUser } from '~/domain/network/users/schema';
import type { Task } from '~/domain/tasks/model/task';
import { client } from '../support/client';
import { delivery, make } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
/** This dispatcher belongs to Ford. */
const dispatcher2 = network.client('dispatcher2');

const path = (name: string) => `/api/dealerships/${encodeURIComponent(name)}`;
const add = (name: string) => admin.post<Dealership & { error: string }>('/api/dealerships', { name });
const change = (name: string, to: object) =>
  admin.patch<Dealership & { error: string; fields?: object }>(path(name), to);
const offered = async () => (await dispatcher.get<string[]>('/api/user/dealership-names')).body;
const acts = async () =>
  (await admin.get<AdminEventLine[]>('/api/admin/events')).body
    .filter(({ act }) => act.startsWith('dealership.'))
    .map(({ act, target }) => `${act} ${target.name}`);

test('the five of before are there; more can be added, each name once', async () => {
  expect(await offered()).toEqual(['Buick', 'Chevrolet', 'Ford', 'Hyundai CDJR', 'Jeep']);
  const { status, body } = await add('  Citroën Nord ');
  expect([status, body]).toEqual([201, { name: 'Citroën Nord', retiredAt: null }]);
  // The second name has its accent as a separate character; the third is in full-width letters.
  for (const again of ['citroËN nord', 'Citroe\u0308n Nord', 'ＦＯＲＤ', 'jeep'])
    expect([again, (await add(again)).status]).toEqual([again, 409]);
  for (const [name, sentence] of [
    ['  ', 'Name is required'],
    ['..', 'Name must begin with a letter or a digit'],
    ['x'.repeat(101), 'Name must be at most 100 characters'],
  ] as const) {
    const { status: refused, body: said } = await add(name);
    expect([refused, said.error]).toEqual([422, sentence]);
  }
  expect(await offered()).toContain('Citroën Nord');
  expect(
    (await submitForm(admin, '/settings/dealerships', { intent: 'addDealership', name: 'Kia' })).status,
  ).toBe(302);
  expect(await offered()).toContain('Kia');
});

test('a new name stands wherever the old one stood: users, tasks, archive, location', async () => {
  const live = await make(dispatcher2, delivery({ driver_id: network.ids.driver }));
  const done = await make(dispatcher2, delivery({ driver_id: network.ids.driver }));
  expect(live.dealership).toBe('Ford');
  await dispatcher.patch(`/api/tasks/${String(done.id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [done.id] });
  await admin.post('/api/dealership-locations/Ford', { fullname: 'Tallgrass', city: 'Olathe', state: 'KS' });

  const { status, body } = await change('Ford', { name: 'Ford & Lincoln' });
  expect([status, body.name]).toEqual([200, 'Ford & Lincoln']);
  expect((await change('Ford', { name: 'Mercury' })).status).toBe(404);
  for (const { id } of [live, done])
    expect((await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body.dealership).toBe('Ford & Lincoln');
  expect((await dispatcher2.get<ManagedUser>('/api/user')).body.dealerships).toEqual(['Ford & Lincoln']);
  const locations = (await admin.get<{ name: string; fullname: string }[]>('/api/dealership-locations')).body;
  expect(locations).toMatchObject([{ name: 'Ford & Lincoln', fullname: 'Tallgrass' }]);
  expect((await make(dispatcher2, delivery())).dealership).toBe('Ford & Lincoln');

  const taken = await change('Jeep', { name: 'FORD & lincoln' });
  expect([taken.status, taken.body.error]).toEqual([
    409,
    'There is already a dealership called Ford & Lincoln',
  ]);
  expect((await change('Ford & Lincoln', { name: 'Ford' })).status).toBe(200);
  expect(await acts()).toEqual(
    expect.arrayContaining(['dealership.renamed Ford & Lincoln', 'dealership.renamed Ford']),
  );
});

test('one name for two dealerships at once: one of them gets it', async () => {
  const answers = await Promise.all(
    ['Buick', 'Jeep', 'Chevrolet'].map((name) => change(name, { name: 'Saturn' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await offered()).filter((name) => name === 'Saturn')).toHaveLength(1);
  const former = ['Buick', 'Jeep', 'Chevrolet'][answers.findIndex(({ status }) => status === 200)] ?? '';
  expect((await change('Saturn', { name: former })).status).toBe(200);
});

test('tasks that are made while a dealership is renamed have the new name @long', async () => {
  const rename = (from: string, to: string) => change(from, { name: to });
  const work = Array.from({ length: 24 }, (_, index) =>
    make(dispatcher2, delivery({ invoice_number: `R-${String(index)}` })),
  );
  const renamed = await rename('Ford', 'Ford North');
  expect(renamed.status).toBe(200);
  await Promise.all(work);
  const left = await network.database.rows("select id from tasks where dealership = 'Ford'");
  expect(left).toEqual([]);
  expect((await rename('Ford North', 'Ford')).status).toBe(200);
});

test('a retired dealership is not offered any more, and stays where it is', async () => {
  await admin.post('/api/dealership-locations/Jeep', { fullname: 'Junction Jeep' });
  const suggested = async () => (await dispatcher.get<unknown[]>('/api/places?search=junction')).body;
  expect(await suggested()).toHaveLength(1);
  const { status, body } = await change('Jeep', { retired: true });
  expect([status, typeof body.retiredAt]).toEqual([200, 'string']);
  expect(await offered()).not.toContain('Jeep');
  expect(await suggested()).toEqual([]);
  const user = { username: 'jolene', name: 'Jolene', password: 'a-long-way-to-Topeka' };
  const refused = await admin.post<{ error: string; fields: object }>('/api/admin/users', {
    ...user,
    dealerships: ['Jeep'],
  });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['dealerships.0']]);
  expect(refused.body.error).toBe(`Dealerships are ${(await offered()).join(', ')}`);
  // A user who has the retired dealership keeps it.
  const id = String(network.ids.driver2);
  const kept = await admin.put<ManagedUser>(`/api/admin/users/${id}/dealerships`, {
    dealerships: ['Buick', 'Jeep'],
  });
  expect([kept.status, kept.body.dealerships]).toEqual([200, ['Buick', 'Jeep']]);
  expect((await admin.get<string>(`/settings/users/${id}`)).body).toContain('value="Jeep"');
  expect((await admin.get<string>('/settings/users/new')).body).not.toContain('value="Jeep"');
  expect((await dispatcher.get<string>('/dispatcher')).body).toContain('Jeep');

  const again = await add('JEEP');
  expect([again.status, again.body.error]).toEqual([409, 'Jeep is retired; restore it instead']);
  expect((await change('Jeep', { retired: false })).body.retiredAt).toBeNull();
  expect(await offered()).toContain('Jeep');
  expect((await acts()).slice(0, 2)).toEqual(['dealership.restored Jeep', 'dealership.retired Jeep']);
});

test('the name of the network is a setting, and every instance shows it @long', async () => {
  const other = await network.another();
  const signIn = async (origin: string) => (await client(origin).get<string>('/auth')).body;
  expect(await signIn(other.origin)).toContain('<h1>Kansas City Parts Network</h1>');
  const saved = await admin.patch('/api/admin/network', { name: 'Réseau Québec', company: 'Transit Inc.' });
  expect([saved.status, saved.body]).toEqual([
    200,
    { name: 'Réseau Québec', company: 'Transit Inc.', timeZone: 'America/Chicago' },
  ]);
  await vi.waitFor(async () => {
    expect(await signIn(other.origin)).toContain('<h1>Réseau Québec</h1>');
  });
  expect((await admin.patch('/api/admin/network', { name: ' ' })).status).toBe(422);
  const back = await submitForm(admin, '/settings/network', {
    intent: 'saveNetwork',
    name: 'Kansas City Parts Network',
    company: '',
  });
  expect([back.status, back.toast?.title]).toEqual([302, 'Network updated']);
  await network.stopOthers();
});
