/** Parts of the driver's page that are loaded later: refused entries, and the offer of a new version. */
import { part } from '~/words/words';

export const later = part('words:later', () => ({
  notAccepted: (action: string) => `Not accepted: ${action}`,
  proofKept: 'The proof is kept on this phone. ',
  completeThat: 'Complete that one, then send it again or discard it.',
  askDispatcher: 'Ask the dispatcher, then send it again or discard it.',
  signature: 'The signature',
  sendAgain: 'Send again',
  discard: 'Discard',
  discardForGood: 'Discard permanently',
  newOrder: 'New order',
  newVersion: 'A new version of Parts Dispatch is ready.',
  update: 'Update',
}));
