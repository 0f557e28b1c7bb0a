/**
 * Draws when drivers were and will be at their stops, and when they are done. The server draws the first page, and
 * browsers load this code after it: it makes markup, so that the page's own code needs no part of it.
 */
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { durationLabel, zoneOffset } from '~/domain/kernel/time';
import type { Times } from '~/http/drawn-times';
import { visuallyHidden } from '~/ui/layout.css';
import { formatClock, formatTime, type Zone } from '~/ui/time';
import { withView } from './board-links';
import { textOf } from './text-of';
import * as css from './times.css';

type Stop = DriverArrivals['stops'][number];
/** Milliseconds since 1970, both at full hours. */
type Axis = { from: number; until: number };
type View = {
  now: number;
  zone: Zone;
  /** The search of the page's address, which links keep. */ search: string;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The axis shows no more around the present time, so that dots can be told apart. */
const MOST_BEFORE_MS = 6 * HOUR_MS;
const MOST_AFTER_MS = 10 * HOUR_MS;
const LEAST_MS = HOUR_MS / 2;
/** With more hours, every second one has a number. */
const MOST_NUMBERS = 11;
const FRESH_MS = 15_000;

export function drawTimes(arrivals: DriverArrivals[], view: View): Times {
  const { now, zone, search } = view;
  const axis = axisOf(arrivals, view);
  const key = [axis.from, axis.until, zone.zone, search].join(' ');
  return {
    hours: drawHours(axis, zone),
    now: placeOf(now, axis),
    of: new Map(arrivals.map((each) => [each.driverId, drawn(each, key, axis, view)])),
    key: String(Math.floor(now / FRESH_MS)),
  };
}

function axisOf(arrivals: DriverArrivals[], { now, zone }: View): Axis {
  const times = arrivals.flatMap(({ stops }) => stops.map(({ at }) => Date.parse(at)));
  const offset = offsetOf(now, zone);
  const hours = (at: number) => (at + offset) / HOUR_MS;
  const first = Math.max(
    now - MOST_BEFORE_MS,
    times.reduce((one, other) => Math.min(one, other), now - LEAST_MS),
  );
  const last = Math.min(
    now + MOST_AFTER_MS,
    times.reduce((one, other) => Math.max(one, other), now + LEAST_MS),
  );
  return {
    from: Math.floor(hours(first)) * HOUR_MS - offset,
    until: Math.ceil(hours(last)) * HOUR_MS - offset,
  };
}

/** An old browser may not know the chosen zone. It then shows its own times. */
function offsetOf(at: number, { zone }: Zone): number {
  try {
    return zoneOffset(new Date(at), zone);
  } catch {
    return -new Date(at).getTimezoneOffset() * MINUTE_MS;
  }
}

/** The attributes that put an element at its time. */
function placeOf(at: number, { from, until }: Axis): Times['now'] {
  const step = Math.round(((at - from) / (until - from)) * css.STEPS);
  return { 'data-tens': Math.floor(step / 10), 'data-units': step % 10 };
}

const placeAt = (at: number, axis: Axis) =>
  Object.entries(placeOf(at, axis))
    .map(([name, value]) => ` ${name}="${String(value)}"`)
    .join('');

function drawHours(axis: Axis, zone: Zone): string {
  const count = (axis.until - axis.from) / HOUR_MS;
  const by = count > MOST_NUMBERS ? 2 : 1;
  return Array.from({ length: Math.floor(count / by) + 1 }, (_, index) => axis.from + index * by * HOUR_MS)
    .map((at) => {
      const hour = Math.round((at + offsetOf(at, zone)) / HOUR_MS) % 12;
      return `<span class="${css.hour}"${placeAt(at, axis)}>${String(hour || 12)}</span>`;
    })
    .join('');
}

type Drawn = { key: string; strip: string; end: string };
/** Most drivers are as they were, and times take long to format. */
const kept = new WeakMap<DriverArrivals, Drawn>();

function drawn(arrivals: DriverArrivals, key: string, axis: Axis, view: View): Drawn {
  const before = kept.get(arrivals);
  if (before?.key === key) return before;
  const made = { key, strip: drawStrip(arrivals, axis, view), end: drawEnd(arrivals, view) };
  kept.set(arrivals, made);
  return made;
}

function drawStrip(arrivals: DriverArrivals, axis: Axis, view: View): string {
  const stops = arrivals.stops.filter(
    ({ at }) => Date.parse(at) >= axis.from && Date.parse(at) <= axis.until,
  );
  if (stops.length === 0) return '';
  return [
    `<span class="${visuallyHidden}">${textOf(sentence(arrivals, view))}</span>`,
    drawLine(stops, axis),
    ...stops.map((stop) => drawStop(stop, axis, view)),
  ].join('');
}

const WORDS = { done: 'done', going: 'under way, expected', expected: 'expected' };

function drawStop(stop: Stop, axis: Axis, { zone, search }: View): string {
  const { taskId, location, at, state, urgent, late } = stop;
  const name = [
    location,
    `${WORDS[state]} ${formatClock(at, zone)}`,
    urgent && 'urgent',
    late && 'likely late',
  ].filter(Boolean);
  const flags = `${urgent ? ' data-urgent' : ''}${late ? ' data-late' : ''}`;
  const href = withView(`/dispatcher/tasks/${String(taskId)}`, search);
  return `<a class="${css.stop}" data-is="${state}"${flags}${placeAt(Date.parse(at), axis)} href="${textOf(href)}" tabindex="-1" aria-label="${textOf(name.join(', '))}"></a>`;
}

/** From the first stop to the last, in the driver's color as far as the driver has come. */
function drawLine(stops: Stop[], axis: Axis): string {
  const times = stops.map(({ at }) => Date.parse(at));
  const past = stops.flatMap(({ at, state }) => (state === 'expected' ? [] : [Date.parse(at)]));
  const line = (from: number, until: number, className = '') =>
    `<line${className && ` class="${className}"`} x1="${share(from)}" x2="${share(until)}" y1="50%" y2="50%"/>`;
  const share = (at: number) => `${((100 * (at - axis.from)) / (axis.until - axis.from)).toFixed(1)}%`;
  const [first] = times;
  const all = first === undefined ? '' : line(Math.min(...times), Math.max(...times));
  return `<svg aria-hidden="true">${all}${past.length > 1 ? line(Math.min(...past), Math.max(...past), css.past) : ''}</svg>`;
}

/** The strip in one sentence, for screen readers. */
function sentence({ stops, finishAt, late }: DriverArrivals, { zone }: View): string {
  const done = stops.filter(({ state }) => state === 'done').length;
  const present = stops.find(({ state }) => state === 'going');
  const toCome = stops.length - done;
  const urgent = stops.filter((stop) => stop.urgent).length;
  const parts = [
    `${count(done, 'stop')} done`,
    present && `now ${present.location}`,
    toCome > 0 &&
      finishAt !== null &&
      `${String(toCome)} to come until ${formatTime(finishAt, zone, undefined, true)}`,
    urgent > 0 && `${String(urgent)} urgent`,
    late.length > 0 && `${count(late.length, 'task')} likely late`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

const count = (number: number, noun: string) => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

function drawEnd({ finishAt, late, overtimeMinutes }: DriverArrivals, { zone }: View): string {
  if (finishAt === null) return '';
  const wrong = [
    late.length > 0 && `${String(late.length)} late`,
    // The whole word has no space in the column.
    overtimeMinutes !== null &&
      `${durationLabel(overtimeMinutes)} over<span class="${visuallyHidden}">time</span>`,
  ];
  const marks = wrong.flatMap((text) => (text ? [`<b class="${css.wrong}">${text}</b>`] : []));
  return `<time datetime="${finishAt}">${formatTime(finishAt, zone, undefined, true)}</time>${marks.join(' ')}`;
}
