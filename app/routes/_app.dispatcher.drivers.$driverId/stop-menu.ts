/** The menu entries for a stop, or for some tasks. */
import { useNavigation, useSubmit } from '@remix-run/react';
import { STATUS_LABELS, type PersonName, type TaskCard } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { LIST_STATUSES } from '~/domain/tasks/model/transitions';
import type { MenuEntry } from '~/ui/action-menu';
import { formatClock, formatTime, type Zone } from '~/ui/time';
import { dateLabel, HOURS, momentsOf, wallClock } from '~/domain/kernel/time';
import { addDays } from '~/ui/days';
import { isInRoute, isLinked, isQueued, STATUS } from '~/domain/tasks/model/statuses';
import { isMovable, isWaiting } from '~/domain/tasks/model/office-statuses';

export type DriverChoice = PersonName & { id: number };
export type Act = (intent: string, taskIds: number[], fields?: Record<string, string>) => void;

/** Sends a command about these tasks. The answer shows a message with Undo. */
export function useAct(): Act {
  const submit = useSubmit();
  return (intent, taskIds, fields = {}) => {
    const form = new FormData();
    form.set('intent', intent);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const id of taskIds) form.append('taskIds', String(id));
    submit(form, { method: 'post', preventScrollReset: true, replace: true });
  };
}

const LEAVE_WITH = new Set(['moveTasks', 'planAgain', 'becomeStatus', 'holdTasks']);

/** Ids of the tasks that the action under way will remove from the list. */
export function useLeaving(): Set<number> {
  const { formData } = useNavigation();
  const intent = formData?.get('intent');
  if (!formData || typeof intent !== 'string' || !LEAVE_WITH.has(intent)) return NONE;
  return new Set(formData.getAll('taskIds').map(Number));
}
const NONE = new Set<number>();

type Choices = { act: Act; drivers: DriverChoice[]; owner: number | null };

export const moveEntries = (taskIds: number[], { act, drivers, owner }: Choices): MenuEntry[] => [
  ...drivers
    .filter(({ id }) => id !== owner)
    .map((driver) => ({
      label: nameOf(driver),
      act: () => {
        act('moveTasks', taskIds, { driver_id: String(driver.id) });
      },
    })),
  ...(owner === null
    ? []
    : [
        {
          label: 'Unassigned',
          act: () => {
            act('moveTasks', taskIds, { driver_id: 'unassigned' });
          },
        },
      ]),
];

export const statusEntries = (taskIds: number[], act: Act): MenuEntry[] =>
  LIST_STATUSES.map((status) => ({
    label: STATUS_LABELS[status],
    act: () => {
      act('becomeStatus', taskIds, { status });
    },
  }));

function holdEntries(taskIds: number[], act: Act, zone: Zone): MenuEntry[] {
  const { soon, days } = holdTimes(Date.now(), zone);
  const until = ({ label, moment }: { label: string; moment: number }): MenuEntry => ({
    label,
    act: () => {
      act('holdTasks', taskIds, { need_by: new Date(moment).toISOString() });
    },
  });
  return [
    ...soon.map(until),
    {
      label: 'Another time',
      entries: days.map(({ label, times }) => ({ label, entries: times.map(until) })),
    },
  ];
}

type StopMenu = Choices & {
  tasks: TaskCard[];
  zone: Zone;
  /** Moves the stop; null if the list has no order, or if the stop can't be moved. */
  move: ((to: 'up' | 'down' | 'top') => void) | null;
  taskTo: (task: TaskCard) => string;
  candidatesTo: (task: TaskCard) => string;
  copyTo: (task: TaskCard) => string;
  printTo: (tasks: TaskCard[]) => string;
};

export function stopEntries(menu: StopMenu): MenuEntry[] {
  const { tasks, act, zone, move, taskTo, candidatesTo, copyTo, printTo } = menu;
  const ids = tasks.map(({ id }) => id);
  const [first] = tasks;
  const single = tasks.length === 1 && first ? first : null;
  const isUrgent = tasks.every(({ priority }) => priority === 'urgent');
  const places = { up: 'Up', down: 'Down', top: 'To top' } as const;
  const entry = (label: string, intent: string, fields?: Record<string, string>): MenuEntry => ({
    label,
    act: () => {
      act(intent, ids, fields);
    },
  });
  return [
    ...(move
      ? (['top', 'up', 'down'] as const).map((to) => ({
          label: places[to],
          act: () => {
            move(to);
          },
        }))
      : []),
    ...(tasks.every(isWaiting) ? [{ label: 'Hold until', entries: holdEntries(ids, act, zone) }] : []),
    ...(!tasks.some(isMovable)
      ? []
      : [
          entry(isUrgent ? 'Not urgent' : 'Urgent', 'prioritizeTasks', {
            priority: isUrgent ? 'normal' : 'urgent',
          }),
        ]),
    ...(tasks.every((task) => isWaiting(task) && !isQueued(task))
      ? [entry('Next route', 'becomeStatus', { status: STATUS.nextRoute })]
      : []),
    ...(tasks.every((task) => !isInRoute(task) && !isLinked(task)) ? [entry('Plan again', 'planAgain')] : []),
    ...(!tasks.every(isMovable)
      ? []
      : [
          { label: 'Move to', entries: moveEntries(ids, menu) },
          ...(single ? [{ label: 'Who should take this?', to: candidatesTo(single) }] : []),
        ]),
    ...(single
      ? [
          { label: 'Edit', to: taskTo(single) },
          { label: 'Duplicate', to: copyTo(single) },
        ]
      : []),
    { label: 'Print', to: printTo(tasks), opensTab: true },
  ];
}

type HoldTime = { label: string; moment: number };
type HoldTimes = { soon: HoldTime[]; days: { label: string; times: HoldTime[] }[] };

const HALF_HOUR_MS = 30 * 60_000;
/** Steps of half an hour, counted from the next half hour. */
const STEPS = [0, 1, 2, 3, 4, 6, 8];
const MORNING = 8;
const DAYS = 7;

/** The times of the menu Hold until: the next hours directly, and all hours of a week by day. Pure. */
export function holdTimes(now: number, zone: Zone): HoldTimes {
  const next = Math.ceil((now + HALF_HOUR_MS / 3) / HALF_HOUR_MS) * HALF_HOUR_MS;
  const today = wallClock(new Date(now), zone.zone).date;
  const clockOf = (moment: number) => formatClock(new Date(moment).toISOString(), zone);
  const hoursOf = (day: string, hours: number[]) =>
    hours
      .flatMap((hour) => momentsOf(day, hour, zone.zone))
      .filter((moment) => moment > now)
      .map((moment) => ({ label: clockOf(moment), moment }));
  const [morning] = hoursOf(addDays(today, 1), [MORNING]);
  const days = Array.from({ length: DAYS }, (_, count) => addDays(today, count));
  return {
    soon: [
      ...STEPS.map((step) => next + step * HALF_HOUR_MS).map((moment) => ({
        label: formatTime(new Date(moment).toISOString(), zone),
        moment,
      })),
      ...(morning ? [{ ...morning, label: `Tomorrow ${morning.label}` }] : []),
    ],
    days: days
      .map((day, count) => ({
        label: ['Today', 'Tomorrow'][count] ?? dateLabel(day),
        times: hoursOf(day, HOURS),
      }))
      .filter(({ times }) => times.length > 0),
  };
}
