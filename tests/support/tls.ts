/** A certificate as `npm run tls` makes it, and a client that speaks HTTP/2. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** @returns the folder. */
export function runTls(folder: string, ...words: string[]): string {
  execFileSync(process.execPath, ['scripts/tls.mjs', ...words], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: 'pipe',
  });
  return join(folder, 'tls');
}

export function makeCertificate() {
  const data = mkdtempSync(join(tmpdir(), 'parts-dispatch-tls-'));
  const folder = runTls(data, 'localhost', '127.0.0.1');
  const [cert, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const ca = readFileSync(join(folder, 'ca.crt'));
  return { data, folder, cert, key, ca, env: { TLS_CERT: cert, TLS_KEY: key } };
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** Undefined when the server has reset the request. */
type Asked = Promise<Answer | undefined>;

/** Returns a function that opens sessions, which are closed after the tests of the file. */
export function useHttp2(ca: Buffer) {
  const sessions: ClientHttp2Session[] = [];
  afterAll(() => {
    for (const session of sessions) session.destroy();
  });
  return (origin: string): ClientHttp2Session => {
    const session = connect(origin, { ca });
    session.on('error', () => undefined);
    sessions.push(session);
    return session;
  };
}

export function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string): Asked {
  return new Promise((resolve) => {
    const stream = session.request(headers, { endStream: body === undefined });
    let status = 0;
    let answered: Answer['headers'] = {};
    let text = '';
    stream.on('error', () => undefined);
    stream.on('response', (found) => {
      status = Number(found[':status']);
      answered = found;
    });
    stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    stream.once('close', () => {
      resolve(status === 0 ? undefined : { status, headers: answered, body: text });
    });
    if (body !== undefined) stream.end(body);
  });
}
