/**
 * Reads a sentence as a customer does, and compares what it claims with a simulated day. It knows the sentences, and
 * nothing of how they are made.
 */
const MINUTE_MS = 60_000;

export type Truth = {
  now: number;
  status: 'open' | 'failed' | 'done' | 'held' | 'no driver' | 'in a run';
  /** The driver has left for the first stop of the day, and has not completed the last one. */
  isOut: boolean;
  /** The drive to this stop: when it began, and when the driver reached the place and completed it. */
  left: number;
  arrived: number;
  done: number;
  /** The position of the stop in the driver's list, from 1 on. */
  place: number;
  /** When the held task is planned again, and when its run leaves. */
  until: number;
  departs: number;
  promise: { from: number; to: number };
};

/** A moment as it is printed. */
const clock = (at: number, zone: string) =>
  new Date(at)
    .toLocaleTimeString('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
    .replace(/\s/u, ' ');
const TIME = String.raw`(?:\w+ \d+, \d{4} )?\d+:\d\d [AP]M`;
const RANGE = String.raw`${TIME}–\d+:\d\d [AP]M`;

type Claim = [pattern: string, isTrue: (said: string, truth: Truth, is: (at: number) => boolean) => boolean];

/** The claims of a sentence, one after the other. */
const CLAIMS: Claim[] = [
  [`Delivered ${TIME}`, (_, { status, done }, is) => status === 'done' && is(done)],
  ['Could not complete: closed', (_, { status }) => status === 'failed'],
  [`On hold until ${TIME}`, (_, { status, until }, is) => status === 'held' && is(until)],
  ['Planned, no driver yet', (_, { status }) => status === 'no driver'],
  [`Waits for North ${TIME}`, (_, { status, departs }, is) => status === 'in a run' && is(departs)],
  [
    `The driver arrived ${TIME}`,
    (_, { status, arrived, now }, is) => status === 'open' && arrived <= now && is(arrived),
  ],
  [
    `The driver set out ${TIME}`,
    (_, { status, left, now }, is) => status === 'open' && left <= now && is(left),
  ],
  // Who is under way to the next stop is not there yet.
  [
    'On the way, next stop',
    (_, { status, isOut, place, left, arrived, now }) =>
      status === 'open' && isOut && place === 1 && left <= now && now < arrived,
  ],
  ['On the way', (_, { status, isOut }) => status === 'open' && isOut],
  ['[Nn]ext stop', (_, { status, place }) => status === 'open' && place === 1],
  [
    String.raw`\d+(?:st|nd|rd|th) stop`,
    (said, { status, place }) => status === 'open' && place === parseInt(said),
  ],
  // Ranges are judged by how many hold.
  [`(?:there |promised )?${RANGE}`, () => true],
];

/** Returns the first claim that is false, or what is not understood; null for a true sentence. */
export function falsehoodIn(sentence: string, truth: Truth, zone: string): string | null {
  let rest = sentence;
  while (rest !== '') {
    const claim = CLAIMS.find(([pattern]) => new RegExp(`^${pattern}(?=, |$)`).test(rest));
    if (!claim) return `not understood: ${rest}`;
    const [pattern, isTrue] = claim;
    const [said = ''] = new RegExp(`^${pattern}`).exec(rest) ?? [];
    const is = (at: number) => said.endsWith(` ${clock(at, zone)}`);
    if (!isTrue(said, truth, is)) return `${said} (${truth.status}, stop ${String(truth.place)})`;
    rest = rest.slice(said.length).replace(/^, /, '');
  }
  return null;
}

/** Whether the minute of the arrival is one of the printed range. */
export const holds = (range: { from: string; to: string }, arrived: number) =>
  Math.floor(arrived / MINUTE_MS) >= Math.floor(Date.parse(range.from) / MINUTE_MS) &&
  Math.floor(arrived / MINUTE_MS) <= Math.floor(Date.parse(range.to) / MINUTE_MS);
