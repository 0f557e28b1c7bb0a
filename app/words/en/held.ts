/** Messages that are loaded after the page. */
import { part } from '~/words/words';

export const held = part('words:held', () => ({
  slow: 'Waiting for the server …',
  unreachable: 'No connection',
  unavailable: 'The service is temporarily unavailable',
  error: 'Error',
  unavailableText: 'The service is temporarily unavailable. Please try again in a moment.',
  loadsOnline: ' What you opened will load when you’re back online.',
  loadsLater: ' What you opened will load when it answers again.',
  updatesOnline: ' This page will be updated when you’re back online.',
  updatesLater: ' This page will be updated when it answers again.',
  stay: 'Stay Here',
  notification: 'Notification',
}));
