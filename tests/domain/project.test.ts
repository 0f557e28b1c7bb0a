import { expect, test } from 'vitest';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { DriverAction } from '~/components/offline/driver-action';
import { project } from '~/components/offline/project';

const card = (id: number, more: Partial<TaskCard> = {}) =>
  ({
    id,
    type: 'pickup',
    location: `Place ${String(id)}`,
    address: '',
    status: 'pending',
    order_index: id,
    completed_at: null,
    attempts: 0,
    failure_reason: null,
    ...more,
  }) as TaskCard;
const become = (
  status: 'going' | 'pending' | 'completed' | 'hold',
  taskIds: number[],
  more = {},
): DriverAction => ({
  kind: 'status',
  taskIds,
  status,
  occurred_at: '2026-11-20T15:00:00.000Z',
  ...more,
});
const seen = (tasks: TaskCard[]) => tasks.map(({ id, status }) => `${String(id)} ${status}`);

test('tapped stops are shown at once: under way first, completed last', () => {
  const tasks = [card(1), card(2), card(3)];
  expect(seen(project(tasks, [become('going', [2])]))).toEqual(['2 going', '1 pending', '3 pending']);
  const done = project(tasks, [become('going', [2]), become('completed', [2])]);
  expect(seen(done)).toEqual(['1 pending', '3 pending', '2 completed']);
  expect(done[2]).toMatchObject({ completed_at: '2026-11-20T15:00:00.000Z', order_index: null });
});

test('shown twice is shown once: what has arrived already changes nothing', () => {
  const acts = [
    become('going', [1]),
    become('hold', [1], { failure_reason: 'closed' }),
    { kind: 'order', taskIds: [3, 2], baseIds: [2, 3] } satisfies DriverAction,
  ];
  const once = project([card(1), card(2), card(3)], acts);
  expect(seen(once)).toEqual(['3 pending', '2 pending', '1 hold']);
  expect(once[2]).toMatchObject({ attempts: 1, failure_reason: 'closed' });
  expect(seen(project(once, acts.slice(1)))).toEqual(seen(once));
});

test('an order made here is merged with what the office has changed', () => {
  const tasks = [card(1), card(4, { order_index: 2 }), card(3)];
  const act: DriverAction = { kind: 'order', taskIds: [3, 1, 2], baseIds: [1, 2, 3] };
  expect(seen(project(tasks, [act]))).toEqual(['3 pending', '1 pending', '4 pending']);
});

test('the route ends only when nothing is left to do', () => {
  const rest = [card(1, { status: 'completed', order_index: null }), card(2, { status: 'next-route' })];
  const act: DriverAction = { kind: 'endRoute' };
  expect(seen(project(rest, [act]))).toEqual(['2 pending']);
  expect(seen(project([...rest, card(3)], [act]))).toContain('1 completed');
});

test('a completion that is taken back is under way again, whether the list knows of it or not', () => {
  const undo: DriverAction = { kind: 'undo', taskIds: [1], occurred_at: '2026-11-20T15:00:05.000Z' };
  const acts = [become('completed', [1]), undo];
  for (const status of ['going', 'completed'] as const)
    expect(seen(project([card(1, { status }), card(2)], acts))).toEqual(['1 going', '2 pending']);
  expect(seen(project([card(1, { status: 'going' })], [...acts, become('completed', [1])]))).toEqual([
    '1 completed',
  ]);
});

test('the next route starts only when nothing is active, and leaves what is completed', () => {
  const rest = [card(1, { status: 'completed', order_index: null }), card(2, { status: 'next-route' })];
  const act: DriverAction = { kind: 'startRoute' };
  expect(seen(project(rest, [act]))).toEqual(['2 pending', '1 completed']);
  expect(seen(project([...rest, card(3)], [act]))).toContain('2 next-route');
});

test('a run that starts comes behind what is active, in its order, and once', () => {
  const waits = { status: 'next-route', order_index: null, run_id: 7 } as const;
  const act: DriverAction = { kind: 'startRun', runId: 7, occurred_at: '2026-11-20T15:00:00.000Z' };
  const route = [card(1), card(2, { ...waits, run_place: 2 }), card(3, { ...waits, run_place: 1 })];
  const others = [card(4, { ...waits, run_id: 8 }), card(5, { ...waits, run_id: null })];
  const once = project([...route, ...others], [act]);
  expect(seen(once)).toEqual(['1 pending', '3 pending', '2 pending', '4 next-route', '5 next-route']);
  expect(once.map(({ order_index }) => order_index)).toEqual([1, 2, 3, null, null]);
  expect(project(once, [act])).toEqual(once);
});

test('a start takes only what was seen, also when a newer list arrives before it is sent', () => {
  const waits = { status: 'next-route', order_index: null } as const;
  const occurred_at = '2026-11-20T15:00:00.000Z';
  const run = [2, 3, 4].map((id) => card(id, { ...waits, run_id: 7, run_place: id }));
  const start: DriverAction = { kind: 'startRun', runId: 7, taskIds: [3, 2], occurred_at };
  expect(seen(project([card(1), ...run], [start]))).toEqual([
    '1 pending',
    '3 pending',
    '2 pending',
    '4 next-route',
  ]);
  const queued = [card(5, waits), card(6, waits)];
  for (const kind of ['startRoute', 'endRoute'] as const)
    expect(seen(project(queued, [{ kind, taskIds: [6] }]))).toEqual(['6 pending', '5 next-route']);
});

test('a task that is somebody else’s by now is not conjured up', () => {
  expect(seen(project([card(1)], [become('completed', [1, 9])]))).toEqual(['1 completed']);
});
