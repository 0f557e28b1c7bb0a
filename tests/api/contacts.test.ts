/** The contacts of an account: which messages each may receive, and by which consent. */
import { expect, test } from 'vitest';
import type { Contact } from '~/domain/network/accounts/contacts.server';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

const newAccount = async (name: string) =>
  `/api/accounts/${String((await dispatcher.post<{ id: number }>('/api/accounts', { name })).body.id)}`;
type Problem = { fields?: Record<string, string[]> };
const refusal = async (path: string, body: object) => {
  const { status, body: problem } = await dispatcher.post<Problem>(path, body);
  return [status, problem.fields];
};

const PAT = {
  name: 'Pat Lee',
  email: 'pat@shop.example',
  phone: '(816) 234-5678',
  channels: ['sms', 'email'],
  consentSource: 'On the order form',
};

test('a contact is stored with its number in international form and the day of its consent', async () => {
  const account = await newAccount('Consenting Garage');
  const made = await dispatcher.post<Contact>(`${account}/contacts`, PAT);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ phone: '+18162345678', channels: ['email', 'sms'], version: 1 });
  const [today] = await network.database.rows<{ day: string }>(
    "select (now() at time zone 'America/Chicago')::date::text as day",
  );
  expect(made.body.consentOn).toBe(today?.day);
  expect((await dispatcher.get<Contact[]>(`${account}/contacts`)).body).toEqual([made.body]);
});

test('broken addresses and numbers, and news without consent, are refused by field', async () => {
  const account = await newAccount('Refusing Garage');
  const path = `${account}/contacts`;
  const email = ['Enter an email address like name@example.com'];
  const phone = ['Enter a phone number with its area code, like 816-555-0100, or one that begins with +'];
  for (const broken of ['pat', 'pat@shop', 'a b@shop.example', 'pat@shop.example, eve@evil.example'])
    expect(await refusal(path, { ...PAT, email: broken }), broken).toEqual([422, { email }]);
  for (const broken of ['12', '555-0100', '816-234-567890', 'call me'])
    expect(await refusal(path, { ...PAT, phone: broken }), broken).toEqual([422, { phone }]);
  expect((await refusal(path, { ...PAT, email: 'pat@shop.example\r\nBcc: eve@evil.example' }))[0]).toBe(422);
  expect(await refusal(path, { ...PAT, phone: '' })).toEqual([
    422,
    { phone: ['Mobile phone is required to send text messages'] },
  ]);
  expect(await refusal(path, { ...PAT, email: '' })).toEqual([
    422,
    { email: ['Email is required to send emails'] },
  ]);
  expect(await refusal(path, { ...PAT, consentSource: ' ' })).toEqual([
    422,
    { consentSource: ['How they agreed is required to send messages'] },
  ]);
  expect(await refusal(path, { ...PAT, consentOn: '2999-01-01' })).toEqual([
    422,
    { consentOn: ['Consent date must not be in the future'] },
  ]);
  expect((await dispatcher.get<Contact[]>(path)).body).toEqual([]);
});

test('a change keeps the rules, and overwrites nothing that its author has not seen', async () => {
  const account = await newAccount('Changing Garage');
  const { body: made } = await dispatcher.post<Contact>(`${account}/contacts`, PAT);
  const path = `/api/account-contacts/${String(made.id)}`;
  expect((await dispatcher.patch(path, { phone: '' })).status).toBe(422);
  const changed = await dispatcher.patch<Contact>(path, { channels: ['email'], phone: '' });
  expect(changed.body).toMatchObject({ channels: ['email'], phone: '', version: 2 });
  const stale = await dispatcher.patch(path, { name: 'Eve' }, { 'if-match': '"1"' });
  expect(stale.status).toBe(412);
  expect((await dispatcher.get<Contact>(path)).body.name).toBe('Pat Lee');
});

test("the account's activity tells of consent, and keeps no address of a deleted contact", async () => {
  const account = await newAccount('Forgetting Garage');
  const { body: made } = await dispatcher.post<Contact>(`${account}/contacts`, PAT);
  await dispatcher.del(`/api/account-contacts/${String(made.id)}`);
  const page = (await dispatcher.get<string>(`${account.replace('/api', '')}/edit`)).body;
  expect(page).toContain('Contact created: Pat Lee');
  expect(page).toContain('Contact deleted: Pat Lee');
  expect(page).toContain('email, sms');
  const [left] = await network.database.rows<{ count: number }>(
    "select count(*) from account_events where changes::text ~ 'pat@shop|8162345678'",
  );
  expect(left?.count).toBe(0);
});

test('an account takes its contacts with it', async () => {
  const account = await newAccount('Closing Garage');
  const { body: made } = await dispatcher.post<Contact>(`${account}/contacts`, PAT);
  await dispatcher.del(account);
  expect((await dispatcher.get(`/api/account-contacts/${String(made.id)}`)).status).toBe(404);
  expect((await dispatcher.get(`${account}/contacts`)).status).toBe(404);
});

test('an account has at most 50 contacts, also when two people add the last', async () => {
  const account = await newAccount('Full Garage');
  await network.database.rows(
    `insert into account_contacts (account_id, name) select ${account.replace(/\D/g, '')}, 'C' || i from generate_series(1, 49) i`,
  );
  const both = await Promise.all(
    ['One', 'Two'].map((name) => dispatcher.post(`${account}/contacts`, { name })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('contacts are kept without JavaScript; a refused form keeps what was typed', async () => {
  const path = (await newAccount('Plain Garage')).replace('/api', '') + '/contacts';
  const fields = { ...PAT, intent: 'addContact', _box: 'channels', channels: 'email', consentOn: '' };
  const refused = await submitForm(dispatcher, `${path}/new`, { ...fields, email: 'pat@' });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Enter an email address like name@example.com');
  expect(refused.body).toContain('value="On the order form"');
  expect((await submitForm(dispatcher, `${path}/new`, fields)).status).toBe(302);
  const list = (await dispatcher.get<string>(path)).body;
  expect(list).toContain('816-234-5678');
  const [id] = /contacts\/(\d+)/.exec(list)?.slice(1) ?? [];
  const edit = `${path}/${String(id)}`;
  const saved = await submitForm(dispatcher, edit, {
    intent: 'saveContact',
    version: '1',
    name: 'Pat Lee',
    email: '',
    phone: '',
    consentSource: '',
    _box: 'channels',
    consentOn: '',
  });
  expect(saved.status).toBe(302);
  expect((await dispatcher.get<string>(path)).body).toContain('No news');
  expect((await submitForm(dispatcher, `${edit}/delete`, { intent: 'deleteContact' })).status).toBe(302);
  expect((await dispatcher.get<string>(path)).body).toContain('No contacts yet.');
});
