/** Names of values. */
import { part } from '~/words/words';

export const types = part('words:types', () => ({
  delivery: 'Delivery',
  pickup: 'Pickup',
  transfer: 'Transfer',
}));

export const statuses = part('words:statuses', () => ({
  pending: 'Pending',
  going: 'Going',
  hold: 'Hold',
  'next-route': 'Next Route',
  completed: 'Completed',
  linked: 'Linked',
}));

export const priorities = part('words:priorities', () => ({
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}));

/** Other languages have the facts of tasks here. In English they are in the table of fields. */
export const facts = part('words:facts', (): Record<string, string> => ({}));
