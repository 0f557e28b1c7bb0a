/** Proofs of deliveries, for customers and for the office. */
import { part } from '~/words/words';

export const customer = part('words:customer', () => ({
  proofs: { delivery: 'Proof of delivery', pickup: 'Proof of pickup', transfer: 'Proof of transfer' },
  deliveries: 'Deliveries',
  noDeliveries: 'No deliveries on this day.',
  print: 'Print',
  completed: 'Completed',
  location: 'Location',
  driver: 'Driver',
  notes: 'Notes',
  noSignature: 'No signature captured',
  signature: 'Signature',
  signatureOf: (name: string) => `Signature of ${name}`,
  signedBy: (name: string) => `Signed by ${name}`,
  photos: 'Photos',
  photoOf: (number: number, count: number) => `Taken at the stop, ${String(number)} of ${String(count)}`,
  activity: 'Activity',
}));
