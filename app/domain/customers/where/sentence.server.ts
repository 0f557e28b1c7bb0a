/**
 * Says where a task is, for the office, customers, text messages and other systems. It says only what is known: what was
 * reported, what was promised, and a range that the driver's reports support. `now` is its only clock.
 */
import { businessZone } from '~/domain/network/settings/network.server';
import { readersClock, readersTime } from '~/domain/network/settings/business-time.server';
import { wallClock } from '~/domain/kernel/time';
import type { WhereState } from '~/domain/tasks/model/expected';
import { FAILURE_REASONS, type TaskStatus, type TaskType } from '~/domain/tasks/model/task';
import { isAhead, isDone, isHeld, isLinked, isQueued, isUnderWay } from '~/domain/tasks/model/statuses';
import { failures } from '~/words/en/failures';
import { where as words } from '~/words/en/where';

/** ISO 8601. */
export type Range = { earliestAt: string; latestAt: string };
type Departure = { name: string; departsAt: string };

/** The route of the task's driver, as far as reports tell. */
export type Way = {
  /** A stop of it was reported as under way, and that is not too old. */
  isUnderWay: boolean;
  /** A recent position tells whether the driver is there. Without one, all that is known is when the driver set out. */
  isSeen: boolean;
  /** When that stop was reported. ISO 8601. */
  goingAt: string | null;
  /** Arrival times may be shown. */
  hasTimes: boolean;
};

export type WhereFacts = {
  type: TaskType;
  status: TaskStatus;
  failureReason: string | null;
  /** A held task waits until then. ISO 8601. */
  needBy: string | null;
  completedAt: string | null;
  signedBy: string | null;
  driverId: number | null;
  /** The position among the stops of its driver, from 1 on; null when no driver has it. */
  place: number | null;
  /** When the driver arrived there, by positions; null for one who has left. ISO 8601. */
  arrivedAt: string | null;
  /** The run that it waits for. */
  run: Departure | null;
  /** The next run that rules choose for a task that could not be completed. */
  nextRun: Departure | null;
  /** The promise of its run. */
  promise: Range | null;
  way: Way | null;
  /** The computed arrival. */
  arrival: Range | null;
};

export type Where = {
  state: WhereState;
  place: number | null;
  /** The range that the sentence contains; null for none. ISO 8601. */
  from: string | null;
  to: string | null;
  sentence: string;
};

const MINUTE_MS = 60_000;
/** A driver who has reported nothing for longer may be anywhere. */
const REPORT_MS = 60 * MINUTE_MS;
/** A driver who completed a stop within this time is at work. */
const BETWEEN_STOPS_MS = 30 * MINUTE_MS;
/** A driver who has reported nothing this long after the begin of the shift has not begun as planned. */
const BEGIN_MS = 30 * MINUTE_MS;

type Reports = {
  /** Milliseconds. Null for none. */
  going: number | null;
  completed: number | null;
  /** The time of a recent position. */
  position: number | null;
  shiftFrom: number | null;
};

/** Derives from the last reports if the driver is under way, and if arrival times may be shown. */
export function wayOf({ going, completed, position, shiftFrom }: Reports, now: number): Way {
  const latest = Math.max(going ?? -Infinity, completed ?? -Infinity, position ?? -Infinity);
  const isKnown = now - latest <= REPORT_MS;
  const isUnderWay = going !== null && isKnown;
  const isBetween = completed !== null && now - completed <= BETWEEN_STOPS_MS;
  const isToBegin = going === null && shiftFrom !== null && now <= shiftFrom + BEGIN_MS;
  return {
    isUnderWay,
    isSeen: position !== null,
    goingAt: going === null ? null : new Date(going).toISOString(),
    hasTimes: isUnderWay || isBetween || isToBegin,
  };
}

export function whereOf(facts: WhereFacts, now: number): Where {
  const { status, place, failureReason } = facts;
  const at = (iso: string) => (isToday(iso, now) ? readersClock(iso) : readersTime(iso));
  const answer = (state: WhereState, pieces: (string | null)[], range: Range | null = null): Where => ({
    state,
    place: isAhead({ status }) || isUnderWay({ status }) ? place : null,
    from: range?.earliestAt ?? null,
    to: range?.latestAt ?? null,
    sentence: capital(pieces.filter(Boolean).join(', ')),
  });
  if (isDone({ status })) {
    const { type, completedAt, signedBy } = facts;
    return answer('done', [
      words.done[type](completedAt ? at(completedAt) : ''),
      signedBy ? words.signed(clipped(signedBy)) : null,
    ]);
  }
  if (isLinked({ status })) return answer('waiting', [words.transfer]);
  if (isHeld({ status }) && failureReason !== null) return answer('failed', [failedText(facts, at)]);
  if (isHeld({ status })) {
    const { needBy } = facts;
    return answer('on hold', [needBy && isAfter(needBy, now) ? words.heldUntil(at(needBy)) : words.held]);
  }
  const promise = facts.promise && isAfter(facts.promise.latestAt, now) ? facts.promise : null;
  const promised = promise && words.promised(rangeText(promise, now));
  if (isQueued({ status })) {
    const { run } = facts;
    if (!run) return answer('waiting', [words.waits]);
    const waits = words.waitsForRun(clipped(run.name), at(run.departsAt));
    // The promise counts from the departure. After it, the promise is only what was promised.
    const isLeft = !isAfter(run.departsAt, now);
    return answer(
      'waiting',
      [waits, promise && !isLeft ? words.there(rangeText(promise, now)) : promised],
      promise,
    );
  }
  return onRoute(facts, { now, at, answer, promise, promised });
}

type Telling = {
  now: number;
  at: (iso: string) => string;
  answer: (state: WhereState, pieces: (string | null)[], range?: Range | null) => Where;
  promise: Range | null;
  promised: string | null;
};

function onRoute(
  { status, driverId, place, arrivedAt, way, arrival }: WhereFacts,
  { now, at, answer, promise, promised }: Telling,
): Where {
  if (place === null || !way)
    return answer('planned', [driverId === null ? words.noDriver : words.planned, promised], promise);
  const isGoing = isUnderWay({ status });
  // Positions alone are not enough: a driver may stand near a later stop, for example at a red light.
  if (arrivedAt && (isGoing || place === 1)) return answer('arrived', [words.arrived(at(arrivedAt))]);
  const range = way.hasTimes && arrival && isAfter(arrival.latestAt, now) ? arrival : null;
  const setOut = way.goingAt && words.setOut(at(way.goingAt));
  const spot = place === 1 ? words.next : words.place(place);
  return answer(
    isGoing ? 'on the way' : 'in line',
    [
      isGoing && !(way.isUnderWay && way.isSeen) ? setOut : way.isUnderWay ? words.onTheWay : null,
      isGoing && !way.isUnderWay ? null : spot,
      range ? rangeText(range, now) : promised,
    ],
    range ?? promise,
  );
}

function failedText({ failureReason, nextRun }: WhereFacts, at: (iso: string) => string): string {
  // A note may follow the reason, which is for the office.
  const [given] = (failureReason ?? '').split(':');
  const reason = FAILURE_REASONS.find((each) => each === given);
  const text = words.failed(reason && reason !== 'other' ? failures[reason].toLowerCase() : '');
  return text + (nextRun ? words.nextRun(clipped(nextRun.name), at(nextRun.departsAt)) : '');
}

const isAfter = (iso: string, now: number) => Date.parse(iso) > now;
const dayOf = (at: Date) => wallClock(at, businessZone()).date;
const isToday = (iso: string, now: number) => dayOf(new Date(iso)) === dayOf(new Date(now));

/** `10:40 AM–10:55 AM` on business clocks, and the day when it is another one. */
const rangeText = ({ earliestAt, latestAt }: Range, now: number) =>
  `${isToday(earliestAt, now) ? readersClock(earliestAt) : readersTime(earliestAt)}–${readersClock(latestAt)}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names are as long as people write them; a text message is not. */
const LONGEST_NAME = 40;
const clipped = (name: string) =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…`;
