/** Turns the forms of the driver's page into actions for the outbox. */
import type { DriverAction } from '~/components/offline/driver-action';
import { onServerClock } from '~/components/offline/send';

const STATUS = new Map<unknown, 'going' | 'pending' | 'completed'>([
  ['going', 'going'],
  ['notGoing', 'pending'],
  ['complete', 'completed'],
]);

/** null for forms that only the server can handle. */
export function actionOf(form: FormData): DriverAction | null {
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
  if (intent === 'undoCompletion') {
    const ids = form.get('taskIds');
    const taskIds = typeof ids === 'string' ? ids.split(',').map(Number) : [];
    return { kind: 'undo', taskIds, occurred_at: onServerClock(Date.now()) };
  }
  if (intent === 'endRoute' || intent === 'startRoute') return { kind: intent };
  if (intent === 'reorderTasks')
    return {
      kind: 'order',
      taskIds: numbers(form, 'taskIds'),
      baseIds: numbers(form, 'baseIds'),
      movedIds: numbers(form, 'movedIds'),
    };
  return null;
}

const numbers = (form: FormData, name: string) => form.getAll(name).map(Number);
