import { expect, test } from 'vitest';
import { type Violation, violationsOf } from '~/modules/day-plans/fleet-optimizer/checker';
import { iterations, planDay } from '~/modules/day-plans/fleet-optimizer/plan-fleet';
import type { Plan, PlanProblem } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { solutionText } from '../bench/vrp';
import { at, day, driver, ROW, row, task } from '../support/plans';

/** Two pairs and a single stop. The first driver is on the way to stop 0. */
const checked = day({
  stops: [at(1), at(3, { size: -1 }), at(5, { by: 20 }), at(2), at(4, { size: -1 })],
  tasks: [task([0, 1]), task([2], { skills: ['truck'] }), task([3, 4], { pinned: 1 })],
  drivers: [driver(0, [0, 1], { fixed: 1, skills: ['truck'], capacity: 1 }), driver(0, [3, 4])],
  costs: { late: Infinity, overtime: Infinity, moved: 1, driver: 0 },
});
const answer = planDay(checked, 1, iterations(64));

/** Returns the answer with other routes but with its old figures. */
const routed = (...routes: number[][]): Plan => ({
  ...answer,
  routes: routes.map((stops) => ({ ...(answer.routes[0] ?? expect.fail('a route')), stops })),
});

test('the checker accepts the answer', () => {
  expect(violationsOf(checked, answer)).toEqual([]);
  expect(answer.routes.map(({ stops }) => stops)).toEqual([
    [0, 1, 2],
    [3, 4],
  ]);
});

test.each<[Violation, Plan, Partial<PlanProblem>?]>([
  [{ rule: 'missing', stop: 2 }, routed([0, 1], [3, 4])],
  [{ rule: 'twice', stop: 2 }, routed([0, 1, 2], [2, 3, 4])],
  [{ rule: 'unknown', stop: 7 }, routed([0, 1, 2, 7], [3, 4])],
  [
    { rule: 'unplanned', task: 1 },
    { ...answer, unplanned: [{ task: 1, reason: 'room' }] },
  ],
  [
    { rule: 'unplanned', task: 1 },
    { ...routed([0, 1], [3, 4]), unplanned: [1, 1].map((number) => ({ task: number, reason: 'room' })) },
  ],
  [{ rule: 'split', task: 0 }, routed([0, 2], [3, 4, 1])],
  [{ rule: 'order', task: 2 }, routed([0, 1, 2], [4, 3])],
  [{ rule: 'skills', task: 1, driver: 1 }, routed([0, 1], [3, 4, 2])],
  [{ rule: 'pinned', task: 2, driver: 0 }, routed([0, 1, 3, 4, 2], [])],
  [{ rule: 'capacity', driver: 0 }, routed([0, 2, 1], [3, 4])],
  [
    { rule: 'overtime', driver: 1 },
    answer,
    { drivers: [driver(0, [0, 1], { fixed: 1, skills: ['truck'] }), driver(0, [3, 4], { until: 7 })] },
  ],
  [{ rule: 'fixed', driver: 0 }, routed([2, 0, 1], [3, 4])],
  [
    { rule: 'late', stop: 4 },
    answer,
    { stops: checked.stops.map((stop, i) => (i === 4 ? { ...stop, by: 3 } : stop)) },
  ],
  [
    { rule: 'road', stop: 1 },
    answer,
    { lengths: row.map((way, cell) => (cell === ROW + 3 ? Infinity : way)) },
  ],
  [{ rule: 'reordered', driver: 1 }, routed([0, 1, 2], [4, 3]), { mayMove: false }],
  [{ rule: 'reordered', driver: 1 }, routed([0, 1, 2, 3, 4], []), { mayMove: false }],
])('the checker finds %j', (violation, plan, more = {}) => {
  expect(violationsOf(checked, answer)).toEqual([]);
  expect(violationsOf({ ...checked, ...more }, plan)).toContainEqual(violation);
});

test('the checker finds a break that is at another time, too short, left out, or in which there is work', () => {
  // The driver reaches the first stop at 2 and leaves it at 6, but the break has been due since 4. The other stop comes
  // after the break.
  const problem = day({
    stops: [at(2, { service: 4 }), at(5)],
    tasks: [task([0]), task([1])],
    drivers: [driver(0, [0, 1], { fixed: 2, rest: { due: 4, seconds: 10 } })],
  });
  const plan = planDay(problem, 1, iterations(1));
  const [route = expect.fail('a route')] = plan.routes;
  expect([route.begins, route.rest, route.finish]).toEqual([[2, 19], { from: 6, until: 16 }, 24]);
  expect(violationsOf(problem, plan)).toEqual([]);
  const violationsWith = (more: Partial<typeof route>) =>
    violationsOf(problem, { ...plan, routes: [{ ...route, ...more }] });
  for (const rest of [{ from: 4, until: 14 }, { from: 6, until: 10 }, { from: 17, until: 27 }, null])
    expect(violationsWith({ rest })).toContainEqual({ rule: 'break', driver: 0 });
  expect(violationsWith({ begins: [2, 15] })).toContainEqual({ rule: 'break', driver: 0 });
  // A break that is due after the end of all work is not taken.
  const early = { ...problem, drivers: [driver(0, [0, 1], { fixed: 2, rest: { due: 90, seconds: 10 } })] };
  const { routes } = planDay(early, 1, iterations(1));
  expect(routes[0]).toMatchObject({ rest: null, finish: 14 });
  expect(violationsOf(early, plan)).toContainEqual({ rule: 'break', driver: 0 });
});

test('the checker recomputes every figure', () => {
  const found = (plan: Plan) => violationsOf(checked, plan);
  for (const figure of ['begins', 'late'] as const) {
    const [first, ...rest] = answer.routes;
    if (!first) expect.fail('a route');
    const changed = { ...first, [figure]: first[figure].map((value) => value + 1) };
    expect(found({ ...answer, routes: [changed, ...rest] })).toContainEqual({ rule: 'figures', figure });
  }
  for (const figure of ['length', 'finish', 'overtime'] as const) {
    const routes = answer.routes.map((route, i) => ({
      ...route,
      [figure]: route[figure] + (i === 1 ? 1 : 0),
    }));
    expect(found({ ...answer, routes })).toContainEqual({ rule: 'figures', figure });
  }
  for (const figure of ['length', 'late', 'overtime', 'lateStops', 'movedPrice', 'drivers'] as const) {
    const totals = { ...answer.totals, [figure]: answer.totals[figure] + 1 };
    expect(found({ ...answer, totals })).toEqual([{ rule: 'figures', figure }]);
  }
  const totals = { ...answer.totals, moved: [1] };
  expect(found({ ...answer, totals })).toEqual([{ rule: 'figures', figure: 'moved' }]);
  expect(found({ ...answer, routes: answer.routes.slice(0, 1) })).toContainEqual({
    rule: 'figures',
    figure: 'routes',
  });
});

test('an answer is written for checkers of others: a route a line, without those that are empty', () => {
  expect(solutionText('LC101', checked, routed([1, 0, 2], [], [4]), '2026-01-31')).toBe(
    `Instance name : LC101
Authors : Parts Dispatch
Date : 2026-01-31
Reference : npm run bench -- --vrp
Solution
Route 1 : 3 1 5
Route 2 : 4
`,
  );
});
