/** The reader decides on the language of refusals, notices, notifications and the pages and messages of customers. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Contact } from '~/domain/network/accounts/contacts.server';
import type * as z from 'zod/v4';
import type { Message, MessageSettingsAnswer } from '~/domain/customers/messages/schema';
import type { Task } from '~/domain/tasks/model/task';
import { client, type Client } from '../support/client';
import { englishWordsIn, textOfPage } from '../support/english-words';
import { delivery, make, pickup, signature } from '../support/factories';
import { submitForm } from '../support/forms';
import { startMailbox } from '../support/mailbox';
import { startNetwork, type Network } from '../support/network';
import { browserAt, startPushService } from '../support/push';
import { startReceiver, take } from '../support/receiver';

const PUBLIC = 'http://dispatch.example';
const [mailbox, provider, pushService] = [startMailbox(), startReceiver(), startPushService()];
let network: Network;
let dispatcher: Client;
let admin: Client;
/** Alma Driver, who has chosen Spanish. */
let driver: Client;

beforeAll(async () => {
  const [mails, texts, pushes] = await Promise.all([mailbox, provider, pushService]);
  texts.behave(take);
  pushes.behave(take);
  network = await startNetwork({
    ...pushes.env,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Parts <parts@network.example>',
    APP_ORIGIN: PUBLIC,
    SMS_URL: `${texts.url}/sms`,
    SMS_USER: 'AC1',
    SMS_PASSWORD: 'secret',
    SMS_FROM: '+18165550000',
    MESSAGE_DELAY_SECONDS: '0',
    MESSAGE_RETRY_SECONDS: '0.05',
    PUSH_WAIT_SECONDS: '0.5',
  });
  [dispatcher, admin, driver] = await Promise.all([
    network.as('dispatcher'),
    network.as('admin'),
    network.as('driver'),
  ]);
  await network.database.rows(`update users set language = 'es' where username = 'driver'`);
  await admin.patch('/api/admin/customer-messages/quiet-hours', { quietFrom: '', quietTo: '' });
});
afterAll(async () => {
  await network.close();
  await Promise.all([mailbox, provider, pushService].map(async (each) => (await each).close()));
});

const at = (location: string, more = {}) => pickup({ driver_id: network.ids.driver, location, ...more });
const patch = (who: Client, { id }: Task, change: object) => who.patch(`/api/tasks/${String(id)}`, change);
const page = async (who: Client, path: string, headers: Record<string, string> = {}) =>
  (await who.get<string>(path, { accept: 'text/html', ...headers })).body;

test('a refusal by JSON is English with a code; who prefers it gets the sentence in the user’s language as well', async () => {
  const task = await make(dispatcher, at('Hold'));
  await patch(dispatcher, task, { status: 'hold' });
  const plain = await patch(driver, task, { status: 'going' });
  expect(plain.status).toBe(409);
  expect(plain.body).toEqual({ error: "A hold task can't become going", code: 'moveNotAllowed' });
  const path = '/api/tasks/batch/status';
  const asked = { taskIds: [task.id], status: 'going' };
  const { body } = await driver.post(path, asked, { prefer: 'language' });
  expect(body).toEqual({
    error: "A hold task can't become going",
    code: 'moveNotAllowed',
    detail: 'Una tarea en espera no puede pasar a “en camino”',
    tasks: [{ id: task.id, error: 'Una tarea en espera no puede pasar a “en camino”' }],
  });
  // The language is the user's, and not that of the header.
  const english = await dispatcher.post(
    path,
    { taskIds: [task.id], status: 'nothing' },
    { prefer: 'language' },
  );
  expect(english.body.detail).toBe(english.body.error);
});

test('fields of a refused form are in the language of the driver, and in English for an English one', async () => {
  const wrong = {
    intent: 'changePassword',
    currentPassword: 'x',
    newPassword: 'short',
    repeatPassword: 'other',
  };
  const inSpanish = await submitForm(driver, '/settings/password', wrong);
  expect(inSpanish.status).toBe(422);
  expect(inSpanish.body).toContain('La contraseña debe tener 8 caracteres como mínimo');
  const inEnglish = await submitForm(await network.as('driver2'), '/settings/password', wrong);
  expect(inEnglish.body).toContain('Password must be at least 8 characters');
});

test('what an English dispatcher did is read in Spanish by the driver, also when it is older than the choice', async () => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from driver_notices');
  const [kept, gone] = [await make(dispatcher, at('Taller Uno')), await make(dispatcher, at('Taller Dos'))];
  await patch(driver, kept, { status: 'going' });
  await patch(dispatcher, kept, { notes: 'Toque dos veces', address: 'Calle Doce 12' });
  await patch(dispatcher, gone, { status: 'hold' });
  const shown = await page(driver, '/driver');
  expect(shown).toContain('Taller Uno: Dirección: ahora Calle Doce 12; notas: ahora Toque dos veces');
  expect(shown).toContain('Se quitó de su ruta (Dana Dispatcher): Taller Dos');
  // Rows are codes and facts, so the same rows are English for who reads English.
  await network.database.rows(`update users set language = 'en' where username = 'driver'`);
  const english = await page(driver, '/driver');
  expect(english).toContain('Removed from your route by Dana Dispatcher: Taller Dos');
  await network.database.rows(`update users set language = 'es' where username = 'driver'`);
  const stored = await network.database.rows<{ text: string }>(
    `select concat(n::text, (select string_agg(e::text, '') from task_events e)) as text from driver_notices n`,
  );
  expect(stored.map(({ text }) => text).join()).not.toMatch(/Removed|Se quitó/);
});

test('a change of the stop under way is told in Spanish in its dialog', async () => {
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Taller Tres' }));
  const other = await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Taller Tres' }));
  for (const each of [task, other]) await patch(dispatcher, each, { status: 'going' });
  await patch(dispatcher, task, { status: 'completed' });
  const dialog = await page(driver, `/driver/stops/${String(other.id)}/sign?tasks=${String(task.id)}`);
  expect(dialog).toContain('la completó');
});

test('a notification is in the language of the user, else in that of the device', async () => {
  const pushes = await pushService;
  const [own, device] = [browserAt(pushes.url), browserAt(pushes.url)];
  await own.turnOn(driver);
  const driver2 = await network.as('driver2');
  expect(
    (await driver2.put('/api/user/push', device.subscription, { 'accept-language': 'es-MX' })).status,
  ).toBe(200);
  await make(dispatcher, at('Taller Cuatro'));
  await make(dispatcher, at('Taller Cinco', { driver_id: network.ids.driver2, priority: 'urgent' }));
  for (const [browser, text] of [
    [own, '1 parada nueva'],
    [device, '1 parada urgente'],
  ] as const) {
    const [call] = await pushes.until(browser.path, 1);
    expect(call && browser.read(call).text).toBe(text);
  }
});

let count = 0;
/** Adds an account with a contact, and a delivery there. */
async function stop(contact: object) {
  count += 1;
  const name = `Taller ${String(count)}`;
  const { id } = (await dispatcher.post<{ id: number }>('/api/accounts', { name })).body;
  const made = await dispatcher.post<Contact>(`/api/accounts/${String(id)}/contacts`, {
    name: 'Pat Lee',
    consentSource: 'On the order form',
    ...contact,
  });
  expect(made.status).toBe(201);
  const address = `${String(count)} Elm St, Lenexa, KS`;
  const task = await make(
    dispatcher,
    delivery({
      location: name,
      address,
      driver_id: network.ids.driver2,
      invoice_number: `F-${String(count)}`,
    }),
  );
  return { contact: made.body, task, names: [name, address, 'Kansas City Parts Network'] };
}
const report = async (task: Task, status: string, more: object = {}) => {
  const answer = await dispatcher.post('/api/tasks/batch/status', { taskIds: [task.id], status, ...more });
  expect(answer.status).toBe(200);
};
const without = (text: string, names: string[]) =>
  names.reduce((left, name) => left.replaceAll(name, ''), text);

test('every message to a Spanish contact has no English word, and its link opens in Spanish', async () => {
  const mails = await mailbox;
  await network.database.rows('delete from tasks');
  await admin.patch('/api/admin/customer-messages/events/next', { on: true });
  const [email, nextEmail] = ['es@shop.example', 'next@shop.example'];
  const { task, names } = await stop({ email, channels: ['email'], language: 'es' });
  const next = await stop({ email: nextEmail, channels: ['email'], language: 'es' });
  await report(task, 'going');
  await mails.until(email, 1);
  await mails.until(nextEmail, 1);
  await report(task, 'hold', { failure_reason: 'closed' });
  await mails.until(email, 2);
  await report(task, 'completed', { signature_image: await signature(), signed_by: 'Rosa' });
  const sent = await mails.until(email, 3);
  const stored = await network.database.rows<
    Pick<Message & { subject: string; body: string }, 'subject' | 'body'>
  >(`select subject, body from messages where recipient in ($1, $2)`, [email, nextEmail]);
  expect(stored).toHaveLength(4);
  for (const { subject, body } of stored)
    expect(
      englishWordsIn(without(`${subject} ${body}`, [...names, ...next.names, '{link}', '{page}'])),
    ).toEqual([]);
  const [, path = ''] =
    /http:\/\/dispatch\.example(\/p\/[\w-]{43}\?language=es)/.exec(
      (sent.at(-1)?.text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '='),
    ) ?? [];
  const opened = await page(client(network.app.origin), path);
  expect(opened).toContain('Prueba de entrega');
  expect(opened).toContain('Firmó Rosa');
  expect(opened).toMatch(/<html lang="es"/);
  expect(englishWordsIn(without(textOfPage(opened), [...names, 'English', 'Ben Driver']))).toEqual([]);
});

test('a contact without a language gets that of the network', async () => {
  const mails = await mailbox;
  const [english, spanish] = ['en@shop.example', 'net@shop.example'];
  const before = await stop({ email: english, channels: ['email'] });
  await report(before.task, 'completed');
  expect((await mails.until(english, 1))[0]?.text).toContain('Subject: Your parts have been delivered');
  expect((await admin.patch('/api/admin/customer-messages/language', { language: 'es' })).status).toBe(200);
  const after = await stop({ email: spanish, channels: ['email'] });
  await report(after.task, 'completed');
  expect((await mails.until(spanish, 1))[0]?.text).toContain('Subject: Se entregaron sus piezas');
  await admin.patch('/api/admin/customer-messages/language', { language: 'en' });
});

test('the office writes the Spanish words of its own', async () => {
  const mails = await mailbox;
  const path = '/api/admin/customer-messages/events/delivered';
  expect((await admin.patch(path, { subjectEs: 'Entregado: {account}' })).status).toBe(200);
  expect((await admin.patch(path, { textEs: 'Hola {nobody}' })).status).toBe(422);
  const { task } = await stop({ email: 'own@shop.example', channels: ['email'], language: 'es' });
  await report(task, 'completed');
  expect((await mails.until('own@shop.example', 1))[0]?.text).toMatch(/Subject: Entregado: Taller \d+/);
});

test('a message that a stop will be late is Spanish, with its times', async () => {
  const mails = await mailbox;
  const email = 'late@shop.example';
  const { task, names } = await stop({ email, channels: ['email'], language: 'es' });
  await network.database.rows('update tasks set latitude = 39.5, longitude = -94.6 where id = $1', [task.id]);
  await patch(dispatcher, task, { deliver_by: new Date().toISOString() });
  await admin.patch('/api/admin/customer-messages/events/late', { on: true });
  await mails.until(email, 1);
  await admin.patch('/api/admin/customer-messages/events/late', { on: false });
  const [stored] = await network.database.rows<{ subject: string; body: string }>(
    'select subject, body from messages where recipient = $1',
    [email],
  );
  const text = `${stored?.subject ?? ''} ${stored?.body ?? ''}`;
  expect(text).toMatch(/\d+:\d\d.*\d+:\d\d/);
  expect(englishWordsIn(without(text, [...names, '{link}', '{page}']))).toEqual([]);
});

test('an older instance that saves the settings of messages keeps the Spanish texts and the language', async () => {
  const path = '/api/admin/customer-messages';
  await admin.patch(`${path}/events/failed`, { subjectEs: 'No se entregó' });
  await admin.patch(`${path}/language`, { language: 'es' });
  // It writes the whole setting with the values that it knows.
  await network.database.rows(
    `insert into settings (name, value) values ('customer-messages', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify({ quietFrom: '', quietTo: '', showDistance: true, events: {} })],
  );
  const { body } = await admin.get<z.output<typeof MessageSettingsAnswer>>(path);
  expect(body).toMatchObject({ language: 'es', showDistance: true });
  expect(body.events).toContainEqual(
    expect.objectContaining({ event: 'failed', subjectEs: 'No se entregó' }),
  );
  await admin.patch(`${path}/language`, { language: 'en' });
});

/** Sends a reply as the provider does. */
async function reply(phone: string, body: string): Promise<string> {
  const form = new URLSearchParams({ From: phone, Body: body });
  const text = [...form].sort().reduce((all, [name, value]) => all + name + value, `${PUBLIC}/sms/replies`);
  const answer = await dispatcher.post<string>('/sms/replies', form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': createHmac('sha1', 'secret').update(text).digest('base64'),
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

test('text messages to a Spanish contact say how to end them in Spanish; ALTO ends them, and AYUDA helps', async () => {
  const phone = '+18162340001';
  const { task, contact, names } = await stop({ phone, channels: ['sms'], language: 'es' });
  await report(task, 'completed');
  const [call] = await (await provider).until('/sms', 1);
  const body = new URLSearchParams(call?.body).get('Body') ?? '';
  expect(body).toMatch(/\nResponda ALTO para terminar\.$/);
  expect(englishWordsIn(without(body.replace(/http\S+/g, ''), names))).toEqual([]);
  expect(await reply(phone, 'Ayuda')).toContain('Avisos sobre sus entregas.');
  // The same words within a sentence end nothing.
  await reply(phone, 'Pare en la puerta de atrás');
  const channels = async () =>
    (await dispatcher.get<Contact>(`/api/account-contacts/${String(contact.id)}`)).body.channels;
  expect(await channels()).toEqual(['sms']);
  expect(await reply(phone, 'alto, por favor')).toContain('Ya no le enviaremos mensajes.');
  expect(await channels()).toEqual([]);
  // An English word ends them as well, and is answered in the language of the contact.
  expect(await reply(phone, 'STOP')).toContain('Ya no le enviaremos mensajes.');
  await reply(phone, 'Iniciar');
  expect(await network.database.rows('select 1 from stopped_numbers where phone = $1', [phone])).toEqual([]);
});

test.each(['Pare', 'BAJA', 'cancelar por favor', 'No más'])(
  '%s ends the messages to a number',
  async (text) => {
    const phone = `+1816234${String(2_000 + text.length)}`;
    await stop({ phone, channels: ['sms'] });
    expect(await reply(phone, text)).toContain('Ya no le enviaremos mensajes.');
    expect(
      await network.database.rows('select 1 from stopped_numbers where phone = $1', [phone]),
    ).toHaveLength(1);
  },
);

test('the page of a link is in the language of the browser, and has a switch', async () => {
  const { task, names } = await stop({});
  const { token } = (await dispatcher.post<{ token: string }>(`/api/tasks/${String(task.id)}/links`)).body;
  const stranger = client(network.app.origin);
  const path = `/p/${token}`;
  const english = await page(stranger, path);
  expect(english).toContain('Message to the office');
  expect(english).toContain(`href="?language=es"`);
  const spanish = await page(stranger, path, { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' });
  expect(spanish).toContain('Mensaje a la oficina');
  expect(spanish).toContain(`href="?language=en"`);
  expect(englishWordsIn(without(textOfPage(spanish), [...names, 'English']))).toEqual([]);
  expect(await page(stranger, `${path}?language=en`, { 'accept-language': 'es' })).toContain(
    'Message to the office',
  );
  // A refused line, and the page after an accepted one, stay in the chosen language.
  const empty = await submitForm(stranger, `${path}?language=es`, { line: ' ' });
  expect(empty.body).toContain('Primero escriba un mensaje');
  const written = await submitForm(stranger, `${path}?language=es`, { line: 'Puerta azul' });
  expect(written.location).toBe(`${path}?sent&language=es`);
  expect(await page(stranger, `${path}?language=es`.replace(token, 'x'.repeat(43)))).toContain(
    'Este enlace no se puede abrir',
  );
  await vi.waitFor(async () => {
    const { body } = await dispatcher.get<{ said: string }[]>('/api/concerns');
    expect(body.map(({ said }) => said)).toContain('Puerta azul');
  });
});
