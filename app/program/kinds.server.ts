/** All kinds of background work, and the connections between parts of the domain that must not import each other. */
import { Message } from 'db/models/notifications';
import { receiveCoordinates } from '~/domain/geography/geocoding/queue.server';
import { EVENTS, type MessageEvent } from '~/domain/customers/messages/events';
import { sendMessageAgain } from '~/domain/customers/messages/queries.server';
import { customerMessages } from '~/domain/customers/messages/send.server';
import { messageSubscriber } from '~/domain/customers/messages/write.server';
import { readAgain } from '~/domain/intake/inbox/documents.server';
import { documentReading } from '~/domain/intake/inbox/read.server';
import { folderWatching, mailCollecting } from '~/domain/intake/ways/collect.server';
import { printing } from '~/domain/intake/ways/copies.server';
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { receiveNumbers } from '~/domain/network/account-import/customer-numbers.server';
import { receiveRunChanges } from '~/domain/network/runs/make.server';
import type { Facts, ShownKind } from '~/domain/platform/jobs/job';
import { followRunChanges } from '~/domain/scheduling/runs/change.server';
import { subscribe } from '~/domain/tasks/events/subscribers.server';
import { giveCoordinates } from '~/domain/tasks/lifecycle/located.server';
import { limitPages } from '~/http/incoming-body.server';
import { MODULES } from './modules.server';

let isComposed = false;

/** Called before anything else of the domain; calling it again does nothing. */
export function composeDomain(): void {
  if (isComposed) return;
  isComposed = true;
  subscribe([...MODULES.flatMap(({ subscribers = [] }) => subscribers), messageSubscriber]);
  receiveCoordinates(giveCoordinates);
  receiveRunChanges(followRunChanges);
  receiveNumbers((sourceId) => readAgain(sourceId, null));
  for (const { limits = [] } of MODULES) limitPages(limits);
}

const SOURCE =
  "json_build_object('source', (select s.name from intake_sources s where s.id = j.lane::integer))";
const sourceOf = (source: Facts[string]) => String(source ?? 'a source');

export const KINDS: ShownKind[] = [
  {
    ...customerMessages,
    label: 'Message to a customer',
    facts: `(select json_build_object('event', m.event, 'contact', c.name, 'account', a.name) from messages m
      left join account_contacts c on c.id = m.contact_id left join accounts a on a.id = c.account_id
      where m.id = j.subject::uuid)`,
    about: ({ facts: { event, contact, account } }) =>
      contact == null
        ? 'A deleted message'
        : `${EVENTS[event as MessageEvent].label}, to ${String(contact)} of ${String(account ?? '')}`,
    again: async ({ subject }) => {
      if (!(await Message.exists({ id: subject })))
        throw conflict(untranslated('contactDeleted', 'The contact was deleted'));
      return sendMessageAgain(subject);
    },
  },
  {
    ...documentReading,
    label: 'Document of another system',
    about: ({ subject }) => `Document ${subject}`,
  },
  {
    ...printing,
    label: 'Copy for a printer',
    facts: SOURCE,
    about: ({ subject, facts: { source } }) =>
      `Copy ${subject}${source == null ? '' : `, of ${String(source)}`}`,
  },
  {
    ...folderWatching,
    label: 'Look into a folder',
    facts: SOURCE,
    about: ({ facts: { source } }) => `Folder of ${sourceOf(source)}`,
  },
  {
    ...mailCollecting,
    label: 'Look into a mailbox',
    facts: SOURCE,
    about: ({ facts: { source } }) => `Mailbox of ${sourceOf(source)}`,
  },
  ...MODULES.flatMap(({ kinds = [] }) => kinds),
];
export const KIND_NAMES = KINDS.map(({ kind }) => kind);
