/** Mail servers and printers that go on very slowly have a limit in all. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFalseImap } from '../support/false-imap';
import { loadAnew } from '../support/load-anew';

/** The product's limits are a fiftieth here. */
const FASTER = { TIME_LIMIT_FACTOR: '0.02', INTAKE_MAIL_PRIVATE_ADDRESSES: 'on' };
const before = { ...process.env };

beforeAll(() => {
  Object.assign(process.env, FASTER);
  loadAnew();
});
afterAll(() => {
  for (const name of Object.keys(FASTER)) {
    const value = before[name];
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  loadAnew();
});

test('a mail server that never ends its answer is a fault', async () => {
  const server = await startFalseImap({ trickles: true });
  const { collectMail } = await import('~/domain/intake/ways/mailbox.server');
  const mailbox = {
    host: '127.0.0.1',
    port: server.port,
    security: 'none' as const,
    user: 'orders',
    password: 'printed paper',
    folder: 'INBOX',
    senders: ['@plaza.example'],
    confirmedBy: '',
  };
  const never = () => Promise.reject(new Error('Nothing is stored'));
  const { signal } = new AbortController();
  await expect(collectMail(mailbox, { store: never, refuse: never, signal })).rejects.toThrow(
    'The mail server sends too slowly',
  );
  await server.close();
});

test('a printer that has a document and goes on talking has printed it', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    const timer = setInterval(() => socket.write('@PJL USTATUS\r\n'), 20);
    socket.once('close', () => {
      clearInterval(timer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { print } = await import('~/domain/intake/ways/printer.server');
  const { signal } = new AbortController();
  await expect(print({ host: '127.0.0.1', port }, Buffer.from('INVOICE 1'), signal)).resolves.toBeUndefined();
  server.close();
});
