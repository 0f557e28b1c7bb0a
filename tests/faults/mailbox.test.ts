/** Messages of a real mail server become documents, once, and every message goes to one of two folders. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SourceWithSettings } from '~/domain/intake/inbox/schema';
import type { Client } from '../support/client';
import { type Dovecot, findDovecot, MAIL_PASSWORD, MAIL_USER, startDovecot } from '../support/dovecot';
import { endLeases } from '../support/jobs';
import { type Network, startNetwork } from '../support/network';

const program = findDovecot();
const SKIPPED = program ? '' : ' (SKIPPED: Dovecot is not installed)';
const WAIT = { timeout: 60_000, interval: 100 };

let dovecot: Dovecot;
let network: Network;
let admin: Client;
let path: string;

const inThese = (more: object = {}) => ({
  kind: 'mail',
  host: 'localhost',
  port: dovecot.ports.tls,
  user: MAIL_USER,
  senders: ['counter@plaza.example', '@olathe.example'],
  ...more,
});
const source = async () => (await admin.get<SourceWithSettings>(path)).body;
const change = (body: object) => admin.patch<SourceWithSettings & { error?: string }>(path, body);
const check = () => admin.post<{ messages?: number; error?: string }>(`${path}/check`);
const texts = async () =>
  (
    await network.database.rows<{ text: string }>(
      "select encode(c.bytes, 'escape') as text from intake_contents c order by document_id",
      [],
    )
  ).map(({ text }) => text);
const isIn = (folder: string, subject: string) =>
  vi.waitFor(async () => expect(await dovecot.subjects(folder)).toContain(subject), WAIT);
const pdf = (text: string) => ({ filename: 'invoice.pdf', content: Buffer.from(`%PDF-1.4 ${text}`) });

beforeAll(async () => {
  if (!program) return;
  dovecot = await startDovecot(program);
  network = await startNetwork({
    INTAKE_MAIL_PRIVATE_ADDRESSES: 'on',
    INTAKE_MAIL_SECONDS: '0.5',
    NODE_EXTRA_CA_CERTS: dovecot.ca,
  });
  admin = await network.as('admin');
  const made = await admin.post<SourceWithSettings>('/api/intake/sources', {
    name: 'Orders',
    settings: inThese(),
    secret: MAIL_PASSWORD,
  });
  expect(made.status).toBe(201);
  path = `/api/intake/sources/${String(made.body.id)}`;
});
afterAll(async () => {
  if (!program) return;
  await network.close();
  await dovecot.close();
});

const real = test.skipIf(!program);

real(
  `the connection is tried without changing anything, and the password is never answered${SKIPPED}`,
  async () => {
    await dovecot.deliver({ subject: 'Waits', text: 'INVOICE that waits' });
    expect(await check()).toMatchObject({ status: 200, body: { messages: 1 } });
    expect(await dovecot.subjects('INBOX')).toEqual(['Waits']);
    const answers = [await admin.get<unknown>(path), await admin.get<unknown>('/api/intake/sources')];
    const page = await admin.get<string>(path.replace('/api/intake', '/settings'));
    for (const { body } of [...answers, page]) expect(JSON.stringify(body)).not.toContain(MAIL_PASSWORD);
    expect(await source()).toMatchObject({ hasSecret: true, on: false });
  },
);

real(
  `PDFs and texts of allowed senders are stored, then moved; all else goes to Trouble${SKIPPED}`,
  async () => {
    await dovecot.deliver({ subject: 'PDF', text: 'See attachment', attachments: [pdf('one')] });
    await dovecot.deliver({ subject: 'Domain', from: 'Anybody <a@olathe.example>', text: 'Grüße INVOICE 2' });
    await dovecot.deliver({ subject: 'Foreign', from: 'x@evil.example', attachments: [pdf('foreign')] });
    await dovecot.deliver({ subject: 'Pictures', html: '<b>INVOICE</b>' });
    await dovecot.deliver({
      subject: 'Large',
      attachments: [{ filename: 'a.pdf', content: Buffer.alloc(2_100_000, '%PDF-') }],
    });
    await dovecot.deliver({
      subject: 'Mixed up',
      attachments: [{ filename: 'a.pdf', content: Buffer.from([0x50, 0x4b, 3, 4, 20, 0]) }],
    });
    // Its description is larger than what we read of a mail server.
    const to = Array.from({ length: 300_000 }, (_, index) => `u${String(index)}@example.com`).join(',\r\n ');
    await dovecot.deliver({ raw: `From: counter@plaza.example\r\nSubject: Bomb\r\nTo: ${to}\r\n\r\nx` });
    await dovecot.deliver({ subject: 'Last', text: 'INVOICE after the bomb' });
    await change({ on: true });
    await isIn('Done', 'Last');
    await isIn('Trouble', 'Bomb');
    expect(await dovecot.subjects('INBOX')).toEqual([]);
    expect(await dovecot.subjects('Done')).toEqual(['Waits', 'PDF', 'Domain', 'Last']);
    expect(await dovecot.subjects('Trouble')).toEqual(['Foreign', 'Pictures', 'Large', 'Mixed up', 'Bomb']);
    expect((await texts()).map((text) => text.trim())).toEqual([
      'INVOICE that waits',
      '%PDF-1.4 one',
      'Gr\\303\\274\\303\\237e INVOICE 2',
      'INVOICE after the bomb',
    ]);
    expect(await source()).toMatchObject({ refused: 5, failingSince: null });
  },
);

real(`with a named mail server, only what it confirms is stored${SKIPPED}`, async () => {
  const result = (server: string, text: string, domain = 'plaza.example') => ({
    'Authentication-Results': `${server}; dmarc=${text} header.from=${domain}`,
  });
  await change({ settings: inThese({ confirmedBy: 'mx.example' }) });
  await dovecot.deliver({ subject: 'Confirmed', text: 'C', headers: result('mx.example', 'pass') });
  await dovecot.deliver({ subject: 'Forged', text: 'F', headers: result('mx.example', 'fail') });
  await dovecot.deliver({ subject: 'Other', text: 'O', headers: result('evil.example', 'pass') });
  const another = result('mx.example', 'pass', 'evil.example');
  await dovecot.deliver({ subject: 'Another domain', text: 'A', headers: another });
  await isIn('Done', 'Confirmed');
  await isIn('Trouble', 'Forged');
  await isIn('Trouble', 'Other');
  await isIn('Trouble', 'Another domain');
  await change({ settings: inThese() });
});

real(
  `the same bytes are one document, and another instance goes on when one is killed${SKIPPED}`,
  async () => {
    const before = (await texts()).length;
    const MESSAGES = 20;
    let app = await network.another();
    await network.app.kill();
    await endLeases(network.database);
    admin = admin.through(app.origin);
    for (let index = 0; index < MESSAGES; index += 1)
      await dovecot.deliver({
        subject: `Killed ${String(index)}`,
        attachments: [pdf(`killed ${String(index)}`)],
      });
    await dovecot.deliver({ subject: 'Twice', attachments: [pdf('killed 3')] });
    const done = async () =>
      (await dovecot.subjects('Done')).filter((each) => each.startsWith('Killed')).length;
    for (const share of [1, MESSAGES / 2]) {
      await vi.waitFor(async () => expect(await done()).toBeGreaterThanOrEqual(share), WAIT);
      const killed = app;
      await killed.kill();
      app = await network.another();
      admin = admin.through(app.origin);
      await endLeases(network.database);
    }
    await isIn('Done', 'Twice');
    expect(await done()).toBe(MESSAGES);
    expect((await texts()).length).toBe(before + MESSAGES);
  },
);

real(
  `a mail server that is away is said in Settings, and messages come again by themselves${SKIPPED}`,
  async () => {
    await dovecot.stop();
    await vi.waitFor(
      async () =>
        expect(await source()).toMatchObject({
          lastError: 'The mail server takes no connections at this port',
        }),
      WAIT,
    );
    await dovecot.start();
    await dovecot.deliver({ subject: 'Back', text: 'INVOICE after the outage' });
    await isIn('Done', 'Back');
    expect(await source()).toMatchObject({ lastError: null, failingSince: null });
  },
);

real(
  `a wrong password is not tried again for minutes, and a stored one goes to no other server${SKIPPED}`,
  async () => {
    const refusal = 'The mail server refused the user name or the password';
    await change({ secret: 'wrong' });
    await vi.waitFor(async () => expect((await source()).lastError).toContain(refusal), WAIT);
    const [job] = await network.database.rows<{ seconds: number }>(
      "select extract(epoch from run_at - now())::float8 as seconds from jobs where kind = 'mail'",
      [],
    );
    expect(job?.seconds).toBeGreaterThan(500);
    expect((await check()).body.error).toContain(refusal);
    const elsewhere = await change({
      settings: inThese({ port: dovecot.ports.plain, security: 'starttls' }),
    });
    expect([elsewhere.status, elsewhere.body.error]).toEqual([422, 'Enter the password again']);
    const settings = inThese({ port: dovecot.ports.plain, security: 'starttls' });
    expect((await change({ settings, secret: MAIL_PASSWORD })).status).toBe(200);
    await dovecot.deliver({ subject: 'Right', text: 'INVOICE with the right password' });
    await isIn('Done', 'Right');
  },
);

real(`private addresses, missing TLS and unknown certificates are refused${SKIPPED}`, async () => {
  const strict = admin.through((await network.another({ INTAKE_MAIL_PRIVATE_ADDRESSES: 'off' })).origin);
  const literal = { name: 'Literal', settings: inThese({ host: '127.0.0.1' }), secret: 'x' };
  expect(await strict.post('/api/intake/sources', literal)).toMatchObject({
    status: 422,
    body: { error: '127.0.0.1 is in a private network, which mailboxes may not call' },
  });
  expect((await strict.post<{ error: string }>(`${path}/check`)).body.error).toMatch(
    /is in a private network/,
  );
  const trusting = admin.through((await network.another({ NODE_EXTRA_CA_CERTS: '' })).origin);
  await change({ on: false, settings: inThese(), secret: MAIL_PASSWORD });
  expect((await trusting.post<{ error: string }>(`${path}/check`)).body.error).toMatch(
    /^The certificate of the mail server is not valid/,
  );
  await change({ settings: inThese({ security: 'none', port: dovecot.ports.plain }), secret: MAIL_PASSWORD });
  expect((await check()).status).toBe(200);
});
