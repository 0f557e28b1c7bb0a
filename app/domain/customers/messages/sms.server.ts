/** Text messages by HTTP, in the form of Twilio's API: To, From and Body as a form, Basic authorization. */
import { SMS_TIMEOUT_MS } from '~/lib/time-limits';
import { env } from '~/process/env.server';
import { STOP_NOTE } from './events';
import { LONGEST_ERROR, type Outcome, type Outgoing } from './channels.server';

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

export async function sendText(
  { recipient, body }: Outgoing,
  handOver: () => Promise<void>,
): Promise<Outcome> {
  const form = new URLSearchParams({
    To: recipient,
    From: env.SMS_FROM ?? '',
    Body: `${body}\n${STOP_NOTE}`,
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
