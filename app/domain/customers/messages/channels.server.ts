/** Tells which channels the server is set up for. */
import type { Channel } from '~/domain/network/accounts/contact-fields';
import { env } from '~/process/env.server';

export const isConfigured: Record<Channel, boolean> = {
  email: env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined,
  sms: env.SMS_URL !== undefined && env.SMS_FROM !== undefined,
};

/** The result of one try. */
export type Outcome =
  | { is: 'taken' }
  /** The message was surely not taken, for a temporary reason: it is tried again. */
  | { is: 'refused'; error: string }
  /** The channel takes no messages at all for now. `afterSeconds`: the wait that the provider asks for. */
  | { is: 'down'; error: string; afterSeconds?: number }
  /** The address or the text is wrong: it is never tried again. */
  | { is: 'broken'; error: string }
  /** The message was handed over, and no answer came. */
  | { is: 'unknown'; error: string };

export type Outgoing = { id: string; recipient: string; subject: string; body: string };

export const LONGEST_ERROR = 500;
