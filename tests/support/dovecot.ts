/** Starts Dovecot, a real IMAP server, with one mailbox. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import Composer from 'nodemailer/lib/mail-composer';
import { vi } from 'vitest';
import { findProgram } from './nginx';
import { freePort } from './raw';
import { makeCertificate } from './tls';

export const findDovecot = () => findProgram('dovecot');

export const MAIL_USER = 'orders';
export const MAIL_PASSWORD = 'printed paper';
/** Mail belongs to nobody, as Dovecot refuses root. */
const NOBODY = 65_534;
const WAIT = { interval: 50 };

type Attachment = { filename: string; content: Buffer | string; contentType?: string };
export type Letter = {
  from?: string;
  subject?: string;
  text?: string;
  html?: string;
  attachments?: Attachment[];
  /** Further lines of the head, as mail servers add them. */
  headers?: Record<string, string>;
  /** The whole message instead. */
  raw?: string;
};

export type Dovecot = {
  ports: { tls: number; plain: number };
  /** The file of the certificate's authority, for NODE_EXTRA_CA_CERTS. */
  ca: string;
  deliver(letter: Letter): Promise<void>;
  /** Subjects in a folder; none if it is not there. */
  subjects(folder: string): Promise<string[]>;
  signIns(): Promise<{ accepted: number; refused: number }>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

export async function startDovecot(program: string): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-dovecot-'));
  await chmod(folder, 0o777);
  const certificate = makeCertificate();
  const ports = { tls: await freePort(), plain: await freePort() };
  const isRoot = process.getuid?.() === 0;
  const { username, gid, uid } = userInfo();
  const [mailUser, mailGroup] = isRoot ? [NOBODY, NOBODY] : [uid, gid];
  const own = [
    `default_internal_user = ${username}`,
    `default_login_user = ${username}`,
    ...['imap-login', 'anvil', 'stats'].map((name) => `service ${name} {\n  chroot =\n}`),
  ];
  await writeFile(join(folder, 'users'), `${MAIL_USER}:{PLAIN}${MAIL_PASSWORD}\n`, { mode: 0o644 });
  await writeFile(
    join(folder, 'dovecot.conf'),
    [
      'protocols = imap',
      `base_dir = ${folder}/run`,
      `state_dir = ${folder}/state`,
      `log_path = ${folder}/log`,
      'listen = 127.0.0.1',
      'ssl = yes',
      `ssl_cert = <${certificate.cert}`,
      `ssl_key = <${certificate.key}`,
      'disable_plaintext_auth = no',
      'auth_failure_delay = 0',
      'mail_max_userip_connections = 100',
      'first_valid_uid = 1',
      `mail_location = maildir:${folder}/mail/%u`,
      `passdb {\n  driver = passwd-file\n  args = ${folder}/users\n}`,
      `userdb {\n  driver = static\n  args = uid=${String(mailUser)} gid=${String(mailGroup)} home=${folder}/mail/%u\n}`,
      `service imap-login {\n  inet_listener imap {\n    port = ${String(ports.plain)}\n  }\n  inet_listener imaps {\n    port = ${String(ports.tls)}\n    ssl = yes\n  }\n}`,
      ...(isRoot ? [] : own),
      '',
    ].join('\n'),
  );
  let stop = async () => Promise.resolve();
  const connected = async <Result>(work: (by: ImapFlow) => Promise<Result>): Promise<Result> => {
    const by = new ImapFlow({
      host: '127.0.0.1',
      port: ports.plain,
      secure: false,
      doSTARTTLS: false,
      auth: { user: MAIL_USER, pass: MAIL_PASSWORD },
      logger: false,
      disableAutoIdle: true,
    });
    by.on('error', () => undefined);
    await by.connect();
    try {
      return await work(by);
    } finally {
      by.close();
    }
  };
  const start = async () => {
    const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    await vi.waitFor(() => connected(() => Promise.resolve()), WAIT);
  };
  const logged = async (text: string) => (await readFile(join(folder, 'log'), 'utf8')).split(text).length - 1;
  await start();
  return {
    ports,
    ca: join(certificate.folder, 'ca.crt'),
    deliver: async ({ from = 'counter@plaza.example', headers = {}, ...letter }) => {
      const mail = new Composer({ from, to: 'orders@example.com', headers, ...letter });
      const bytes = await mail.compile().build();
      await connected((by) => by.append('INBOX', bytes));
    },
    subjects: (name) =>
      connected(async (by) => {
        const folders = await by.list();
        if (!folders.some(({ path }) => path === name)) return [];
        await by.mailboxOpen(name);
        const found = await by.fetchAll('1:*', { envelope: true });
        return found.map(({ envelope }) => envelope?.subject ?? '');
      }),
    signIns: async () => ({
      accepted: await logged('imap-login: Login: user=<orders>'),
      refused: await logged('auth failed'),
    }),
    stop: () => stop(),
    start,
    close: async () => {
      await stop();
      await rm(folder, { recursive: true });
      await rm(certificate.data, { recursive: true });
    },
  };
}
