/** Texts that try to become a header, a line of the log, a file's path, a formula or a stack trace. */
import { beforeAll, expect, test } from 'vitest';
import type { App } from '../../support/app';
import { client } from '../../support/client';
import { submitForm } from '../../support/forms';
import { useNetwork } from '../../support/use-network';
import { ask } from '../../support/raw';
import { API_PATHS, PAGE_PATHS } from '../../support/routes';

const network = useNetwork({ LOG_LEVEL: 'info' });
const admin = network.client('admin');
let app: App;

beforeAll(() => {
  app = network.app;
});

test.each([
  '/x\r\nSet-Cookie: session=evil',
  '/x\nLocation: https://evil.example',
  '/\u2028x',
  '/\u00fc\u2603?q=\u00fc#\u2603',
  '//evil.example/\u00fc',
  '/\\evil.example',
])('a way back is a path in ASCII on this host, or none: %j', async (way) => {
  const forms = [
    submitForm(client(app.origin), '/auth', {
      intent: 'signIn',
      username: 'driver',
      password: 'dispatch-demo',
      redirectTo: way,
    }),
    submitForm(admin, '/dispatcher/undo', { undoId: '00000000-0000-4000-8000-000000000000', back: way }),
  ];
  for (const { status, location } of await Promise.all(forms)) {
    expect(status).toBe(302);
    expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
    expect(location).not.toContain('evil');
  }
});

test('every line of the log is one entry, whatever it was asked', async () => {
  const forged = '{"level":30,"msg":"forged"}';
  await client(app.origin).get(`/x%0a${encodeURIComponent(forged)}`);
  await client(app.origin).post(
    '/api/login',
    { username: `driver\n${forged}`, password: 'wrong-password' },
    { 'user-agent': forged, 'x-request-id': forged },
  );
  const lines = app.output().split('\n');
  for (const line of lines.filter((each) => each.startsWith('{'))) {
    const entry = JSON.parse(line) as { msg: string };
    expect(entry.msg).not.toBe('forged');
  }
  expect(lines.some((line) => line.includes('/x%0a'))).toBe(true);
  expect(app.output()).not.toContain('wrong-password');
});

test("a customer's link is not in the log, however it is spelled", async () => {
  const secret = 'a-secret-that-only-the-customer-has-0123456';
  for (const path of [
    `/p/${secret}`,
    `/P/${secret}`,
    `/%70/${secret}`,
    `//p/${secret}`,
    `/p/${secret}/photos/1`,
  ])
    await client(app.origin).get(path);
  await client(app.origin).get('/last-of-these');
  await expect.poll(() => app.output()).toContain('/last-of-these');
  expect(app.output()).not.toContain(secret);
});

test.each([
  '/build/../../package.json',
  '/build/%2e%2e/%2e%2e/package.json',
  '/build/..%2f..%2fpackage.json',
  '/..%2f..%2f..%2f..%2fetc/passwd',
  '/..%5c..%5cpackage.json',
  '/%2e%2e/server.ts',
  '//etc/passwd',
  '/./../.env.example',
  '/.git/config',
])('no file but the public ones: %s', async (path) => {
  const answer = await ask(app.origin, [`GET ${path} HTTP/1.1`, `Host: ${new URL(app.origin).host}`]);
  expect(answer).toMatch(/^HTTP\/1.1 40\d /);
  expect(answer).not.toMatch(/root:x|"parts-dispatch"|DATABASE_URL|repositoryformatversion|process\.env/);
});

test.each([
  "1' or '1'='1",
  '1;drop table users',
  '1 union select 1',
  '-1',
  '1e3',
  '0x1',
  '99999999999',
  '%2e%2e',
  '\u0661',
])('an id is digits: %s', async (id) => {
  for (const path of ['/api/tasks/', '/api/accounts/', '/api/admin/users/', '/api/accounts/imports/']) {
    const { status } = await admin.get(path + encodeURIComponent(id));
    expect([path, status]).toEqual([path, 400]);
  }
});

test('no answer tells where in the code it was made, or what it runs on', async () => {
  const visitor = client(app.origin);
  const answers = [
    admin.post('/api/tasks', '{'),
    admin.post('/api/tasks/batch/status', { taskIds: ['x'] }),
    admin.get('/api/nothing'),
    admin.get('/history?date=nonsense'),
    admin.get('/nowhere?_data=nothing'),
    admin.get('/dispatcher.data?_routes=nothing'),
    visitor.get('/nowhere'),
    visitor.post('/auth', 'x', { 'content-type': 'multipart/form-data' }),
  ];
  for (const { body, headers } of await Promise.all(answers)) {
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/node_modules|node:internal|\bat \w+ \(|select .+ from |build\/index\.js/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  }
});

test('a proxy keeps nothing of anybody, and browsers guess no kinds @long', async () => {
  const paths = [...API_PATHS, ...PAGE_PATHS, '/auth', '/p/{}'].map((path) => path.replaceAll('{}', '1'));
  for (const path of paths) {
    const { headers } = await admin.get(path);
    expect([path, headers.get('cache-control')]).toEqual([
      path,
      expect.stringMatching(/no-store|private, no-cache/),
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});

test('a formula for a spreadsheet is text in every file that we write', async () => {
  const evil = ['=1+1', '+1+cmd|x', '-2+3', '@SUM(1)', '\uff1d1+1', '=HYPERLINK("http://evil.example","x")'];
  for (const [i, name] of evil.entries())
    await admin.post('/api/accounts', { name, accountType: 'shop', phone: `+1 816 555 010${String(i)}` });
  await network.database.rows(
    `insert into tasks (type, location, address, notes, part_numbers, invoice_number, status, archived, completed_at, driver_id, created_by)
     select 'pickup', text, text, text, text, text, 'completed', true, '2026-03-09T18:00Z', $2, $2 from unnest($1::text[]) text`,
    [evil, network.ids.driver],
  );
  await network.database.rows("update users set name = '=1+1' where username = 'driver2'");
  await admin.put(`/api/users/${String(network.ids.driver2)}`, { name: '=1+2' });
  for (const path of [
    '/accounts/export.csv',
    '/history/export.csv?from=2026-03-01&to=2026-03-31',
    '/settings/audit.csv',
  ]) {
    const { status, body, headers } = await admin.get<string>(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
    const cells = body.replace(/^\ufeff/, '').match(/(?:^|,|\r\n)"?[^,"\r\n]+/g) ?? [];
    const running = cells
      .map((cell) => cell.replace(/^[,\r\n]*"?/, ''))
      .filter((cell) => /^[=+@\uff1d]|^-\D/.test(cell));
    expect([path, running]).toEqual([path, []]);
  }
});
