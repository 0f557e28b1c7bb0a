import { expect, test } from 'vitest';
import { client, PASSWORD } from '../support/client';
import { delivery, make, signature } from '../support/factories';
import { tokenOf } from '../support/people';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const onHttps = () => network.shared({ APP_ORIGIN: 'https://dispatch.test' });

const visitor = () => client(network.app.origin);

test('the signed-in user, by cookie', async () => {
  const dispatcher = await network.as('dispatcher');
  const { status, body } = await dispatcher.get('/api/user');
  expect(status).toBe(200);
  expect(body).toMatchObject({ username: 'dispatcher', name: 'Dana Dispatcher', roles: ['dispatcher'] });
  expect(JSON.stringify(body)).not.toContain('hash');
});

test('nobody gets 401 and a sentence', async () => {
  expect(await visitor().get('/api/user')).toMatchObject({
    status: 401,
    body: { error: 'Authentication required' },
  });
  expect((await visitor().get('/api/tasks')).status).toBe(401);
});

test('a wrong password and an unknown name say the same', async () => {
  for (const username of ['dispatcher', 'nobody-here']) {
    const { status, body } = await visitor().post('/api/login', { username, password: 'wrong-password' });
    expect([status, body.error]).toEqual([401, 'Invalid username or password']);
  }
});

test('user names compare without case', async () => {
  const { status } = await visitor().post('/api/login', { username: 'DISPATCHER', password: PASSWORD });
  expect(status).toBe(200);
});

test.each([
  [{ username: 'ab', password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
  [{ username: 'dispatcher', password: '12345' }, 'password', 'Password must be at least 6 characters'],
  [{ username: ['a', 'b'], password: PASSWORD }, 'username', 'Username must be text'],
  [{ username: 'dispatcher', password: { ne: 1 } }, 'password', 'Password must be at least 6 characters'],
])('sign-in input is checked: %#', async (input, field, sentence) => {
  const { status, body } = await visitor().post<{ fields: Record<string, string[]> }>('/api/login', input);
  expect([status, body.fields[field]]).toEqual([422, [sentence]]);
});

test('five failures are enough, on every instance, and success wipes the slate @long', async () => {
  const other = await network.another();
  const guess = (origin: string, password: string) =>
    client(origin).post('/api/login', { username: 'driver3', password });
  for (let i = 0; i < 4; i += 1) expect((await guess(network.app.origin, 'wrong-password')).status).toBe(401);
  expect((await guess(other.origin, PASSWORD)).status).toBe(200);
  for (let i = 0; i < 5; i += 1) expect((await guess(other.origin, 'wrong-password')).status).toBe(401);
  const refused = await guess(network.app.origin, PASSWORD);
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatch(/^Too many sign-in attempts. Try again in \d+ minutes?\.$/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('parallel guesses count as well', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      visitor().post('/api/login', { username: 'driver2', password: 'wrong-password' }),
    ),
  );
  const counted = answers.map(({ status }) => status);
  expect(counted.filter((status) => status === 401)).toHaveLength(5);
  expect(counted.filter((status) => status === 429)).toHaveLength(7);
});

test('the cookie is for HTTP only, and only a hash of it is stored', async () => {
  const signedIn = visitor();
  const { headers } = await signedIn.post('/api/login', {
    username: 'admin',
    password: PASSWORD,
    rememberMe: true,
  });
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toContain('HttpOnly');
  expect(cookie).toContain('SameSite=Lax');
  expect(cookie).toContain('Max-Age=2592000');
  const token = /session=([^;]+)/.exec(cookie)?.[1] ?? '';
  const stored = await network.database.rows<{ hash: string }>(
    "select encode(token_hash, 'escape') as hash from sessions",
  );
  expect(stored.map(({ hash }) => hash)).not.toContain(token);
  const brief = await visitor().post('/api/login', {
    username: 'admin',
    password: PASSWORD,
    rememberMe: false,
  });
  expect(brief.headers.getSetCookie()[0]).not.toContain('Max-Age');
});

test('signing in again ends the session the browser had', async () => {
  const signedIn = await network.as('admin');
  const before = signedIn.cookie();
  await signedIn.signIn('admin');
  expect(signedIn.cookie()).not.toBe(before);
  expect((await visitor().get('/api/user', { cookie: before })).status).toBe(401);
});

test('signing out takes effect at once, on every instance', async () => {
  const signedIn = await network.as('dispatcher');
  const cookie = signedIn.cookie();
  expect((await signedIn.post('/api/logout')).status).toBe(200);
  expect((await visitor().get('/api/user', { cookie })).status).toBe(401);
  expect((await visitor().post('/api/logout')).status).toBe(200);
});

test.each([
  [false, '29 minutes 50 seconds', '1 hour', 200],
  [false, '30 minutes 1 second', '1 hour', 401],
  [false, '1 minute', '12 hours 1 second', 401],
  [true, '6 days 23 hours', '10 days', 200],
  [true, '7 days 1 second', '10 days', 401],
  [true, '1 minute', '30 days 1 second', 401],
])('remember %s, unused for %s, %s old: %i', async (remember, unused, age, expected) => {
  const signedIn = visitor();
  await signedIn.post('/api/login', { username: 'admin', password: PASSWORD, rememberMe: remember });
  const token = signedIn.cookie().slice('session='.length);
  await network.database.rows(
    `update sessions set last_seen_at = now() - $1::interval, created_at = now() - $2::interval
     where token_hash = sha256($3::bytea)`,
    [unused, age, Buffer.from(token)],
  );
  expect((await signedIn.get('/api/user')).status).toBe(expected);
});

test('a user who registers is a driver, whatever role the request names', async () => {
  const newcomer = visitor();
  const { status, body } = await newcomer.post('/api/register', {
    username: 'newcomer',
    password: 'long-enough',
    name: 'New Comer',
    roles: ['admin'],
    dealerships: ['Ford'],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ username: 'newcomer', roles: ['driver'], dealerships: [] });
  expect((await newcomer.get('/api/users')).status).toBe(403);
  const again = await visitor().post('/api/register', {
    username: 'NewComer',
    password: 'long-enough',
    name: 'Other',
  });
  expect([again.status, again.body.error]).toEqual([409, 'This username is already taken']);
  const weak = await visitor().post('/api/register', {
    username: 'weakling',
    password: '1234567',
    name: 'Weak',
  });
  expect([weak.status, weak.body.error]).toEqual([422, 'Password must be at least 8 characters']);
});

test('registration can be closed @long', async () => {
  const closed = await network.another({ REGISTRATION: 'closed' });
  const { status, body } = await client(closed.origin).post('/api/register', {
    username: 'latecomer',
    password: 'long-enough',
    name: 'Late',
  });
  expect([status, body.error]).toEqual([403, 'Registration is closed']);
  expect((await client(closed.origin).get<string>('/auth')).body).not.toContain('Register');
  expect((await client(network.app.origin).get<string>('/auth')).body).toContain('Register');
});

test('people, for those who plan', async () => {
  const dispatcher = await network.as('dispatcher');
  const { body } = await dispatcher.get<{ username: string; roles: string[] }[]>('/api/users?role=driver');
  expect(body.map(({ username }) => username)).toEqual(
    expect.arrayContaining(['driver', 'driver2', 'driver3']),
  );
  expect(body.every(({ roles }) => roles.includes('driver'))).toBe(true);
  const driver = await network.as('driver');
  const refused = await driver.get('/api/users');
  expect([refused.status, refused.body.error]).toEqual([403, "You don't have permission to do this"]);
  const names = await driver.get<string[]>('/api/user/dealership-names');
  expect(names.body).toEqual(['Buick', 'Chevrolet', 'Ford', 'Hyundai CDJR', 'Jeep']);
});

test('an API token acts as its user until it ends', async () => {
  const token = await tokenOf(network.database, network.ids.dispatcher ?? NaN);
  const bearer = { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' };
  expect((await visitor().get('/api/user', bearer)).body).toMatchObject({ username: 'dispatcher' });
  const made = await visitor().post(
    '/api/tasks',
    { type: 'pickup', location: 'By token', part_numbers: 'x' },
    bearer,
  );
  expect(made.status).toBe(201);
  await network.database.rows('update api_tokens set revoked_at = now()');
  expect((await visitor().get('/api/user', bearer)).status).toBe(401);
});

test('on https the cookie is bound to this host by its name, and the message for the next page is Secure @long', async () => {
  const secure = await onHttps();
  const browser = client(secure.origin);
  const form = new URLSearchParams({ intent: 'signIn', username: 'driver', password: PASSWORD });
  const { headers } = await browser.post('/auth', form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const cookies = headers.getSetCookie();
  const [bound = ''] = cookies;
  expect(bound).toMatch(/^__Host-session=[\w-]{44}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(cookies.find((cookie) => cookie.startsWith('flash='))).toContain('; Secure');
  expect((await browser.get('/api/user')).status).toBe(200);
  // A sibling host can set a cookie with the plain name that holds a session of its own.
  const planted = browser.cookie().replace('__Host-', '');
  expect((await visitor().get('/api/user', { cookie: planted })).status).toBe(401);
  expect((await client(secure.origin).get('/api/user', { cookie: planted })).status).toBe(401);
  const sent = browser.cookie();
  const left = await browser.post('/api/logout');
  expect(left.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
    '__Host-session=',
    'session=',
  ]);
  expect((await client(secure.origin).get('/api/user', { cookie: sent })).status).toBe(401);
});

test('users who were signed in before stay signed in, until they sign in or out', async () => {
  const secure = await onHttps();
  const before = (await network.as('driver')).through(secure.origin);
  const former = before.cookie();
  expect(former).toMatch(/^session=/);
  expect((await before.get('/api/user')).status).toBe(200);
  await before.signIn('driver');
  expect(before.cookie()).toMatch(/^__Host-session=/);
  expect((await visitor().get('/api/user', { cookie: former })).status).toBe(401);
  const another = (await network.as('driver')).through(secure.origin);
  const sent = another.cookie();
  await another.post('/api/logout');
  expect((await visitor().get('/api/user', { cookie: sent })).status).toBe(401);
});

test('a logout tells the browser to forget what it has kept of our answers', async () => {
  const person = await network.as('dispatcher');
  const form = await person.post<string>('/logout', '', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect([form.status, form.headers.get('clear-site-data')]).toEqual([302, '"cache"']);
  const call = await (await network.as('dispatcher')).post('/api/logout');
  expect(call.headers.get('clear-site-data')).toBe('"cache"');
  const left = await visitor().get('/auth', { cookie: 'left=1' });
  expect([left.status, left.headers.get('clear-site-data')]).toEqual([302, '"cache"']);
});

test('a browser keeps no answer but those that it saves another by', async () => {
  const dispatcher = await network.as('dispatcher');
  const kept = async (path: string) => {
    const { headers } = await dispatcher.get(path);
    expect(headers.get('etag')).toMatch(/"/);
    return headers.get('cache-control');
  };
  for (const path of [
    '/api/user',
    '/api/users',
    '/api/accounts',
    '/api/history/report?from=2026-03-01&to=2026-03-02',
  ])
    expect([path, await kept(path)]).toEqual([path, 'no-store']);
  for (const path of ['/api/tasks', '/api/map'])
    expect([path, await kept(path)]).toEqual([path, 'private, no-cache']);
});

test('where browsers do not follow Clear-Site-Data they store nothing; https and this machine keep their tags @long', async () => {
  const driver = await network.as('driver');
  const task = await make(await network.as('dispatcher'), delivery({ driver_id: network.ids.driver }));
  const path = `/api/tasks/${String(task.id)}`;
  await driver.patch(path, { status: 'going' });
  await driver.patch(path, { status: 'completed', signature_image: await signature() });
  const cacheControls = async (origin: string) => {
    const person = client(origin);
    await person.signIn('dispatcher');
    const answers = await Promise.all(
      ['/api/tasks', '/api/map', `${path}/signature`].map((each) => person.get(each)),
    );
    const again = await Promise.all(
      [answers[0], answers[2]].map(async (answer, index) => {
        const known = { 'if-none-match': answer?.headers.get('etag') ?? '' };
        return (await person.get(index === 0 ? '/api/tasks' : `${path}/signature`, known)).status;
      }),
    );
    expect([answers.map(({ status }) => status), again]).toEqual([
      [200, 200, 200],
      [304, 304],
    ]);
    return new Set(answers.map(({ headers }) => headers.get('cache-control')));
  };
  const plain = await network.another({ APP_ORIGIN: 'http://dispatch.test' });
  expect(await cacheControls(plain.origin)).toEqual(new Set(['no-store']));
  const secure = await onHttps();
  expect(await cacheControls(secure.origin)).toEqual(new Set(['private, no-cache']));
  expect(await cacheControls(network.app.origin)).toEqual(new Set(['private, no-cache']));
});
