/**
 * Connects parts of the domain that must not import each other. Called before anything else of the domain;
 * calling it again does nothing.
 */
import { receiveCoordinates } from '~/domain/geography/geocoding/queue.server';
import { messageSubscriber } from '~/domain/customers/messages/write.server';
import { pushSubscriber } from '~/domain/notifications/push/events.server';
import { subscribe } from '~/domain/tasks/events/subscribers.server';
import { giveCoordinates } from '~/domain/tasks/lifecycle/located.server';
import { deliveries, webhookSubscriber } from '~/domain/notifications/webhooks/deliver.server';
import { customerMessages } from '~/domain/customers/messages/send.server';
import { pushes } from '~/domain/notifications/push/deliver.server';
import { folderWatching, mailCollecting } from '~/domain/intake/ways/collect.server';
import { documentReading } from '~/domain/intake/inbox/read.server';
import { printing } from '~/domain/intake/ways/copies.server';
import { moveInWork } from '~/domain/intake/move-in/run.server';
import type { Kind } from '~/domain/platform/jobs/job';
import { receiveNumbers } from '~/domain/network/account-import/customer-numbers.server';
import { readAgain } from '~/domain/intake/inbox/documents.server';
import { receiveRunChanges } from '~/domain/network/runs/make.server';
import { followRunChanges } from '~/domain/scheduling/runs/change.server';
import { planSearches } from '~/domain/scheduling/day-plans/run.server';

let isComposed = false;

export function composeDomain(): void {
  if (isComposed) return;
  isComposed = true;
  subscribe([webhookSubscriber, pushSubscriber, messageSubscriber]);
  receiveCoordinates(giveCoordinates);
  receiveRunChanges(followRunChanges);
  receiveNumbers((sourceId) => readAgain(sourceId, null));
}

/** All kinds of jobs. */
export const KINDS: Kind[] = [
  deliveries,
  pushes,
  customerMessages,
  planSearches,
  documentReading,
  printing,
  folderWatching,
  mailCollecting,
  moveInWork,
];
