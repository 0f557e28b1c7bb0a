/** A test message shows whether the server's settings for email and text messages are right. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/v4';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { requiredText } from '~/domain/kernel/schema';
import { untranslated } from '~/domain/kernel/sentence';
import { CHANNELS } from '~/domain/network/accounts/contact-fields';
import { email, phone } from '~/domain/network/accounts/contacts.server';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { isConfigured, PROVIDERS } from './channels.server';

const recipient = requiredText(254, 'Email address or phone number').transform((value, context) => {
  const parsed = (value.includes('@') ? email : phone).safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
export const SendTestMessage = z.strictObject({ recipient });
const SentAnswer = z.strictObject({
  channel: z.enum(CHANNELS).describe('What the recipient was sent'),
});

const trials = rateLimit({ name: 'test-messages', points: 10, seconds: 600, what: 'test messages' });

/**
 * Sends a test message to an email address or a phone number.
 * @returns the channel
 * @throws conflict with the reason if the message was not taken
 */
export async function sendTrial(to: string): Promise<(typeof CHANNELS)[number]> {
  const channel = to.includes('@') ? 'email' : 'sms';
  if (!isConfigured[channel])
    throw conflict(
      channel === 'email'
        ? untranslated('noEmail', 'The server has no SMTP_URL and MAIL_FROM, so it sends no email')
        : untranslated(
            'noTextMessages',
            'The server has no SMS_URL and SMS_FROM, so it sends no text messages',
          ),
    );
  const outcome = await PROVIDERS[channel](
    {
      id: randomUUID(),
      recipient: to,
      subject: 'A test of Parts Dispatch',
      body: 'This is a test message of Parts Dispatch. Messages to customers arrive like this one.',
      language: 'en',
    },
    () => Promise.resolve(),
  );
  if (outcome.is !== 'taken')
    throw conflict(untranslated('testMessageNotTaken', `The message was not sent: ${outcome.error}`));
  return channel;
}

export const sendTestMessage = preparedCommand(
  {
    summary: 'Sends a test message to an email address or a phone number',
    about: 'At once, also in quiet hours. 409 with the reason if it was not taken.',
    may: 'manageCustomerMessages',
    input: SendTestMessage,
    answer: SentAnswer,
    refusals: [409],
  },
  async ({ actor, input }) => {
    await trials.spend(String(actor.id));
    return sendTrial(input.recipient);
  },
  ({ actor, input }, channel) =>
    administer(actor, async () => {
      const target = { id: channel, name: input.recipient };
      await recordAdminEvent(actor, { act: 'customer-messages.tested', target });
      return { channel };
    }),
);
