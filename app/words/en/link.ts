/** The page of a customer's link, which loads no scripts, and what the server makes for it. */
import { part } from '~/words/words';

export const link = part('words:link', () => ({
  proof: 'Proof',
  noneOpen: 'No open deliveries.',
  openOne: 'Open a delivery to write to the office or to see its proof.',
  all: 'All deliveries',
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
  ordered: 'Ordered',
  span: (count: number, unit: 'day' | 'year') => `${String(count)} ${unit}${count === 1 ? '' : 's'}`,
  /** @param after a span of time: `90 days`. */
  removed: {
    signatures: (after: string) => `Signatures are deleted after ${after}`,
    photos: (after: string) => `Photos are deleted after ${after}`,
    events: (after: string) => `Activity is deleted after ${after}`,
  },
}));
