/** Answers of hostile mail servers cost the process of pages and calls little, and are told. */
import { afterEach, expect, test, vi } from 'vitest';
import type { SourceWithSettings } from '~/domain/intake/inbox/schema';
import { client } from '../../support/client';
import { type FalseImap, startFalseImap } from '../../support/false-imap';
import { processorMs } from '../../support/processor-time';
import { slowed } from '../../support/slowness';
import { useNetwork } from '../../support/use-network';

const network = useNetwork({
  INTAKE_MAIL_PRIVATE_ADDRESSES: 'on',
  INTAKE_MAIL_SECONDS: '1',
});
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
const linux = process.platform === 'linux';
const WAIT = { interval: 20 };

/** The most processor time for an answer. */
const MOST_MS = slowed(1_000);

let server: FalseImap;
let path: string;

/** Adds a mailbox that is on, at a mail server with these answers. */
async function mailbox(name: string, answers: Parameters<typeof startFalseImap>[0]): Promise<void> {
  server = await startFalseImap(answers);
  const settings = {
    kind: 'mail',
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    user: 'orders',
    senders: ['@plaza.example'],
  };
  const made = await admin.post<SourceWithSettings>('/api/intake/sources', {
    name,
    settings,
    secret: 'printed paper',
  });
  expect(made.status).toBe(201);
  path = `/api/intake/sources/${String(made.body.id)}`;
  expect((await admin.patch(path, { on: true })).status).toBe(200);
}
const source = async () => (await admin.get<SourceWithSettings>(path)).body;

afterEach(async () => {
  await admin.patch(path, { on: false });
  await server.close();
});

/** Asks for the state of the process until the work is done: it is answered all the time. */
async function answeredDuring(work: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  const over = work.finally(() => {
    state.isOver = true;
  });
  const visitor = client(network.app.origin);
  while (!state.isOver) expect((await visitor.get('/healthz')).status).toBe(200);
  await over;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1)).join(' ');

test.skipIf(!linux)(
  'a mail server that lists 400,000 messages is told, while others are answered',
  async () => {
    // Loads what reads mail.
    await mailbox('Harmless', { search: () => '* SEARCH\r\n' });
    await vi.waitFor(() => {
      expect(server.signIns()).toBeGreaterThan(1);
    }, WAIT);
    await admin.patch(path, { on: false });
    await server.close();
    const before = processorMs(network.app.pid);
    await mailbox('Hostile', { search: () => `* SEARCH ${numbers(400_000)}\r\n` });
    const told = vi.waitFor(async () => {
      expect((await source()).failingSince).not.toBeNull();
    }, WAIT);
    await answeredDuring(told);
    expect(processorMs(network.app.pid) - before).toBeLessThan(2 * MOST_MS);
    const { name, lastError } = await source();
    await network.database.rows(
      "update intake_sources set failing_since = now() - interval '6 minutes' where failing_since is not null",
    );
    const { body } = await dispatcher.get<string>('/dispatcher/attention', { accept: 'text/html' });
    expect(body).toContain(`Mailbox ${name}: ${lastError ?? ''}`);
  },
);

test.skipIf(!linux)(
  'a message of 200,000 brackets that the server lists again is refused once in a round',
  async () => {
    const brackets = `* 1 FETCH (UID 1 BODYSTRUCTURE ${'('.repeat(200_000)}\r\n`;
    const before = processorMs(network.app.pid);
    await mailbox('Brackets', { fetch: () => brackets });
    const ROUNDS = 3;
    await answeredDuring(
      vi.waitFor(async () => {
        expect((await source()).refused).toBeGreaterThan(ROUNDS);
      }, WAIT),
    );
    const { refused } = await source();
    // Each round signs in once.
    expect(refused).toBeLessThanOrEqual(server.signIns());
    expect(processorMs(network.app.pid) - before).toBeLessThan((1 + refused) * 2 * MOST_MS);
    expect((await source()).lastError).toBe('A message went to Trouble: it could not be read');
  },
);
