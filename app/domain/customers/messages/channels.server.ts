/** The channels that messages are sent by: email and SMS, each as far as the server is set up for it. */
import type MailComposer from 'nodemailer/lib/mail-composer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Channel } from '~/domain/network/accounts/contact-fields';
import { env } from '~/process/env.server';
import { EMAIL_TIMEOUT_MS, SMS_TIMEOUT_MS } from '~/lib/time-limits';
import { isLoopbackHost } from '~/domain/platform/ip-address.server';
import { messages } from '~/words/en/messages';
import { inLanguage } from '~/words/spoken.server';
import type { Language } from '~/words/languages';

export const isConfigured: Record<Channel, boolean> = {
  email: env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined,
  sms: env.SMS_URL !== undefined && env.SMS_FROM !== undefined,
};

/** The result of one try. */
type Outcome =
  | { is: 'taken' }
  /** The message was surely not taken, for a temporary reason: it is tried again. */
  | { is: 'refused'; error: string }
  /** The channel takes no messages at all for now. `afterSeconds`: the wait that the provider asks for. */
  | { is: 'down'; error: string; afterSeconds?: number }
  /** The address or the text is wrong: it is never tried again. */
  | { is: 'broken'; error: string }
  /** The message was handed over, and no answer came. */
  | { is: 'unknown'; error: string };

export type Outgoing = { id: string; recipient: string; subject: string; body: string; language: Language };

const LONGEST_ERROR = 500;

type Failure = Error & { responseCode?: number | undefined };

/** @param handOver runs after the server has accepted the sign-in, and before it gets the message. */
export async function sendEmail(message: Outgoing, handOver: () => Promise<void>): Promise<Outcome> {
  const connection = await connect();
  try {
    try {
      await enter(connection);
    } catch (error) {
      return { is: 'down', error: said(error) };
    }
    const { envelope, content } = await compose(message);
    await handOver();
    return await give(connection, envelope, content);
  } finally {
    connection.close();
  }
}

// Imported where it is used: most installations send no email, and every start would load it.
async function connect(): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const { protocol, hostname, port, username } = new URL(env.SMTP_URL ?? '');
  const secure = protocol === 'smtps:';
  return new Connection({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Without this, somebody on the network could remove STARTTLS from the server's offer and read the
    // password.
    requireTLS: username !== '' && !isLoopbackHost(hostname),
    connectionTimeout: EMAIL_TIMEOUT_MS,
    greetingTimeout: EMAIL_TIMEOUT_MS,
    socketTimeout: EMAIL_TIMEOUT_MS,
  });
}

const enter = (connection: SMTPConnection) =>
  new Promise<void>((resolve, reject) => {
    const { username, password } = new URL(env.SMTP_URL ?? '');
    connection.on('error', reject);
    connection.connect((error) => {
      if (error) reject(error);
      else if (username === '') resolve();
      else
        connection.login(
          { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
          (refusal) => {
            if (refusal) reject(refusal);
            else resolve();
          },
        );
    });
  });

async function compose({ id, recipient, subject, body }: Outgoing) {
  const from = env.MAIL_FROM ?? '';
  const { default: Composer } = await import('nodemailer/lib/mail-composer');
  const mail = new Composer({
    from,
    to: { name: '', address: recipient },
    subject,
    text: body,
    // The same id in every try lets a mailbox recognize a message that it has already.
    messageId: `<${id}@parts-dispatch>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).compile();
  return { envelope: mail.getEnvelope(), content: await mail.build() };
}

type Envelope = ReturnType<ReturnType<MailComposer['compile']>['getEnvelope']>;

const give = (connection: SMTPConnection, envelope: Envelope, content: Buffer) =>
  new Promise<Outcome>((resolve) => {
    connection.on('error', (error: Failure) => {
      resolve(outcomeOf(error));
    });
    connection.send(envelope, content, (error) => {
      resolve(error ? outcomeOf(error) : { is: 'taken' });
    });
  });

/** A reply of the server is certain: 4xx is a temporary refusal, 5xx a final one. */
function outcomeOf(failure: Failure): Outcome {
  const error = said(failure);
  const { responseCode } = failure;
  if (responseCode === undefined) return { is: 'unknown', error };
  return responseCode >= 500 ? { is: 'broken', error } : { is: 'refused', error };
}

const said = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);

/** With these errors the connection was never made, so nothing has been sent. */
const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];
/**
 * With these statuses surely nothing was sent, and the message is not at fault: settings, too many at once,
 * out of service. After any other 5xx it may have been sent, because an error can follow the sending.
 */
const FOR_NOW = [401, 403, 404, 408, 425, 429, 503];

async function sendText(
  { recipient, body, language }: Outgoing,
  handOver: () => Promise<void>,
): Promise<Outcome> {
  const form = new URLSearchParams({
    To: recipient,
    From: env.SMS_FROM ?? '',
    Body: `${body}\n${inLanguage(language, () => messages.stopNote)}`,
  });
  const credentials = `${env.SMS_USER ?? ''}:${env.SMS_PASSWORD ?? ''}`;
  await handOver();
  try {
    const response = await fetch(env.SMS_URL ?? '', {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
    });
    const { status } = response;
    if (response.ok) {
      await response.body?.cancel();
      return { is: 'taken' };
    }
    const error = `Answered ${String(status)}: ${await beginningOf(response)}`.slice(0, LONGEST_ERROR);
    if (status < 400 || FOR_NOW.includes(status))
      return { is: 'down', error, afterSeconds: restOf(response) };
    return { is: status >= 500 ? 'unknown' : 'broken', error };
  } catch (error) {
    const { code = '', message = '' } = causeOf(error);
    const sentence = (message || String(error)).slice(0, LONGEST_ERROR);
    return { is: NOT_CONNECTED.includes(code) ? 'down' : 'unknown', error: sentence };
  }
}

/** The function that sends by each channel. */
export const PROVIDERS = { email: sendEmail, sms: sendText };

const BEGINNING = 200;

/** Reads only the beginning of the reply: the status already tells the result. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length >= BEGINNING) break;
    }
    await reader?.cancel();
  } catch {
    // The body broke off or took too long; its status is enough.
  }
  return text.slice(0, BEGINNING);
}

const LONGEST_REST_SECONDS = 3_600;

/** Returns the pause that the provider asks for, in seconds. */
const restOf = ({ headers }: Response) =>
  Math.min(LONGEST_REST_SECONDS, Math.max(0, Number(headers.get('retry-after')) || 0));

/** Returns the cause that fetch puts into its own error. */
function causeOf(error: unknown): { code?: string; message?: string } {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null ? cause : error instanceof Error ? error : {};
}
