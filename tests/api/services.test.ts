/** When a called service fails, the log says so once, and metrics, System Information and the doctor show it. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { delivery, make } from '../support/factories';
import { startNominatim } from '../support/geocoders';
import { startMailbox } from '../support/mailbox';
import { fail, startReceiver, take, type Behaviour } from '../support/receiver';
import { useNetwork } from '../support/use-network';
import { startWire } from '../support/wire';

const TOKEN = 'a token of the metrics';
const away: Behaviour = (response) => response.writeHead(503).end('out of service');

const [mailbox, provider, receiver, nominatim] = await Promise.all([
  startMailbox(),
  startReceiver(),
  startReceiver(),
  startNominatim(),
]);
const mailLine = await startWire(new URL(mailbox.url));
const network = useNetwork({
  SMTP_URL: `smtp://127.0.0.1:${String(mailLine.port)}`,
  MAIL_FROM: 'Parts <parts@network.example>',
  SMS_URL: `${provider.url}/sms`,
  SMS_FROM: '+18165550000',
  MESSAGE_RETRY_SECONDS: '0.2',
  MESSAGE_DELAY_SECONDS: '0',
  METRICS_TOKEN: TOKEN,
  WEBHOOK_RETRY_SECONDS: '0.1',
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
  NOMINATIM_URL: nominatim.url,
  GEOCODE_RETRY_SECONDS: '0.2',
});
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
afterAll(() =>
  Promise.all([mailLine.close(), mailbox.close(), provider.close(), receiver.close(), nominatim.close()]),
);

const lines = (text: string) =>
  network.app
    .output()
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as { service: string; level: number });
const metrics = async (origin = network.app.origin) =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();

const doctor = (env: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const settings = {
      PATH: process.env.PATH,
      NODE_ENV: 'production' as const,
      ENV_FILE: '',
      PORT: '0',
      ...env,
    };
    execFile(process.execPath, ['build/index.js', 'doctor'], { env: settings }, (_error, stdout) => {
      resolve(stdout);
    });
  });
const settings = () => ({
  DATABASE_URL: network.database.url,
  SESSION_SECRET: 'for tests only, and of sufficient length',
});

const SERVICES = ['email', 'geocoder', 'text messages', 'webhook 1'];

test('an outage of mail, text messages, a webhook and the geocoder is said once, and everywhere until it is over', async () => {
  await admin.patch('/api/admin/customer-messages/quiet-hours', { quietFrom: '', quietTo: '' });
  await admin.post('/api/admin/webhooks', { url: `${receiver.url}/hook`, events: ['task.created'] });
  const account = await dispatcher.post<{ id: number }>('/api/accounts', { name: 'Garage' });
  const contact = { name: 'Pat', email: 'pat@shop.example', phone: '816-555-0123', consentSource: 'Form' };
  const made = await dispatcher.post(`/api/accounts/${String(account.body.id)}/contacts`, {
    ...contact,
    channels: ['email', 'sms'],
  });
  expect(made.status).toBe(201);
  mailLine.cut();
  provider.behave(away);
  receiver.behave(fail);
  await nominatim.down();

  const task = await make(
    dispatcher,
    delivery({ location: 'Garage', address: '1 Elm St, Lenexa, KS 66215', driver_id: network.ids.driver }),
  );
  await dispatcher.post('/api/tasks/batch/status', { taskIds: [task.id], status: 'completed' });
  await expect
    .poll(() =>
      lines('a service does not work')
        .map(({ service }) => service)
        .sort(),
    )
    .toEqual(SERVICES);
  // The call is repeated several times meanwhile.
  await expect.poll(() => provider.calls.length).toBeGreaterThan(3);
  await expect.poll(() => receiver.calls.length).toBeGreaterThan(3);
  expect(lines('a service does not work').map(({ level }) => level)).toEqual([40, 40, 40, 40]);

  await expect.poll(metrics).toMatch(/^service_outage_seconds\{service="webhook 1"\} \d/m);
  const figures = await metrics();
  for (const service of SERVICES) expect(figures).toContain(`service_outage_seconds{service="${service}"}`);
  expect(figures).toContain('customer_messages{state="waiting"} 2');
  expect(figures).toMatch(/^customer_message_oldest_seconds [\d.]+$/m);
  const page = (await admin.get<string>('/settings/system')).body;
  const report = await doctor(settings());
  for (const service of SERVICES) {
    expect(page).toContain(service);
    expect(report).toMatch(new RegExp(`^warning +Service ${service}: has not worked since`, 'm'));
  }
  expect(page).toContain('Failing');

  mailLine.mend();
  provider.behave(take);
  receiver.behave(take);
  await nominatim.up();
  await expect
    .poll(() =>
      lines('a service works again')
        .map(({ service }) => service)
        .sort(),
    )
    .toEqual(SERVICES);
  await expect.poll(metrics).not.toContain('service_outage_seconds{');
  expect((await admin.get<string>('/settings/system')).body).toContain('All working');
  expect(lines('a service does not work')).toHaveLength(SERVICES.length);
});

test('a webhook that is deleted is no outage any more', async () => {
  receiver.behave(fail);
  const hook = await admin.post<{ id: number }>('/api/admin/webhooks', {
    url: `${receiver.url}/other`,
    events: ['task.created'],
  });
  await make(dispatcher, delivery({ location: 'Another' }));
  const outages = () => network.database.rows('select service from service_outages');
  await expect.poll(outages).not.toEqual([]);
  for (const { id } of (await admin.get<{ id: number }[]>('/api/admin/webhooks')).body)
    expect((await admin.del(`/api/admin/webhooks/${String(id)}`)).status).toBe(200);
  expect(hook.body.id).toBeGreaterThan(1);
  await expect.poll(outages).toEqual([]);
});

test('the doctor says that no backup is scheduled, that one failed, and that all is well', async () => {
  const saidOfBackups = async () =>
    /^(\S+) +Scheduled backup: (.*)$/m.exec(await doctor(settings()))?.slice(1);
  expect(await saidOfBackups()).toEqual(['warning', 'off']);
  expect((await admin.get<string>('/settings/system')).body).toContain('No schedule');
  await network.database.rows(
    `insert into settings (name, value) values ('backups', '{"at":"02:00","keep":3,"folder":""}')`,
  );
  await network.database.rows(
    `insert into backups (state, error, next_try_at, finished_at) values ('failed', 'no room', null, now())`,
  );
  expect(await saidOfBackups()).toEqual(['WRONG', 'the latest failed: no room']);
  await network.database.rows(
    `insert into backups (state, next_try_at, finished_at) values ('done', null, now() - interval '2 hours')`,
  );
  expect(await saidOfBackups()).toEqual(['ok', 'daily at 02:00, the latest 2 hours ago']);
  await network.database.rows(`update backups set finished_at = now() - interval '30 hours'`);
  expect(await saidOfBackups()).toEqual(['WRONG', 'daily at 02:00, but none for 30 hours']);
});

test('the doctor and the metrics say how many documents wait, and since when', async () => {
  const saidOfInbox = async () => /^(\S+) +Inbox: (.*)$/m.exec(await doctor(settings()))?.slice(1);
  expect(await saidOfInbox()).toBeUndefined();
  await network.database.rows(
    `with source as (
       insert into intake_sources (name, user_id, is_on) values ('Counter', $1, true) returning id
     )
     insert into intake_documents (source_id, sha256, state, received_at)
     select id, sha256('1'), 'waiting', now() - interval '30 hours' from source`,
    [network.ids.admin],
  );
  expect(await saidOfInbox()).toEqual([
    'warning',
    'documents that wait for a person: 1, the oldest for 30 hours',
  ]);
  await expect
    .poll(async () => {
      const answer = await fetch(`${network.app.origin}/metrics`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      return answer.text();
    })
    .toMatch(/^inbox_documents\{state="waiting"\} 1$[\s\S]*^inbox_oldest_seconds 10[78]\d{3}/m);
  await network.database.rows("update intake_documents set received_at = now() - interval '2 hours'");
  expect(await saidOfInbox()).toEqual(['ok', 'documents that wait for a person: 1, the oldest for 2 hours']);
  await network.database.rows("update intake_documents set state = 'new'");
  expect(await saidOfInbox()).toEqual(['warning', 'documents that are not read yet: 1']);
});

describe('a certificate that expires in ten days', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-certificate-'));
  const [cert, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  let app: App;
  let visitor: Client;
  beforeAll(async () => {
    const what = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '10', '-subj', '/CN=localhost'];
    execFileSync('openssl', ['req', ...what, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const env = { TLS_CERT: cert, TLS_KEY: key, METRICS_PORT: '0' };
    app = await startApp({ databaseUrl: network.database.url, env });
    visitor = client(/Metrics are at (http:\S+)\/metrics/.exec(app.output())?.[1] ?? '');
  });
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  test('is in the log, in the metrics, and in what the doctor says', async () => {
    expect(app.output()).toContain('the certificate expires soon');
    const [, seconds = ''] =
      /^tls_certificate_seconds_left (\S+)$/m.exec((await visitor.get<string>('/metrics')).body) ?? [];
    expect(Number(seconds)).toBeGreaterThan(9 * 86_400);
    expect(Number(seconds)).toBeLessThan(10 * 86_400 + 1);
    expect(await doctor({ ...settings(), TLS_CERT: cert, TLS_KEY: key })).toMatch(/^warning +Certificate: /m);
  });
});
