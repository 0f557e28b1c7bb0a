/**
 * The table of the events that customers are told of. Everything about an event follows from its entry: its cause, its
 * place in the settings, in the API and in lists. Its preset words are in `app/words/en/messages.ts`. Only `next` and `late` have causes of their own:
 * `write.server.ts` finds the next stop of a driver who sets out, and deliveries that will likely be late.
 * Safe in the browser.
 */
import type { Entry } from '~/domain/tasks/model/task';
import type { messages } from '~/words/en/messages';
import {
  isDone,
  isHeld,
  isInRoute,
  isQueued,
  isUnderWay,
  type Question,
} from '~/domain/tasks/model/statuses';

type Event = {
  label: string;
  /** True when contacts get this message as long as no admin has turned it on or off. */
  isOn: boolean;
  /** Returns true when this change of a task causes the message. */
  isCause?: (changes: Entry['changes']) => boolean;
  /** The message is skipped when this is true of none of its tasks any more. */
  trueWhile: Question;
  /** The text tells when the driver is expected. */
  saysWhen?: true;
};

const became =
  (now: Question, from?: Question) =>
  ({ status }: Entry['changes']) =>
    status !== undefined && now({ status: status[1] }) && (from === undefined || from({ status: status[0] }));

const TABLE = {
  // The arrival of its run, told once, when the order of the run is known.
  promised: {
    label: 'Promised',
    isOn: false,
    isCause: ({ run_place }) => run_place?.[0] === null && run_place[1] !== null,
    trueWhile: (task) => isQueued(task) || isInRoute(task),
    saysWhen: true,
  },
  'on-the-way': {
    label: 'On the way',
    isOn: true,
    isCause: became(isUnderWay),
    trueWhile: isUnderWay,
    saysWhen: true,
  },
  next: {
    label: 'Next stop',
    isOn: false,
    trueWhile: isInRoute,
    saysWhen: true,
  },
  // Off by default: it is an estimate, which the office may prefer to tell itself.
  late: {
    label: 'Late',
    isOn: false,
    trueWhile: isInRoute,
    saysWhen: true,
  },
  delivered: {
    label: 'Delivered',
    isOn: true,
    isCause: became(isDone),
    trueWhile: isDone,
  },
  failed: {
    label: 'Could not complete',
    isOn: true,
    isCause: became(isHeld, isUnderWay),
    trueWhile: isHeld,
  },
} as const satisfies Record<keyof typeof messages.presets, Event>;

export type MessageEvent = keyof typeof TABLE;
export const EVENTS: Record<MessageEvent, Event> = TABLE;
export const EVENT_NAMES = Object.keys(EVENTS) as MessageEvent[];

export const PLACEHOLDERS = [
  'network',
  'account',
  'contact',
  'address',
  'arrival',
  'invoices',
  'link',
] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];
export type Facts = Record<Placeholder, string>;

/** Fills in the facts. A line whose only facts are empty is left out. */
export const fill = (template: string, facts: Facts): string =>
  template
    .split('\n')
    .filter((line) => {
      const used = PLACEHOLDERS.filter((name) => line.includes(`{${name}}`));
      return used.length === 0 || used.some((name) => facts[name] !== '');
    })
    .join('\n')
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(facts, name) ? facts[name as Placeholder] : whole,
    );

/** For the preview. */
export const SAMPLE: Omit<Facts, 'network'> = {
  account: 'Brookside Auto',
  contact: 'Pat Lee',
  address: '6300 Brookside Plaza, Kansas City, MO 64113',
  arrival: '10:40 AM to 10:55 AM',
  invoices: '48213',
  link: 'https://example.com/p/…',
};

export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'unknown', 'skipped'] as const;
type MessageState = (typeof MESSAGE_STATES)[number];
export const MESSAGE_STATE_LABELS: Record<MessageState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Unknown',
  skipped: 'Not sent',
};
