/** Refusals of the phone in Spanish. */
import type { outbox as english } from '~/words/en/outbox';
import type { Translation } from '~/words/words';

export const outbox: Translation<typeof english> = () => ({
  stopChanged: 'Esta parada se cambió en otro dispositivo o la cambió un despachador.',
  signatureMissing: 'Se necesita una firma para completar una entrega',
});
