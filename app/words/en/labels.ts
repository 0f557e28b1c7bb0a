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

/** Facts of a task, which are shown wherever a task is shown, in this order. */
export const facts = part('words:facts', () => ({
  invoice_number: 'Invoice #',
  part_numbers: 'Part #',
  ship_via: 'Ship Via',
}));
