/** Refusals that the phone itself finds. */
import { part } from '~/words/words';

export const outbox = part('words:outbox', () => ({
  stopChanged: 'This stop was changed on another device or by a dispatcher.',
  signatureMissing: 'A signature is required to complete a delivery',
}));
