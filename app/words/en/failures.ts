/** Why a stop could not be completed. */
import { part } from '~/words/words';

export const failures = part('words:failures', () => ({
  closed: 'Closed',
  'nobody there': 'Nobody there',
  refused: 'Refused',
  'wrong address': 'Wrong address',
  'wrong or missing part': 'Wrong or missing part',
  damaged: 'Damaged',
  'no time': 'No time',
  other: 'Other',
}));
