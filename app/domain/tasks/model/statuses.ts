/**
 * The statuses of tasks: a row each, with the answers to what the program asks about a status. Labels are in
 * `app/words`, the allowed changes in `transitions.ts`. Other files ask the questions below, also in SQL
 * (`status-sql.server.ts`), and lint refuses the words (`scripts/status-words.mjs`). Safe and small in the browser.
 */
import type { TaskStatus } from './values';

type Tab = (typeof TABS)[number];
type Row = {
  /** The color of its badges. The other statuses have one of their own name. */
  tone?: string;
  /** The tab of a driver's list that shows it. The other statuses have one of their own name. */
  tab?: Tab;
  /** It has a place in the order of the driver's route. */
  inRoute?: true;
  /** The driver is on the way there. */
  underWay?: true;
  /** It waits for a time, or after a failure for the office. It is not on the map. */
  held?: true;
  /** It waits for the next route, or for its run. */
  queued?: true;
  /** It is part of a transfer, which alone changes it. */
  linked?: true;
  done?: true;
};

const STATUSES = {
  pending: { tab: 'active', inRoute: true },
  going: { tab: 'active', inRoute: true, underWay: true },
  hold: { held: true },
  'next-route': { queued: true },
  linked: { tab: 'active', linked: true },
  completed: { done: true },
} as const satisfies Record<TaskStatus, Row>;

/** The status that a command gives. It is never compared with one: another status may have the same answers. */
export const STATUS = {
  pending: 'pending',
  going: 'going',
  hold: 'hold',
  nextRoute: 'next-route',
  linked: 'linked',
  completed: 'completed',
} as const;

/** The action of an event is the status that it gave. */
type WithStatus = { status?: unknown };
export type Question = (task: WithStatus) => boolean;

/** A phone may have stored a status that its page does not know: no answer is yes. */
const rowOf = (status: unknown) => (STATUSES as Record<string, Row | undefined>)[status as string];
const has =
  (answer: Exclude<keyof Row, 'tone' | 'tab'>): Question =>
  ({ status }) =>
    rowOf(status)?.[answer] === true;

export const isInRoute = has('inRoute');
export const isUnderWay = has('underWay');
/** In the route, and not yet under way. */
export const isAhead: Question = (task) => isInRoute(task) && !isUnderWay(task);
export const isHeld = has('held');
export const isQueued = has('queued');
export const isLinked = has('linked');
export const isDone = has('done');
export const isOpen: Question = (task) => !isDone(task);

/** The tabs of a driver's list, by their names in addresses. */
export const TABS = ['active', STATUS.nextRoute, STATUS.hold, STATUS.completed] as const;

export const isOnTab =
  (tab: Tab): Question =>
  ({ status }) =>
    (rowOf(status)?.tab ?? status) === tab;

type Toned<Answer extends keyof Row> = {
  [Status in TaskStatus]: (typeof STATUSES)[Status] extends Record<Answer, true> ? Status : never;
}[TaskStatus];
type Tone = {
  [Status in TaskStatus]: (typeof STATUSES)[Status] extends { tone: infer Given } ? Given : Status;
}[TaskStatus];
export type Edge = Toned<'underWay'> | Toned<'linked'>;
export type Marker = Edge | Toned<'queued'> | Toned<'done'>;

/** The color of its badges; undefined for a status that the page does not know. */
export const toneOf = (status: TaskStatus): Tone | undefined => {
  const row = rowOf(status);
  return row && ((row.tone ?? status) as Tone);
};

/** The color of a card or row, if it is not that of the type. */
export const edgeTone = (status: TaskStatus): Edge | null =>
  isUnderWay({ status }) || isLinked({ status }) ? (status as Edge) : null;
