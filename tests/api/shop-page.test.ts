/** The page of an account's link: what is open, the proofs of seven days, a line to the office, and a day on paper. */
import { expect, test } from 'vitest';
import { client } from '../support/client';
import { delivery, make, photoUrl, signature } from '../support/factories';
import { submitForm } from '../support/forms';
import { addAccount } from '../support/rows';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
  network.database.rows<Row>(sql, values);

let count = 0;
/** An account with an open delivery and one that was completed with a signature and a photo, and its link. */
async function shop() {
  count += 1;
  const name = `Shop ${String(count)}`;
  const account = await addAccount(network.database, name, { type: 'shop' });
  const to = { location: name, driver_id: network.ids.driver, account_id: account };
  const open = await make(dispatcher, delivery({ ...to, invoice_number: `OPEN-${String(count)}` }));
  const done = await make(dispatcher, delivery({ ...to, invoice_number: `DONE-${String(count)}` }));
  await driver.post('/api/tasks/batch/status', { taskIds: [done.id], status: 'going' });
  await driver.post(`/api/tasks/${String(done.id)}/photos`, { image: await photoUrl() });
  await driver.post('/api/tasks/batch/status', {
    taskIds: [done.id],
    status: 'completed',
    signature_image: await signature(),
    signed_by: 'J. Ruiz',
  });
  const { body } = await dispatcher.post<{ id: number; token: string }>(
    `/api/accounts/${String(account)}/links`,
  );
  const visitor = client(network.app.origin);
  const path = `/p/${body.token}`;
  const look = async (query = '') => {
    const answer = await visitor.get<string>(path + query);
    return { ...answer, body: answer.body.replaceAll('<!-- -->', '').replaceAll('&amp;', '&') };
  };
  /** The addresses of the deliveries, in the order of the page. */
  const deliveries = async () =>
    [...(await look()).body.matchAll(/href="(\?delivery=[\w-]+)"/g)].map(([, query]) => query ?? '');
  return { account, name, open, done, link: body.id, visitor, path, look, deliveries };
}

test('the page lists what is open and what was completed in seven days, each with its sentence, and nothing of others', async () => {
  const { account, name, open, done, path, look, deliveries } = await shop();
  await make(dispatcher, delivery({ driver_id: network.ids.driver2, invoice_number: 'OTHER-1' }));
  const { status, headers, body } = await look();
  expect(status).toBe(200);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const where = async (id: number) =>
    (await dispatcher.get<{ sentence: string }>(`/api/tasks/${String(id)}/where`)).body.sentence;
  for (const text of [
    `Deliveries: <span>${name}`,
    await where(open.id),
    await where(done.id),
    ', signed J. Ruiz',
    open.invoice_number,
    done.invoice_number,
  ])
    expect(body).toContain(text);
  expect(body).not.toMatch(/OTHER-1|\/api\/|<script src|<form/);
  // No number in it tells how many tasks there are.
  const addresses = [...body.slice(body.indexOf('<body')).matchAll(/(?:href|src)="([^"]*)"/g)].map(
    ([, url]) => url,
  );
  const numbers = addresses.flatMap((url) => url?.split(/[=&/?]/) ?? []);
  expect(numbers).not.toEqual(expect.arrayContaining([String(open.id)]));
  expect(numbers).not.toEqual(expect.arrayContaining([String(done.id)]));
  expect(body.length).toBeLessThan(20_000);
  expect(await deliveries()).toHaveLength(2);
  const age = (days: number) =>
    rows('update tasks set completed_at = now() - make_interval(days => $2) where id = $1', [done.id, days]);
  await age(5);
  expect((await look()).body).toContain(done.invoice_number);
  await age(8);
  expect((await look()).body).not.toContain(done.invoice_number);
  expect((await client(network.app.origin).get(`${path}/signature`)).status).toBe(404);
  expect((await dispatcher.del(`/api/accounts/${String(account)}`)).status).toBe(200);
  expect((await look()).status).toBe(404);
});

test('each delivery takes a line to the office, and has its proof with pictures; no other task does', async () => {
  const { open, visitor, path, look, deliveries } = await shop();
  const [toOpen = '', toDone = ''] = await deliveries();
  expect((await look(toOpen)).body).toContain('Message to the office');
  const written = await submitForm(visitor, path + toOpen, { line: 'Rear door, please' });
  expect(written.location).toBe(`${path}?sent&${toOpen.slice(1)}`);
  expect((await look(`?sent&${toOpen.slice(1)}`)).body).toContain('Your message is with the office.');
  const { body: concerns } = await dispatcher.get<{ said: string; taskId: number }[]>('/api/concerns');
  expect(concerns).toContainEqual(expect.objectContaining({ said: 'Rear door, please', taskId: open.id }));

  const proof = (await look(toDone)).body;
  expect(proof).toContain('Proof of delivery');
  const pictures = [...proof.matchAll(/src="([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(pictures).toEqual([`${path}/signature${toDone}`, `${path}/photos/1${toDone}`]);
  for (const url of pictures) expect((await visitor.get(url)).status).toBe(200);
  const refused = await submitForm(visitor, path + toDone, { line: 'Too late' });
  expect(refused.status).toBe(409);

  // A key is worth nothing under another link, and numbers of tasks are none.
  const other = await shop();
  for (const query of [toOpen, toDone, `?delivery=${String(open.id)}`]) {
    expect((await other.look(query)).status).toBe(404);
    expect((await visitor.get(`${other.path}/signature${query}`)).status).toBe(404);
    expect((await submitForm(visitor, other.path + query, { line: 'Hello' })).status).toBe(404);
  }
});

test('the language of the page goes along to a delivery, and back', async () => {
  const { look } = await shop();
  const spanish = (await look('?language=es')).body;
  const [, query = ''] = /href="(\?language=es&delivery=[\w-]+)"/.exec(spanish) ?? [];
  const one = (await look(query)).body;
  expect(one).toContain('Mensaje a la oficina');
  expect(one).toContain('href="?language=es" class');
  expect(one).toContain(`href="${query.replace('=es', '=en')}"`);
});

test('the link stands until it is revoked, and the office sees when it was last opened', async () => {
  const { account, link, look } = await shop();
  const [stored] = await rows('select expires_at from proof_links where id = $1', [link]);
  expect(stored).toEqual({ expires_at: null });
  const dialog = async () =>
    (await dispatcher.get<string>(`/accounts/${String(account)}/links`)).body.replaceAll('<!-- -->', '');
  expect(await dialog()).toContain('never opened');
  await rows("update proof_links set created_at = now() - interval '300 days' where id = $1", [link]);
  expect((await look()).status).toBe(200);
  expect(await dialog()).toContain('last opened');
  expect(await dialog()).not.toContain('· expires');
  await dispatcher.del(`/api/accounts/${String(account)}/links/${String(link)}`);
  expect((await look()).status).toBe(404);
});

test('a day is one page with signatures and photos, by link for seven days and for the office always', async () => {
  const { account, done, visitor, look } = await shop();
  const [, day = ''] = /href="\?day=([\d-]+)"/.exec((await look()).body) ?? [];
  const paper = (await look(`?day=${day}`)).body;
  for (const text of [done.invoice_number, 'Signed by J. Ruiz', 'data-print']) expect(paper).toContain(text);
  const pictures = [...paper.matchAll(/src="([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(pictures).toHaveLength(2);
  for (const url of pictures) expect((await visitor.get(url)).status).toBe(200);

  await rows("update tasks set completed_at = completed_at - interval '30 days' where id = $1", [done.id]);
  expect((await look(`?day=${day}`)).status).toBe(404);
  const [at] = await rows<{ day: string }>(
    "select (completed_at at time zone 'America/Chicago')::date::text as day from tasks where id = $1",
    [done.id],
  );
  const office = `/accounts/${String(account)}/day?date=${at?.day ?? ''}`;
  const sheet = (await dispatcher.get<string>(office)).body;
  for (const text of [done.invoice_number, 'Signed by J. Ruiz', `/api/tasks/${String(done.id)}/signature`])
    expect(sheet).toContain(text);
  expect((await dispatcher.get<string>(`/accounts/${String(account)}/day`)).body).toContain(
    'No deliveries on this day.',
  );
  expect((await dispatcher.get(`/accounts/${String(account)}/day?date=never`)).status).toBe(422);
  expect((await dispatcher.get('/accounts/999999/day')).status).toBe(404);
});
