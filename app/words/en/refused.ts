/** Entries that the server has refused. They are rare, so it is loaded with them. */
import { part } from '~/words/words';

export const refused = part('words:refused', () => ({
  notAccepted: (action: string) => `Not accepted: ${action}`,
  proofKept: 'The proof is kept on this phone. ',
  completeThat: 'Complete that one, then send it again or discard it.',
  askDispatcher: 'Ask the dispatcher, then send it again or discard it.',
  signature: 'The signature',
  sendAgain: 'Send again',
  discard: 'Discard',
  discardForGood: 'Discard for good',
  newOrder: 'New order',
}));
