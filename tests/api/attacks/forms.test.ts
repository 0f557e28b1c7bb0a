/** Forms that our pages never send: field names that parsers read as paths, very many fields, and other kinds of bodies. */
import { beforeAll, describe, expect, test } from 'vitest';
import { client, type Client } from '../../support/client';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
let visitor: Client;

beforeAll(() => {
  visitor = client(network.app.origin);
});

const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** A parser could read these field names as a path or a command. */
const NAMES: [name: string, value: string][] = [
  ['username[99999999]', 'a list of a hundred million'],
  ['x[4294967294]', 'x'],
  ['__proto__.polluted', 'x'],
  ['constructor.prototype.polluted', 'x'],
  ['__proto__.password', 'x'],
  ['password[x', 'x'],
  ['__intent__', '{'],
  ['__intent__', '{"type":"insert","payload":{"name":"username","index":99999999}}'],
  ['__intent__', '{"type":"update","payload":{"name":"__proto__.polluted","value":"x"}}'],
  ['__state__', '{'],
  ['a.'.repeat(5_000) + 'a', 'x'],
  ['username[0][0][0].a', 'x'],
  ['constructor', 'x'.repeat(40_000)],
  ['toString', 'x'],
  ['hasOwnProperty', 'x'],
  ['x'.repeat(5_000), 'x'],
];

describe.each(NAMES)('a field called %.40s', (name, value) => {
  test('is refused where nobody is signed in', async () => {
    const form = { intent: 'signIn', username: 'driver', password: 'wrong-password', [name]: value };
    expect((await visitor.post('/auth', encoded(form), URLENCODED)).status).toBe(400);
  });

  test('is refused on a page', async () => {
    const form = { intent: 'saveProfile', name: 'Dana Dispatcher', email: '', phone: '', [name]: value };
    expect((await dispatcher.post('/settings?index', encoded(form), URLENCODED)).status).toBe(400);
  });

  test('is refused where a page kept what was typed', async () => {
    expect((await visitor.post('/settings?index', encoded({ [name]: value }), URLENCODED)).status).toBe(400);
  });
});

test.each([
  ['/auth', 'username=&'.repeat(10_000)],
  ['/auth', Array.from({ length: 101 }, (_, n) => `username${String(n)}=`).join('&')],
  ['/driver/stops/1/sign', 'a=&'.repeat(1_000_000)],
])('a form of very many fields is refused before it is read: %s', async (path, body) => {
  expect((await visitor.post(path, body, URLENCODED)).status).toBe(413);
});

test('very many parts of a form with files are refused as well', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const answer = await visitor.post('/driver/stops/1/sign', `${part.repeat(20_000)}--b--\r\n`, {
    'content-type': 'multipart/form-data; boundary=b',
  });
  expect(answer.status).toBe(413);
});

test.each([
  ['application/json', '{"intent":"saveProfile"}', 415],
  ['text/plain', 'intent=saveProfile', 415],
  ['multipart/form-data', 'no boundary', 400],
  ['multipart/form-data; boundary=b', 'nothing of the kind', 400],
])('a body of %s is no form of ours', async (type, body, status) => {
  for (const path of ['/settings?index', '/dispatcher/undo', '/accounts/import', '/accounts/new']) {
    const answer = await dispatcher.post(path, body, { 'content-type': type });
    expect([path, answer.status]).toEqual([path, status]);
  }
});

test('the form itself goes through, with and without anything in it', async () => {
  const form = { intent: 'saveProfile', name: 'Dana Dispatcher', email: '', phone: '' };
  expect((await dispatcher.post('/settings?index', encoded(form), URLENCODED)).status).toBe(302);
  expect((await dispatcher.post('/settings?index')).status).toBe(400);
});

test('a name that is sent twice is no text and no box, and both values come back', async () => {
  const twice = 'intent=saveProfile&name=Dana&name=Eve&email=&phone=';
  const answer = await dispatcher.post<string>('/settings?index', twice, URLENCODED);
  expect([answer.status, answer.body.includes('Name must be text')]).toEqual([422, true]);
});

test('a list of very many wrong values is described by twenty sentences', async () => {
  const ids = 'taskIds=x&'.repeat(1_900);
  const form = `${ids}intent=moveTasks&driver_id=unassigned`;
  const { status, body } = await dispatcher.post<string>('/dispatcher/drivers/unassigned', form, URLENCODED);
  expect(status).toBe(422);
  expect(new Set(body.match(/taskIds\[\d+\]/g)).size).toBe(20);
});
