/** Requests without a session are refused and never cause an error of ours, because such errors would hide a real one. */
import { get } from 'node:http';
import { beforeAll, expect, test, vi } from 'vitest';
import { HANGS_AFTER_MS } from '../../support/client';
import { CALLS } from '../../support/calls';
import { useNetwork } from '../../support/use-network';

const network = useNetwork({ LOG_LEVEL: 'info' });

/** These are all pages and files that need no sign-in, some that do, and some that do not exist. */
const PAGES = [
  '/',
  '/auth',
  '/auth/answer',
  '/auth/password',
  '/setup',
  '/logout',
  '/nowhere',
  '/p',
  '/p/',
  '/p/in/',

  '/p/anything',
  '/p/anything/signature',
  '/p/anything/photos/1',
  '/p/anything/photos/x',
  '/p/in/anything',

  '/p/at/anything',
  '/sms/replies',
  '/tiles/1/0/0.pbf',
  '/tiles/x',
  '/metrics',
  '/healthz',
  '/readyz',
  '/ws',
  '/manifest.webmanifest',
  '/service-worker.js',
  '/build/none.js',
  '/favicon.ico',
  '/api',
  '/api/none',
  '/driver',
  '/driver/stops/1/sign',
  '/dispatcher',
  '/dispatcher/tasks/new',
  '/dispatcher/undo',
  '/accounts',
  '/accounts/import',
  '/accounts/export.csv',
  '/history',
  '/history/export.csv',

  '/settings',
  '/settings/password',
  '/settings/users/1/password',
  '/settings/users/x/roles',
  '/help/api',
  '/auth.data',
  '/p/anything.data',
  '/p/in/anything.data',
  '/driver.data',
  '/setup.data',
  '/_root.data',

  '/auth?_data=routes%2Fauth',
  '/p/anything?_data=routes%2Fp.%24token',
  '/p/anything?index',
  '/%00',
  '/p/%ff',
];
const API = [...new Set(CALLS.map(({ call }) => call.split(' ')[1] ?? ''))].map((path) =>
  path.replace(/\{(\w+)\}|:(\w+)/g, '1'),
);

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
type Body = [what: string, type: string | null, body: string | Uint8Array, more?: Record<string, string>];

const BODIES: Body[] = [
  ['JSON', JSON_TYPE, '{"a":1}'],
  ['JSON that is broken', JSON_TYPE, '{"a":'],
  ['JSON that is no object', JSON_TYPE, 'null'],
  ['a deep list', JSON_TYPE, '['.repeat(500) + ']'.repeat(500)],
  ['bytes that are no UTF-8', JSON_TYPE, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['text', 'text/plain', 'hello'],
  ['no type', null, new Uint8Array([1, 2, 3])],
  ['a type that is none', '////', 'x'],
  ['a form', FORM, 'intent=signIn&username=x&password=%00'],
  ['a form with names of lists', FORM, 'a[99999999]=1&b.c.d=2&__proto__=3'],
  ['a form with too many fields', FORM, 'a=&'.repeat(3_000)],
  ['a form with escapes that are none', FORM, '%=%zz&%ff=%ff'],
  ['a multipart form without a boundary', 'multipart/form-data', 'x'],
  [
    'a multipart form that ends early',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="a',
  ],
  ['a multipart form without names', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['an encoding that is none', JSON_TYPE, '{}', { 'content-encoding': 'x' }],
  ['gzip that is none', FORM, 'a=b', { 'content-encoding': 'gzip' }],
];

type Sent = { method: string; path: string; what: string; status: number };
const answers: Sent[] = [];

async function send(method: string, path: string, body?: Body): Promise<void> {
  const [what = 'nothing', type = null, content, more] = body ?? [];
  const { status } = await fetch(network.app.origin + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
    headers: { ...(type !== null && { 'content-type': type }), ...more },
    ...(content !== undefined && { body: content as BodyInit }),
  }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer;
  });
  answers.push({ method, path, what, status });
}

const AT_ONCE = 8;

async function all(requests: (() => Promise<void>)[]): Promise<void> {
  // Guesses are limited. Requests refused by that limit would test nothing.
  await network.database.rows('delete from rate_limits');
  for (let i = 0; i < requests.length; i += AT_ONCE)
    await Promise.all(requests.slice(i, i + AT_ONCE).map((request) => request()));
}

beforeAll(async () => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
    await all(PAGES.map((path) => () => send(method, path)));
  for (const body of BODIES) {
    await all(PAGES.map((path) => () => send('POST', path, body)));
    await all(API.map((path) => () => send('POST', path, body)));
  }
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    await all(PAGES.flatMap((path) => BODIES.slice(0, 2).map((body) => () => send(method, path, body))));
});

test('every anonymous request is answered, none with 500', () => {
  expect(answers.length).toBeGreaterThan(2_000);
  // A path answers 503 when its feature is not set up.
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
});

test('a body of the wrong kind is refused for that, under an address that does not exist as well', () => {
  const statusOf = (path: string, what: string) =>
    answers.find((each) => each.method === 'POST' && each.path === path && each.what === what)?.status;
  for (const what of ['JSON', 'JSON that is broken', 'text', 'a multipart form without a boundary'])
    expect([what, [400, 404, 415].includes(statusOf('/p/anything', what) ?? 0)]).toEqual([what, true]);
  expect(statusOf('/api/login', 'JSON that is broken')).toBe(400);
  expect(statusOf('/api/login', 'text')).toBe(415);
});

test('nothing of it is a line at level error', async () => {
  await fetch(`${network.app.origin}/the-last-one`);
  await vi.waitFor(() => {
    expect(network.app.output()).toContain('/the-last-one');
  });
  const lines = network.app.output().split('\n');
  const errors = lines.filter((line) => /"level":(50|60)\b/.test(line) || !line.startsWith('{'));
  expect(errors.filter((line) => /"level":(50|60)\b|Error|^\s+at /.test(line))).toEqual([]);
});

test('the description of the API is never sent whole: a short request would make a long answer', async () => {
  const sent = await new Promise<{ encoding: string | undefined; bytes: number }>((resolve, reject) => {
    const headers = { 'accept-encoding': 'identity' };
    const request = get(`${network.app.origin}/api/openapi.json`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('error', reject);
      answer.once('end', () => {
        resolve({ encoding: answer.headers['content-encoding'], bytes });
      });
    });
    request.once('error', reject);
  });
  expect(sent.encoding).toBe('gzip');
  expect(sent.bytes).toBeLessThan(150_000);
});
