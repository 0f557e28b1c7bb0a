/** A password for a mail server never leaves this machine unencrypted. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { loadAnew } from '../support/load-anew';

/**
 * Starts a mail server, or an attacker's proxy, that offers no STARTTLS.
 * @returns the texts that were sent to it.
 */
async function startServer() {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      const line = piece.toString('latin1');
      said.push(line);
      socket.write(line.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN\r\n' : '502 No\r\n');
    });
    socket.write('220 mail\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { said, port, close: () => server.close() };
}

async function sendBy(url: string): Promise<void> {
  vi.stubEnv('SMTP_URL', url);
  vi.stubEnv('MAIL_FROM', 'parts@network.example');
  loadAnew();
  const { sendEmail } = await import('~/domain/customers/messages/channels.server');
  const message = {
    id: '1',
    recipient: 'pat@shop.example',
    subject: 'Parts',
    body: 'On the way',
    language: 'en' as const,
  };
  await sendEmail(message, () => Promise.resolve());
}

afterEach(() => {
  vi.unstubAllEnvs();
  loadAnew();
});

// 0.0.0.0 leads to this machine, but is not a known local name.
test.each([
  ['smtp://parts:secret@0.0.0.0', false],
  ['smtp://parts:secret@127.0.0.1', true],
  ['smtp://parts:secret@localhost', true],
])('%s: the password is sent without TLS: %s', async (url, isSent) => {
  const server = await startServer();
  await sendBy(`${url}:${String(server.port)}`);
  server.close();
  expect(server.said.some((line) => line.startsWith('EHLO'))).toBe(true);
  expect(server.said.some((line) => line.startsWith('AUTH'))).toBe(isSent);
  expect(server.said.some((line) => line.startsWith('STARTTLS'))).toBe(!isSent);
});
