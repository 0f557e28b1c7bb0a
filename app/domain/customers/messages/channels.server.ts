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
  /** Surely not taken, for now: tried again. */
  | { is: 'refused'; error: string }
  /** Nor would any other message be. `afterSeconds`: not before, as the provider asks. */
  | { is: 'down'; error: string; afterSeconds?: number }
  /** The address or the text is at fault: never tried again. */
  | { is: 'broken'; error: string }
  /** Handed over without an answer. */
  | { is: 'unknown'; error: string };

export type Outgoing = { id: string; recipient: string; subject: string; body: string };

export const LONGEST_ERROR = 500;
