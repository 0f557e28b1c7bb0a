/** The page of a customer's link: before the task is completed, its proof, and the day of an account. */
import { part } from '~/words/words';

export const customer = part('words:customer', () => ({
  proofs: { delivery: 'Proof of delivery', pickup: 'Proof of pickup', transfer: 'Proof of transfer' },
  proof: 'Proof',
  deliveries: 'Deliveries',
  noDeliveries: 'No deliveries today.',
  onTheWay: 'On the way',
  failedWhy: 'The driver was not able to complete this stop. It is planned again.',
  notSetOut: 'Not on its way yet.',
  noneBefore: 'No other stop is before yours.',
  stopsBefore: (count: number) =>
    `${String(count)} ${count === 1 ? 'stop is' : 'stops are'} before yours. The order may change.`,
  away: (distance: string, time: string) =>
    `The driver was about ${distance} away in a straight line at ${time}.`,
  asOf: (time: string) => `As of ${time}.`,
  loadAgain: 'Refresh for updates.',
  line: 'Message to the office',
  lineHint: 'One line, such as where to leave the parts',
  lineSent: 'Your message is with the office.',
  send: 'Send',
  tryLater: 'Please try again later',
  closed: "This link can't be opened",
  closedWhy: 'It may have expired, been revoked, or been copied incompletely. Ask the sender for a new link.',
  completed: 'Completed',
  ordered: 'Ordered',
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
  span: (count: number, unit: 'day' | 'year') => `${String(count)} ${unit}${count === 1 ? '' : 's'}`,
  /** @param after a span of time: `90 days`. */
  removed: {
    signatures: (after: string) => `Signatures are deleted after ${after}`,
    photos: (after: string) => `Photos are deleted after ${after}`,
    events: (after: string) => `Activity is deleted after ${after}`,
  },
}));
