/** Changes of a driver's stop by others. */
import { part } from '~/words/words';

/** Verbs follow the name of the person, "You" or "System". */
export const activity = part('words:activity', () => ({
  you: 'You',
  system: 'System',
  deleted: 'deleted it',
  assignedTo: (to: string) => `assigned it to ${to}`,
  takenOff: 'took it off your route',
  archived: 'archived it',
  completed: 'completed it',
  hold: 'put it on hold',
  'next-route': 'moved it to Next Route',
  pending: 'set it back to Pending',
  changed: 'changed it',
}));
