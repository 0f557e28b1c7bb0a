/** Guessing passwords and names. tests/api/sessions.test.ts tests the limit of five failures per user and address. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { networkOf } from '~/domain/platform/ip-address.server';
import type { App } from '../../support/app';
import { client, PASSWORD } from '../../support/client';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
/** This app runs behind a proxy, so that a test can choose the caller's address. */
let behind: App;

beforeAll(async () => {
  behind = await network.another({ TRUST_PROXY: 'on' });
});
beforeEach(() => network.database.rows('delete from rate_limits'));

const signIn = (from: string, username: string, password = 'wrong-password') =>
  client(behind.origin).post('/api/login', { username, password }, { 'x-forwarded-for': from });

const used = async (key: string, points: number) => {
  await network.database.rows(
    `insert into rate_limits (key, points, expire) values ($1, $2, (extract(epoch from now()) + 600) * 1000)
     on conflict (key) do update set points = excluded.points`,
    [key, points],
  );
};

test('one password tried on everybody: a hundred failures from an address are enough', async () => {
  await used('sign-in address:203.0.113.9', 98);
  expect((await signIn('203.0.113.9', 'driver')).status).toBe(401);
  expect((await signIn('203.0.113.9', 'driver2')).status).toBe(401);
  const refused = await signIn('203.0.113.9', 'driver3');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn('203.0.113.10', 'driver3', PASSWORD)).status).toBe(200);
});

test('the script of the sign-in page has the same guesses, and hears the same of a wrong name and password', async () => {
  const ask = (username: string, password = 'wrong-password', redirectTo = '/driver') =>
    client(behind.origin).post<{ errors?: Record<string, string[]>; location?: string }>(
      '/auth/answer',
      new URLSearchParams({ intent: 'signIn', username, password, redirectTo }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.9' },
    );
  const refusal = { errors: { '': ['Invalid username or password'] } };
  expect(await ask('nobody-here')).toMatchObject({ status: 401, body: refusal });
  for (let i = 0; i < 4; i += 1) expect(await ask('driver')).toMatchObject({ status: 401, body: refusal });
  const elsewhere = await ask('driver2', PASSWORD, 'https://evil.example');
  expect([elsewhere.status, elsewhere.body]).toEqual([200, { location: '/driver' }]);
  expect((await signIn('203.0.113.9', 'driver')).status).toBe(401);
  const locked = await ask('driver', PASSWORD);
  expect([locked.status, locked.headers.getSetCookie()]).toEqual([429, []]);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a whole depot signs in from one address: success costs it nothing', async () => {
  await used('sign-in address:203.0.113.9', 99);
  for (const username of ['driver', 'driver2', 'driver3', 'driver'])
    expect((await signIn('203.0.113.9', username, PASSWORD)).status).toBe(200);
  expect((await signIn('203.0.113.9', 'driver')).status).toBe(401);
  expect((await signIn('203.0.113.9', 'driver', PASSWORD)).status).toBe(429);
});

test('another spelling of a name is the same user, and gives no more guesses', async () => {
  const spellings = ['driver', 'DRIVER', 'dr\u0130ver', 'Driver', 'drIver'];
  for (const username of spellings) expect((await signIn('203.0.113.9', username)).status).toBe(401);
  for (const username of spellings)
    expect((await signIn('203.0.113.9', username, PASSWORD)).status).toBe(429);
  expect((await signIn('203.0.113.10', 'dr\u0130ver', PASSWORD)).status).toBe(200);
});

/**
 * Signs a person in from this address.
 * @returns a function that signs in again with the same browser.
 */
async function browserOf(from: string, username: string, password = PASSWORD) {
  const { status, headers } = await signIn(from, username, password);
  expect(status).toBe(200);
  const cookie = headers.getSetCookie().find((each) => each.startsWith('known-browser='));
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=15552000$/);
  const [pair = ''] = cookie?.split(';') ?? [];
  return {
    pair,
    signIn: (name: string, typed = PASSWORD, sent = pair) =>
      client(behind.origin).post(
        '/api/login',
        { username: name, password: typed },
        { 'x-forwarded-for': from, cookie: sent },
      ),
  };
}

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

/** Sends five wrong passwords without a cookie. */
async function lock(from: string, username: string, password = PASSWORD): Promise<void> {
  for (let i = 0; i < 5; i += 1) await signIn(from, username);
  expect(await statusOf(signIn(from, username, password))).toBe(429);
}

test('failures of others at the same address do not lock out a browser that the user has used before', async () => {
  const at = '203.0.113.9';
  const own = await browserOf(at, 'driver');
  await lock(at, 'driver');
  expect(await statusOf(own.signIn('driver'))).toBe(200);
  // An address that has used all its attempts does not block this browser either.
  await used(`sign-in address:${at}`, 100);
  expect(await statusOf(own.signIn('driver'))).toBe(200);
  // That success gives other browsers no more attempts.
  await network.database.rows("delete from rate_limits where key like 'sign-in address%'");
  expect(await statusOf(signIn(at, 'driver', PASSWORD))).toBe(429);
  // This browser has five attempts of its own. The form and the call share them.
  for (let i = 0; i < 5; i += 1) expect(await statusOf(own.signIn('driver', 'wrong-password'))).toBe(401);
  const refused = await own.signIn('driver');
  expect(refused.status).toBe(429);
  const form = new URLSearchParams({ intent: 'signIn', username: 'driver', password: PASSWORD }).toString();
  const type = 'application/x-www-form-urlencoded';
  const headers = { 'content-type': type, 'x-forwarded-for': at, cookie: own.pair };
  expect(await statusOf(client(behind.origin).post('/auth', form, headers))).toBe(429);
});

test('the cookie of one’s own sign-in gives no attempts on anybody else, and none can be made', async () => {
  const at = '203.0.113.9';
  const [own, victim] = [await browserOf(at, 'driver2'), await browserOf(at, 'driver')];
  await lock(at, 'driver');
  expect(await statusOf(own.signIn('driver'))).toBe(429);
  const [name = '', mark = ''] = victim.pair.split('=');
  const [id = '', signature = ''] = mark.split('.');
  const [ownId = ''] = (own.pair.split('=')[1] ?? '').split('.');
  const other = signature.startsWith('A') ? 'B' : 'A';
  for (const forged of [
    `${id}.${other}${signature.slice(1)}`,
    `${ownId}.${signature}`,
    `${id}.`,
    id,
    `.${signature}`,
    `${String(network.ids.driver)}.${signature}`,
    '~'.repeat(500),
  ])
    expect([forged, await statusOf(own.signIn('driver', PASSWORD, `${name}=${forged}`))]).toEqual([
      forged,
      429,
    ]);
  // The right password shows that the other tries were refused for being wrong.
  expect(await statusOf(victim.signIn('driver'))).toBe(200);
});

test('more sign-ins in a browser give no more attempts; people who share it have theirs', async () => {
  const at = '203.0.113.9';
  const own = await browserOf(at, 'driver');
  const again = await own.signIn('driver');
  const [next = ''] = (again.headers.getSetCookie()[1] ?? '').split(';');
  expect(next).toBe(own.pair);
  const second = await own.signIn('driver2');
  const [both = ''] = (second.headers.getSetCookie()[1] ?? '').split(';');
  await lock(at, 'driver');
  await lock(at, 'driver2');
  expect(await statusOf(own.signIn('driver', PASSWORD, both))).toBe(200);
  expect(await statusOf(own.signIn('driver2', PASSWORD, both))).toBe(200);
});

test('a new password makes the cookies of the old one worthless', async () => {
  const at = '203.0.113.9';
  const admin = await network.as('admin');
  const former = await browserOf(at, 'driver3');
  const path = `/api/admin/users/${String(network.ids.driver3)}/password`;
  expect((await admin.post(path, { password: 'from-Salina-to-Topeka' })).status).toBe(200);
  await lock(at, 'driver3', 'from-Salina-to-Topeka');
  expect(await statusOf(former.signIn('driver3', 'from-Salina-to-Topeka'))).toBe(429);
});

test('after all attempts are used, further names add no rows', async () => {
  await used('sign-in address:203.0.113.9', 100);
  for (let i = 0; i < 5; i += 1) {
    const { status } = await signIn('203.0.113.9', `nobody-${String(i)}`);
    expect(status).toBe(429);
  }
  const kept = await network.database.rows<{ key: string }>('select key from rate_limits');
  expect(kept.map(({ key }) => key)).toEqual(['sign-in address:203.0.113.9']);
});

test('an IPv6 network is one guesser, however many addresses it has', async () => {
  const from = (last: number) => signIn(`2001:db8:1:2::${last.toString(16)}`, 'driver');
  for (let i = 1; i <= 5; i += 1) expect((await from(i)).status).toBe(401);
  expect((await from(6)).status).toBe(429);
  expect((await signIn('2001:db8:1:3::1', 'driver')).status).toBe(401);
});

test.each([
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9', '203.0.113.9'],
  ['unknown', 'unknown'],
])('%s counts as %s', (ip, counted) => {
  expect(networkOf(ip)).toBe(counted);
});

test('an address registers twenty people an hour, and no more', async () => {
  await used('register:203.0.113.9', 19);
  const register = (username: string) =>
    client(behind.origin).post(
      '/api/register',
      { username, password: 'long-enough', name: 'New' },
      { 'x-forwarded-for': '203.0.113.9' },
    );
  expect((await register('newcomer1')).status).toBe(201);
  expect((await register('newcomer2')).status).toBe(429);
});

test('unknown, wrong and deactivated get the same answer, word by word and header by header', async () => {
  await network.database.rows(
    `insert into users (username, password_hash, name, roles, deactivated_at)
     select 'gone', password_hash, 'Gone', roles, now() from users where username = 'driver'`,
  );
  const answers = [];
  for (const [username, password] of [
    ['driver', 'wrong-password'],
    ['nobody-here', 'wrong-password'],
    ['gone', PASSWORD],
  ] as const) {
    const { status, body, headers } = await signIn('203.0.113.9', username, password);
    const shownHeaders = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    answers.push({ status, body, shownHeaders });
  }
  expect(answers[0]?.status).toBe(401);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  // The sixth attempt is refused in the same way for a name that nobody has.
  const refusals = [];
  for (const username of ['driver', 'nobody-here']) {
    for (let i = 0; i < 4; i += 1) await signIn('203.0.113.9', username);
    const { status, body } = await signIn('203.0.113.9', username);
    refusals.push([status, body.error]);
  }
  expect(refusals[0]?.[0]).toBe(429);
  expect(refusals[1]).toEqual(refusals[0]);
});

test('the word of a proxy that is not trusted gives nobody another address', async () => {
  const guess = (n: number) =>
    client(network.app.origin).post(
      '/api/login',
      { username: 'driver', password: 'wrong-password' },
      { 'x-forwarded-for': `203.0.113.${String(n)}` },
    );
  for (let i = 1; i <= 5; i += 1) expect((await guess(i)).status).toBe(401);
  expect((await guess(6)).status).toBe(429);
});
