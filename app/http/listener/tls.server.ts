/** https on the port. It reads the certificate again when its files change, and distinguishes plain http from TLS. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Socket } from 'node:net';
import { createSecureContext, createServer, type TLSSocket } from 'node:tls';
import { certificateInUse, RENEW_WITHIN_DAYS, setCertificateInUse } from '~/process/certificate.server';
import { log } from '~/process/log.server';
import { WITHIN_MS } from './connections.server';

export type CertificateFiles = { cert: string; key: string };

const LOOK_EVERY_MS = 2_000;
const REMIND_EVERY_MS = 86_400_000;
/** The first byte of a TLS handshake. No HTTP request starts with it. */
const HANDSHAKE = 0x16;

/** Excludes CBC, and key exchange without forward secrecy. TLS 1.3 has neither. */
const SECURE = {
  minVersion: 'TLSv1.2' as const,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
};

type Options = CertificateFiles & {
  /** Called with a connection whose client speaks plain HTTP. */
  onPlain: (socket: Socket) => void;
  /** Called with a TLS connection and the connection below it. */
  onSecure: (secure: TLSSocket, raw: Socket) => void;
};

type Tls = {
  /** Accepts a connection whose first byte is not known yet. */
  accept: (socket: Socket) => void;
  close: () => void;
};

/** @throws Error with a sentence when the files can't be used. */
export function openTls({ onPlain, onSecure, ...files }: Options): Tls {
  const raw = new Map<string, Socket>();
  const server = createServer({
    ...readCertificate(files),
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: WITHIN_MS.head,
  });
  server.on('secureConnection', (secure) => {
    const known = raw.get(nameOf(secure));
    if (known) onSecure(secure, known);
    else secure.destroy();
  });
  server.on('tlsClientError', (_error, socket) => {
    socket.destroy();
  });
  const reload = () => {
    try {
      server.setSecureContext(readCertificate(files));
    } catch (error) {
      log.error(
        { err: error },
        "the certificate has changed but can't be used; the previous one stays in use",
      );
    }
  };
  const reminder = setInterval(remind, REMIND_EVERY_MS);
  reminder.unref();
  const paths = Object.values(files);
  // fs.watch would not notice certbot's changes, because certbot changes the target of a link.
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return {
    accept: (socket) => {
      onFirstByte(socket, (first) => {
        if (first !== HANDSHAKE) {
          onPlain(socket);
          return;
        }
        const name = nameOf(socket);
        raw.set(name, socket);
        socket.once('close', () => raw.delete(name));
        server.emit('connection', socket);
      });
    },
    close: () => {
      clearInterval(reminder);
      for (const path of paths) unwatchFile(path, reload);
    },
  };
}

/** No two open connections of a port have the same name. */
const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket) =>
  `${remoteAddress ?? ''} ${String(remotePort)} ${localAddress ?? ''}`;

/** Includes the settings that a change of the certificate would reset. */
function readCertificate(files: CertificateFiles) {
  const read = (setting: string, path: string) => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw new Error(`${setting} can't be read: ${reasonOf(error)}`, { cause: error });
    }
  };
  const pair = { cert: read('TLS_CERT', files.cert), key: read('TLS_KEY', files.key), ...SECURE };
  try {
    createSecureContext(pair);
    setCertificateInUse(pair.cert);
    remind();
  } catch (error) {
    throw new Error(`TLS_CERT and TLS_KEY are not a certificate and its key: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return pair;
}

/** Warns when the certificate is read, and each day after that. */
function remind(): void {
  const { until, daysLeft } = certificateInUse() ?? { until: '', daysLeft: Infinity };
  const facts = { until, daysLeft };
  if (daysLeft < 0) log.warn(facts, 'the certificate has expired');
  else if (daysLeft < RENEW_WITHIN_DAYS) log.warn(facts, 'the certificate expires soon');
  else log.info(facts, 'certificate in use');
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function onFirstByte(socket: Socket, decide: (first: number | undefined) => void): void {
  const leave = () => socket.destroy();
  const late = setTimeout(leave, WITHIN_MS.head);
  socket.once('error', leave);
  socket.once('end', leave);
  socket.once('close', () => {
    clearTimeout(late);
  });
  socket.once('readable', () => {
    const bytes = socket.read() as Buffer | null;
    if (!bytes) return;
    clearTimeout(late);
    socket.off('error', leave);
    socket.off('end', leave);
    socket.unshift(bytes);
    decide(bytes[0]);
  });
}
