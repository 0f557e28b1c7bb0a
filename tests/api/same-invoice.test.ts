/** The office sees when a task has the same invoice and place as an earlier one. */
import { expect, test } from 'vitest';
import type { SameInvoice } from '~/domain/views/task-form/same-invoice.server';
import { client, type Client } from '../support/client';
import { delivery, make } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

const ask = (query: Record<string, string>, who: Client = dispatcher) =>
  who.get<{ found: SameInvoice | null }>(`/dispatcher/same-invoice?${new URLSearchParams(query)}`);
const found = async (query: Record<string, string>) => (await ask(query)).body.found?.id ?? null;

test('the first one at this address, however it is spelled, or of this name; not the task itself', async () => {
  const at = {
    location: 'Westport Garage',
    address: '1 Main St, Kansas City, MO 64111',
    invoice_number: 'INV-7',
  };
  const first = await make(dispatcher, delivery(at));
  const second = await make(dispatcher, delivery(at));
  await make(dispatcher, delivery({ ...at, location: 'Olathe Tire', address: '9 Elm St, Olathe, KS 66061' }));
  const typed = {
    invoice_number: ' inv-7 ',
    location: 'Westport',
    address: '1 MAIN ST Kansas City  MO 64111',
  };
  expect(await found(typed)).toBe(first.id);
  expect(await found({ ...typed, except: String(first.id) })).toBe(second.id);
  expect(await found({ ...typed, address: '', location: 'westport garage' })).toBe(first.id);
  expect(await found({ ...typed, address: '2 Other St, Kansas City, MO 64111' })).toBeNull();
  expect(await found({ ...typed, invoice_number: 'INV' })).toBeNull();
  expect(await found({ ...typed, invoice_number: '' })).toBeNull();
  expect(await found({ invoice_number: 'INV-7' })).toBeNull();
  // Archived tasks count as well.
  await dispatcher.patch(`/api/tasks/${String(first.id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [first.id] });
  expect((await ask(typed)).body.found).toMatchObject({ id: first.id, archived: true });
});

test('nobody else is told, and nonsense breaks nothing', async () => {
  expect((await ask({}, client(network.app.origin))).status).toBe(302);
  expect((await ask({}, await network.as('driver'))).status).toBe(403);
  const long = 'x'.repeat(900);
  expect(
    (await ask({ invoice_number: long, location: long, address: '%_', except: '99999999999' })).status,
  ).toBe(200);
});
