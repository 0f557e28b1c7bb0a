/** The page's forms as acts for the outbox. */
import { groupByStop } from '~/domain/tasks/board';
import type { Act } from '~/parts/offline/act';
import { activeOf } from '~/parts/offline/project';
import { onServerClock } from '~/parts/offline/send';
import type { ShownRoute } from '~/parts/offline/shown-route';

const STATUS = new Map<unknown, 'going' | 'pending' | 'completed'>([
  ['going', 'going'],
  ['notGoing', 'pending'],
  ['complete', 'completed'],
]);

/** null for what only the server can do. */
export function actOf(form: FormData, route: ShownRoute | null): Act | null {
  const intent = form.get('intent');
  const status = STATUS.get(intent);
  if (status) {
    return {
      kind: 'status',
      taskIds: numbers(form, 'taskIds'),
      status,
      occurred_at: onServerClock(Date.now()),
    };
  }
  if (intent === 'endRoute') return { kind: 'endRoute' };
  if (intent === 'reorderTasks')
    return { kind: 'order', taskIds: numbers(form, 'taskIds'), baseIds: numbers(form, 'baseIds') };
  return intent === 'moveStop' && route ? moved(form, route) : null;
}

const numbers = (form: FormData, name: string) => form.getAll(name).map(Number);

function moved(form: FormData, { tasks }: ShownRoute): Act | null {
  const active = activeOf(tasks);
  const stops = groupByStop(active);
  const from = stops.findIndex((stop) => stop.some(({ id }) => id === Number(form.get('taskId'))));
  const to = from + (form.get('direction') === 'up' ? -1 : 1);
  if (from < 0 || to < 0 || to >= stops.length) return null;
  stops.splice(to, 0, ...stops.splice(from, 1));
  const idsOf = (list: typeof active) => list.map(({ id }) => id);
  return { kind: 'order', taskIds: idsOf(stops.flat()), baseIds: idsOf(active) };
}
