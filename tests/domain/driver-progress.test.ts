import { expect, test } from 'vitest';
import type { TaskCard } from '~/domain/tasks/model/task';
import { stopsOf } from '~/components/stop-order/stops';
import { completionText, progressOf } from '~/routes/_app.driver/progress';

const task = (id: number, more: Partial<TaskCard> = {}): TaskCard => ({
  ...({} as TaskCard),
  id,
  type: 'delivery',
  location: `Stop ${String(id)}`,
  address: `${String(id)} Main St`,
  status: 'pending',
  priority: 'normal',
  ...more,
});
const arrival = (late: boolean) => ({ expectedAt: '2026-11-26T15:00:00.000Z', late, metres: null });

test('the header has one segment per stop, in the order of the route, and one sentence', () => {
  const all = [
    task(1, { status: 'completed' }),
    task(2, { status: 'completed', location: 'Stop 1', address: '1 Main St' }),
    task(3, { status: 'going', priority: 'urgent' }),
    task(4, { priority: 'urgent' }),
    task(5),
    task(6),
    task(7, { status: 'hold' }),
  ];
  const active = stopsOf(all.slice(2, 6));
  expect(progressOf(all, active, 2, { 3: arrival(true), 5: arrival(false), 6: arrival(true) })).toEqual({
    done: 3,
    total: 7,
    segments: ['done', 'done', 'done', 'going', 'pressing', undefined, 'pressing'],
    sentence: '3 of 7 stops done, 1 under way, 3 to come: 1 urgent, 1 late',
  });
});

test('nothing is said of what there is none of', () => {
  const open = [task(1), task(2)];
  expect(progressOf(open, stopsOf(open), 0, {}).sentence).toBe('0 of 2 stops done, 2 to come');
  expect(progressOf([], [], 4, {})).toMatchObject({ total: 4, sentence: '4 of 4 stops done' });
});

test('Complete says what it completes, and that a delivery is signed for', () => {
  const of = (...types: TaskCard['type'][]) => completionText(types.map((type) => ({ type })));
  expect(of('delivery', 'delivery')).toBe('2 deliveries · signature');
  expect(of('pickup', 'delivery')).toBe('1 delivery, 1 pickup · signature');
  expect(of('pickup', 'pickup', 'transfer')).toBe('2 pickups, 1 transfer');
});
