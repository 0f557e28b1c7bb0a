/** Email by SMTP. Connecting and signing in come before the message is handed over, so that their failure is certain. */
import type MailComposer from 'nodemailer/lib/mail-composer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { EMAIL_TIMEOUT_MS } from '~/lib/time-limits';
import { isLoopbackHost } from '~/domain/platform/ip-address.server';
import { env } from '~/process/env.server';
import { LONGEST_ERROR, type Outcome, type Outgoing } from './channels.server';

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
