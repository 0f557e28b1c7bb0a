/** Takes documents out of a mailbox by IMAP. A message is moved only after its documents are stored. */
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { isIP } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { MAIL_FOLDERS, type SettingsOf } from '~/domain/intake/inbox/kinds';
import {
  MAILBOX_CONNECT_TIMEOUT_MS,
  MAILBOX_STEP_TIMEOUT_MS,
  MAILBOX_SILENCE_TIMEOUT_MS,
} from '~/lib/time-limits';
import { mailServerAddress } from '~/domain/intake/inbox/mail-servers.server';
import { bareHost, isNearby } from '~/domain/platform/ip-address.server';
import { LIMITS } from '~/domain/intake/reading/words';
import { isDocument } from './document';
import { isConfirmed } from './authentication-results';
import { documentsOf, isAllowed } from './message';

type Mailbox = Omit<SettingsOf<'mail'>, 'kind'> & { password: string };

const { done: DONE, trouble: TROUBLE } = MAIL_FOLDERS;
const MOST_AT_ONCE = 50;
/** The most that a mail server may send at once: a piece of a document. */
const LONGEST_ANSWER = 4_000_000;
/** The description of a message, which the process of pages and calls has to understand. */
const LONGEST_LINE = 256_000;
const MOST_TOKENS = 10_000;
/** Messages of the folder that are looked at, which are more than are taken at once: some may be marked as deleted. */
const MOST_LISTED = 1_000;

/**
 * A fault in words. After one of the sign-in, trying again soon could lock the account. One of the message would
 * be there again each time.
 */
export class MailboxFault extends Error {
  constructor(
    message: string,
    readonly of: 'server' | 'sign-in' | 'message' = 'server',
  ) {
    super(message);
  }
}

/** @returns the number of messages in the folder. Changes nothing. @throws MailboxFault. */
export const tryMailbox = (mailbox: Mailbox, signal: AbortSignal): Promise<number> =>
  withMailbox(mailbox, signal, (client) =>
    Promise.resolve(client.mailbox === false ? 0 : client.mailbox.exists),
  );

type Collecting = {
  store: (bytes: Buffer) => Promise<unknown>;
  /** Gets why a message went to the folder for trouble. */
  refuse: (reason: string) => Promise<unknown>;
  signal: AbortSignal;
};

/**
 * Stores the documents of some messages, oldest first. @returns true when there are more messages. @throws
 * MailboxFault; what `store` throws, and then the message stays.
 */
export async function collectMail(mailbox: Mailbox, { store, refuse, signal }: Collecting): Promise<boolean> {
  let reading: number | undefined;
  const collect = async (client: ImapFlow, inWords: InWords) => {
    const { exists } = client.mailbox || { exists: 0 };
    if (exists === 0) return false;
    const listed = `1:${String(Math.min(exists, MOST_LISTED))}`;
    const found = await inWords(client.search({ deleted: false, seq: listed }, { uid: true }));
    if (!found) throw new MailboxFault('The mail server does not list its messages');
    const uids = found.slice(0, MOST_AT_ONCE);
    for (const uid of uids) {
      if (signal.aborted) break;
      reading = uid;
      const read = await inWords(readMessage(client, uid, mailbox));
      reading = undefined;
      if (read === null) continue;
      for (const bytes of 'documents' in read ? read.documents : []) await store(bytes);
      await inWords(move(client, uid, 'refusal' in read ? TROUBLE : DONE));
      if ('refusal' in read) await refuse(`A message of ${read.from} went to ${TROUBLE}: ${read.refusal}`);
    }
    return found.length > uids.length;
  };
  try {
    return await withMailbox(mailbox, signal, collect);
  } catch (error) {
    const uid = reading;
    if (uid === undefined || !(error instanceof MailboxFault) || error.of !== 'message') throw error;
    await withMailbox(mailbox, signal, (client, inWords) => inWords(move(client, uid, TROUBLE)));
    await refuse(`A message went to ${TROUBLE}: it could not be read`);
    // A server that lists the message again is asked at the next round, not at once.
    return false;
  }
}

type Read = { documents: Buffer[] } | { refusal: string; from: string };

/** @returns null for a message that has gone. */
async function readMessage(
  client: ImapFlow,
  uid: number,
  { senders, confirmedBy }: Mailbox,
): Promise<Read | null> {
  const message = await client.fetchOne(
    uid,
    { envelope: true, bodyStructure: true, headers: ['authentication-results'] },
    { uid: true },
  );
  if (!message) return null;
  const { bodyStructure, envelope, headers } = message;
  const from = (envelope?.from?.[0]?.address ?? 'nobody').replaceAll(CONTROL, ' ').slice(0, 100);
  const refused = (refusal: string) => ({ refusal, from });
  if (!isAllowed(envelope?.from ?? [], senders)) return refused('its sender is not allowed');
  const sender = envelope?.from?.[0]?.address ?? '';
  if (confirmedBy !== '' && !isConfirmed(headers?.toString() ?? '', confirmedBy, sender))
    return refused(`${confirmedBy} does not confirm its sender`);
  const chosen = bodyStructure ? documentsOf(bodyStructure) : { refusal: 'it could not be read' };
  if ('refusal' in chosen) return refused(chosen.refusal);
  const documents: Buffer[] = [];
  for (const { part, isBody } of chosen.found) {
    const bytes = await download(client, message, part, isBody);
    if (bytes.length > LIMITS.bytes) return refused('a document has more than 2 MB');
    if (bytes.length === 0 || !isDocument(bytes)) return refused('a document is neither a PDF nor a text');
    documents.push(bytes);
  }
  return { documents };
}

/** The text of a message comes as UTF-8. Attachments come as they are. */
async function download(client: ImapFlow, { uid }: FetchMessageObject, part: string, isBody: boolean) {
  const { content } = await client.download(uid, part, {
    uid: true,
    maxBytes: LIMITS.bytes + 1,
    decodeText: isBody,
  });
  return content ? buffer(content) : Buffer.alloc(0);
}

async function move(client: ImapFlow, uid: number, folder: string): Promise<void> {
  if (await client.messageMove(uid, folder, { uid: true })) return;
  await client.mailboxCreate(folder).catch(() => undefined);
  if (!(await client.messageMove(uid, folder, { uid: true })))
    throw new MailboxFault(`Messages can not be moved to the folder ${folder}`);
}

type InWords = <Result>(work: Promise<Result>) => Promise<Result>;

/** Opens the folder, and closes the connection in any case. */
async function withMailbox<Result>(
  mailbox: Mailbox,
  signal: AbortSignal,
  work: (client: ImapFlow, inWords: InWords) => Promise<Result>,
): Promise<Result> {
  const client = await connect(mailbox);
  const close = () => {
    client.close();
  };
  // Without a listener, an error of the connection would end the process.
  let fault: unknown;
  client.on('error', (error: unknown) => {
    fault ??= error;
  });
  signal.addEventListener('abort', close);
  const inWords: InWords = async (each) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const fail = () => {
        reject(new MailboxFault('The mail server sends too slowly'));
      };
      timer = setTimeout(fail, MAILBOX_STEP_TIMEOUT_MS);
    });
    try {
      return await Promise.race([each, late]);
    } catch (error) {
      if (error instanceof MailboxFault) throw error;
      if (signal.aborted) throw new MailboxFault('The mail server does not answer');
      throw inSentence(fault ?? error);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    await inWords(client.connect());
    await inWords(openFolder(client, mailbox.folder));
    const result = await work(client, inWords);
    await inWords(client.logout()).catch(() => undefined);
    return result;
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

async function openFolder(client: ImapFlow, folder: string): Promise<void> {
  const opened = await client.mailboxOpen(folder).catch((error: unknown) => {
    if (client.usable) throw new MailboxFault(`There is no folder ${folder} in the mailbox`);
    throw inSentence(error);
  });
  if (opened.readOnly) throw new MailboxFault(`Messages can not be moved out of the folder ${folder}`);
}

async function connect({ host, port, security, user, password }: Mailbox): Promise<ImapFlow> {
  const address = await mailServerAddress(host).catch((error: unknown) => {
    throw inSentence(error);
  });
  if (security === 'none' && !isNearby(address))
    throw new MailboxFault('Without TLS, only a mail server of the own network may be called');
  const { ImapFlow: Client } = await import('imapflow');
  const name = bareHost(host);
  return new Client({
    host: address,
    ...(isIP(name) === 0 && { servername: name }),
    port,
    secure: security === 'tls',
    ...(security !== 'tls' && { doSTARTTLS: security === 'starttls' }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    clientInfo: { name: 'Parts Dispatch' },
    connectionTimeout: MAILBOX_CONNECT_TIMEOUT_MS,
    greetingTimeout: MAILBOX_CONNECT_TIMEOUT_MS,
    socketTimeout: MAILBOX_SILENCE_TIMEOUT_MS,
    maxLiteralSize: LONGEST_ANSWER,
    maxLineLength: LONGEST_LINE,
    maxResponseSize: 2 * LONGEST_ANSWER,
    maxResponseTokens: MOST_TOKENS,
  });
}

const SENTENCES: Record<string, string> = {
  CONNECT_TIMEOUT: 'The mail server does not answer',
  GREETING_TIMEOUT: 'The mail server does not answer',
  ETIMEOUT: 'The mail server does not answer any more',
  ETIMEDOUT: 'The mail server does not answer',
  EHOSTUNREACH: 'The mail server can not be reached',
  ENETUNREACH: 'The mail server can not be reached',
  ECONNREFUSED: 'The mail server takes no connections at this port',
  ECONNRESET: 'The mail server has closed the connection',
  NoConnection: 'The mail server has closed the connection',
  ENOTFOUND: 'There is no mail server of this name',
  EAI_AGAIN: 'The name of the mail server could not be looked up',
};
const CERTIFICATE = /CERT|SELF_SIGNED|VERIFY/;
const NO_TLS = /^(?:ERR_SSL|EPROTO)/;
/** Answers that are too large or that nobody understands. They depend on what the sender wrote. */
const MESSAGE =
  /^(?:ParserError|Download|.+TooLarge$|TooMany|MAX_IMAP_NESTING|Invalid|ResponseProcessingFailed)/;
const CONTROL = /\p{Cc}/gu;

const partOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined;
const textOf = (error: unknown, name: string): string => {
  const part = partOf(error, name);
  return typeof part === 'string' ? part : '';
};

/** The words of a mail server are shown as they are, without control characters. */
function inSentence(error: unknown): MailboxFault {
  if (error instanceof MailboxFault) return error;
  const said = textOf(error, 'responseText').replaceAll(CONTROL, ' ').slice(0, 150).replace(/\.$/, '');
  if (partOf(error, 'authenticationFailed') === true)
    return new MailboxFault(
      `The mail server refused the user name or the password${said === '' ? '' : `: ${said}`}`,
      'sign-in',
    );
  const name = textOf(error, 'code');
  const known = SENTENCES[name];
  if (known !== undefined) return new MailboxFault(known);
  if (CERTIFICATE.test(name))
    return new MailboxFault(`The certificate of the mail server is not valid: ${name}`);
  if (NO_TLS.test(name)) return new MailboxFault('The mail server does not speak TLS at this port');
  const message = error instanceof Error ? error.message : String(error);
  const of = MESSAGE.test(name) ? 'message' : 'server';
  return new MailboxFault((said || message).replaceAll(CONTROL, ' ').slice(0, 300), of);
}
