/** Commands by which admins try the ways in. */
import { command } from '~/domain/kernel/command.server';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { atSource, ReceivedAnswer } from '~/domain/intake/inbox/schema';
import { requireSource } from '~/domain/intake/inbox/sources.server';
import { storePrinted } from './print-store.server';

const testPage = (name: string) =>
  [
    'Parts Dispatch test page',
    '',
    `Source: ${name}`,
    `Sent:   ${new Date().toISOString()}`,
    '',
    'Documents of this source come to the Inbox, and to its printer if it has one.',
    'Ignore this page in the Inbox.',
    '\f',
  ].join('\r\n');

/** The page goes the same way as a document from there on where it has been received. */
export const testSource = command(
  {
    summary: 'Sends a test page as a document of a source',
    about: 'It waits in the inbox, and goes to the printer of the source.',
    may: 'manageIntake',
    at: atSource,
    answer: ReceivedAnswer,
    creates: true,
    refusals: [409],
  },
  ({ actor, sourceId }) =>
    administer(actor, async () => {
      const { name } = await requireSource(sourceId);
      const received = await storePrinted(sourceId, Buffer.from(testPage(name)));
      await recordAdminEvent(actor, { act: 'intake.tested', target: { id: sourceId, name } });
      return received;
    }),
);
