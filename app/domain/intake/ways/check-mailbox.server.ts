/** Admins try a mailbox before they rely on it. */
import { row } from 'db/connection';
import { MAIL_FOLDERS, type SettingsOf } from '~/domain/intake/inbox/kinds';
import { atSource, CheckedAnswer } from '~/domain/intake/inbox/schema';
import { requireSource } from '~/domain/intake/inbox/sources.server';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { MAILBOX_CHECK_TIMEOUT_MS } from '~/lib/time-limits';
import { passwordOf } from './collect.server';
import { MailboxFault, tryMailbox } from './mailbox.server';

/** Many mail servers lock an account after some wrong passwords. */
const checks = rateLimit({ name: 'mailbox-checks', points: 5, seconds: 600, what: 'checks of this mailbox' });

type Stored = { settings: SettingsOf<'mail'>; secret: Buffer | null };
const STORED = "select settings, secret from intake_sources where id = $sourceId and kind = 'mail'";

export const checkMailbox = preparedCommand(
  {
    summary: 'Tries the connection to a mailbox',
    about: `With the stored settings, and without changing anything there. 409 with the reason when it can not be used. While the source is on, all messages of its folder are fetched and go to the folders ${MAIL_FOLDERS.done} and ${MAIL_FOLDERS.trouble}.`,
    may: 'manageIntake',
    at: atSource,
    answer: CheckedAnswer,
    refusals: [409],
  },
  async ({ sourceId }) => {
    await requireSource(sourceId);
    const stored = await row<Stored>(STORED, { sourceId });
    if (!stored) throw conflict(untranslated('noMailbox', 'This source is not a mailbox'));
    await checks.spend(String(sourceId));
    try {
      const mailbox = { ...stored.settings, password: passwordOf(stored.secret) };
      return await tryMailbox(mailbox, AbortSignal.timeout(MAILBOX_CHECK_TIMEOUT_MS));
    } catch (error) {
      if (error instanceof MailboxFault) throw conflict(untranslated('mailboxFault', error.message));
      throw error;
    }
  },
  ({ actor, sourceId }, messages) =>
    administer(actor, async () => {
      const { name } = await requireSource(sourceId);
      await recordAdminEvent(actor, { act: 'intake.checked', target: { id: sourceId, name } });
      return { messages };
    }),
);
