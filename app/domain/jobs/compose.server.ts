/**
 * Connects parts of the domain that must not import each other. Called before anything else of the domain;
 * calling it again does nothing.
 */
import { receiveCoordinates } from '~/domain/geography/geocoding/ask.server';
import { messageSubscriber } from '~/domain/customers/messages/write.server';
import { pushSubscriber } from '~/domain/notifications/push/events.server';
import { subscribe } from '~/domain/tasks/events/subscribers.server';
import { giveCoordinates } from '~/domain/tasks/lifecycle/located.server';
import { webhookSubscriber } from '~/domain/notifications/webhooks/outbox.server';

let isComposed = false;

export function composeDomain(): void {
  if (isComposed) return;
  isComposed = true;
  subscribe([webhookSubscriber, pushSubscriber, messageSubscriber]);
  receiveCoordinates(giveCoordinates);
}
