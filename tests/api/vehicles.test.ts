/** Vehicles and skills of drivers: admins or scripts set them, the office reads them, and the audit log records them. */
import { expect, test } from 'vitest';
import type { AdminEventLine } from '~/domain/platform/audit/audit.server';
import type { Driver } from '~/domain/network/users/vehicle.server';
import { openForm, submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');

const path = (name: string) => `/api/drivers/${String(network.ids[name] ?? 0)}`;
type Answer = Driver & { fields?: Record<string, string[]> };
const save = (name: string, to: object) => admin.put<Answer>(path(name), to);
const stored = async (name: string) =>
  (await dispatcher.get<Driver[]>('/api/drivers')).body.find(({ id }) => id === network.ids[name]);

test('a driver has a vehicle, a capacity and skills, each once; all of them may be missing', async () => {
  expect(await stored('driver')).toMatchObject({ vehicle: '', capacity: null, skills: [] });
  const { status, body } = await save('driver', {
    vehicle: ' Van 3 ',
    capacity: 12,
    skills: ['Lift gate', 'hazmat', 'HAZMAT'],
  });
  expect([status, body]).toEqual([
    200,
    {
      id: network.ids.driver,
      name: body.name,
      vehicle: 'Van 3',
      capacity: 12,
      skills: ['Lift gate', 'HAZMAT'],
    },
  ]);
  expect(await stored('driver')).toEqual(body);
  for (const [wrong, field, sentence] of [
    [{ capacity: -1 }, 'capacity', 'Capacity must be a whole number'],
    [{ skills: ['a,b'] }, 'skills.0', 'A skill has no comma'],
    [{ skills: Array.from({ length: 21 }, (_, n) => `s${String(n)}`) }, 'skills', 'At most 20 skills'],
  ] as const) {
    const refused = await save('driver', wrong);
    expect([refused.status, refused.body.fields?.[field]]).toEqual([422, [sentence]]);
  }
  expect((await save('dispatcher', { vehicle: 'Van 4' })).status).toBe(404);
});

test('the form takes skills with commas, and the audit log says what was changed', async () => {
  await save('driver', { vehicle: 'Van 3', capacity: 12, skills: ['hazmat'] });
  const page = `/settings/users/${String(network.ids.driver)}`;
  const fields = await openForm(admin, page, 'saveVehicle');
  expect(fields).toMatchObject({ vehicle: 'Van 3', capacity: '12', skills: 'hazmat' });
  const { toast } = await submitForm(admin, page, { ...fields, capacity: '', skills: 'hazmat,  lift gate,' });
  expect(toast?.title).toBe('Vehicle and skills updated');
  expect(await stored('driver')).toMatchObject({
    vehicle: 'Van 3',
    capacity: null,
    skills: ['hazmat', 'lift gate'],
  });
  const [last] = (await admin.get<AdminEventLine[]>('/api/admin/events')).body;
  expect(last).toMatchObject({
    act: 'user.vehicle',
    changes: { capacity: [12, null], skills: [['hazmat'], ['hazmat', 'lift gate']] },
  });
});
