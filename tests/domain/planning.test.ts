import fc from 'fast-check';
import { expect, test } from 'vitest';
import { violationsOf } from '~/domain/planning/checker';
import { iterations, planDay } from '~/domain/planning/plan';
import {
  PRICE_OF_MOVING,
  type Plan,
  type PlanDriver,
  type PlanProblem,
  type PlanStop,
  type PlanTask,
} from '~/domain/planning/problem';
import { at, day, driver, ROW, row, task } from '../support/plans';

const PLACES = 7;
/** More than any plan costs here. */
const LEFT_OUT = 1e6;

const time = fc.integer({ min: 0, max: 120 });
const skills = fc.subarray(['truck', 'cold']);

/** Whole numbers keep a way over another place no shorter than the direct one, as roads do. */
const roads = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), {
    minLength: PLACES,
    maxLength: PLACES,
  })
  .map((points) =>
    Float64Array.from(
      points.flatMap(([x, y]) => points.map(([x2, y2]) => Math.abs(x - x2) + Math.abs(y - y2))),
    ),
  );

/** @param wishes how many tasks and drivers. */
function problems(wishes: { tasks: number; drivers: number }): fc.Arbitrary<PlanProblem> {
  const place = fc.integer({ min: 0, max: PLACES - 1 });
  const task = fc.record({
    isPair: fc.boolean(),
    places: fc.tuple(place, place),
    size: fc.integer({ min: 0, max: 3 }),
    window: fc.option(fc.tuple(time, fc.integer({ min: 0, max: 60 }))),
    service: fc.integer({ min: 0, max: 5 }),
    skills: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: skills }),
    pinned: fc.option(fc.integer({ min: 0, max: wishes.drivers - 1 }), { freq: 5 }),
    known: fc.constantFrom('unseen' as const, 'seen' as const, 'next' as const),
    home: fc.option(fc.integer({ min: 0, max: wishes.drivers - 1 })),
  });
  const driver = fc.record({
    start: fc.option(place),
    end: fc.option(place),
    from: fc.integer({ min: 0, max: 20 }),
    until: fc.integer({ min: 60, max: 240 }),
    capacity: fc.integer({ min: 1, max: 6 }),
    skills,
    fixed: fc.integer({ min: 0, max: 2 }),
  });
  const cost = (most: number) => fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: most }));
  return fc
    .record({
      seconds: roads,
      tasks: fc.array(task, { minLength: 1, maxLength: wishes.tasks }),
      drivers: fc.array(driver, { minLength: wishes.drivers, maxLength: wishes.drivers }),
      costs: fc.record({
        late: cost(9),
        overtime: cost(9),
        moved: fc.integer({ min: 0, max: 20 }),
        driver: fc.integer({ min: 0, max: 30 }),
      }),
      mayMove: fc.boolean(),
    })
    .map(({ seconds, tasks, drivers, costs, mayMove }) => {
      const stops: PlanStop[] = [];
      const routes: number[][] = drivers.map(() => []);
      const planned = tasks.map(({ isPair, places, size, window, service, skills, pinned, known, home }) => {
        const [after, by] = window ? [window[0], window[0] + window[1]] : [0, Infinity];
        const stop = (at: 0 | 1, load: number) =>
          stops.push({ place: places[at], after: at === 0 ? 0 : after, by, service, size: load }) - 1;
        const numbers: PlanTask['stops'] = isPair ? [stop(0, size), stop(1, -size)] : [stop(1, size)];
        if (home !== null) routes[home]?.push(...numbers);
        return { stops: numbers, skills, pinned, known };
      });
      const present = drivers.map(({ fixed, ...rest }, number): PlanDriver => {
        const route = routes[number] ?? [];
        return { ...rest, load: 0, route, fixed: Math.min(fixed, route.length) };
      });
      return {
        placeCount: PLACES,
        seconds,
        lengths: seconds,
        stops,
        tasks: planned,
        drivers: present,
        costs,
        mayMove,
      };
    });
}

test('every plan passes the checker, leaves going stops, and is the same again', () => {
  fc.assert(
    fc.property(problems({ tasks: 9, drivers: 3 }), fc.integer(), (problem, seed) => {
      const plan = planDay(problem, seed, iterations(130));
      expect(violationsOf(problem, plan)).toEqual([]);
      expect(planDay(problem, seed, iterations(130))).toEqual(plan);
    }),
    { numRuns: 100 },
  );
});

/** What a plan costs, from its own figures; the checker has found them right. */
function weigh({ costs }: PlanProblem, { totals, unplanned }: Plan): number {
  const soft = (price: number, seconds: number) => (seconds > 0 ? price * seconds : 0);
  return (
    unplanned.length * LEFT_OUT +
    totals.length +
    soft(costs.late, totals.late) +
    soft(costs.overtime, totals.overtime) +
    costs.moved * totals.movedPrice +
    costs.driver * totals.drivers
  );
}

/** All plans: each task left out, or in any place of any route. */
function* everyPlan(routes: number[][], tasks: readonly PlanTask[]): Generator<number[][]> {
  const [task, ...rest] = tasks;
  if (!task) {
    yield routes;
    return;
  }
  yield* everyPlan(routes, rest);
  const [first, then] = task.stops;
  for (const [driver, route] of routes.entries()) {
    const withOrder = (order: number[]) =>
      everyPlan(
        routes.map((other, i) => (i === driver ? order : other)),
        rest,
      );
    for (let i = 0; i <= route.length; i += 1) {
      const one = [...route.slice(0, i), first, ...route.slice(i)];
      if (then === undefined) yield* withOrder(one);
      else
        for (let j = i + 1; j <= one.length; j += 1)
          yield* withOrder([...one.slice(0, j), then, ...one.slice(j)]);
    }
  }
}

/** The cost of any routes, written down once more; Infinity when a rule is broken. */
function costOf({ drivers, tasks, stops, seconds, costs }: PlanProblem, routes: number[][]): number {
  const taskOf = (stop: number) => tasks.find((task) => task.stops.some((one) => one === stop));
  const planned = new Set(routes.flat());
  let cost = LEFT_OUT * tasks.filter((task) => !planned.has(task.stops[0])).length;
  const soft = (price: number, late: number) => (late > 0 ? price * late : 0);
  routes.forEach((route, number) => {
    const driver = drivers[number];
    if (!driver) return;
    let [clock, load, at] = [driver.from, 0, driver.start];
    const go = (to: number | null) => {
      const leg = at === null || to === null ? 0 : (seconds[at * PLACES + to] ?? 0);
      clock += leg;
      cost += leg;
      at = to;
    };
    if (route.length > 0) cost += costs.driver;
    for (const visit of route) {
      const [stop, task] = [stops[visit], taskOf(visit)];
      if (!stop || !task) continue;
      go(stop.place);
      clock = Math.max(clock, stop.after);
      cost += soft(costs.late, clock - stop.by);
      clock += stop.service;
      load += stop.size;
      const isAble = task.skills.every((skill) => driver.skills.includes(skill));
      if (load > driver.capacity || !isAble || (task.pinned ?? number) !== number) cost = Infinity;
      const isHome = drivers.every(({ route: now }) => !now.includes(visit)) || driver.route.includes(visit);
      if (!isHome && visit === task.stops[0]) cost += costs.moved * PRICE_OF_MOVING[task.known];
    }
    go(driver.end);
    cost += soft(costs.overtime, clock - driver.until);
  });
  return cost;
}

test('small plans are the best of all', () => {
  fc.assert(
    fc.property(problems({ tasks: 3, drivers: 2 }), (made) => {
      const drivers = made.drivers.map((driver) => ({ ...driver, fixed: 0 }));
      const problem = { ...made, drivers, mayMove: true };
      let least = Infinity;
      for (const routes of everyPlan([[], []], problem.tasks))
        least = Math.min(least, costOf(problem, routes));
      expect(weigh(problem, planDay(problem, 1, iterations(640)))).toBeCloseTo(least, 6);
    }),
    // The search promises no optimum, so the same problems are tried each time.
    { numRuns: 80, seed: 1 },
  );
});

const routesOf = (problem: PlanProblem) =>
  planDay(problem, 1, iterations(640)).routes.map(({ stops }) => stops);

/** The stop at place 8 is with the driver at 0; the other starts at 8: moving it saves 16 seconds. */
const far = (moved: number, more: Partial<PlanTask> = {}, fixed = 0) =>
  day({
    stops: [at(8)],
    tasks: [task([0], more)],
    drivers: [driver(0, [0], { fixed }), driver(8, [])],
    costs: { late: 1, overtime: 1, moved, driver: 0 },
  });

test('a task moves only when that gains more than its price', () => {
  expect(routesOf(far(0))).toEqual([[], [0]]);
  expect(routesOf(far(15))).toEqual([[], [0]]);
  expect(routesOf(far(17))).toEqual([[0], []]);
  expect(routesOf(far(3, { known: 'seen' }))).toEqual([[], [0]]);
  expect(routesOf(far(4, { known: 'seen' }))).toEqual([[0], []]);
  expect(routesOf(far(2, { known: 'next' }))).toEqual([[0], []]);
  const { totals } = planDay(far(3, { known: 'seen' }), 1, iterations(640));
  expect(totals).toMatchObject({ moved: [0], movedPrice: 5, length: 0 });
});

test('pinned and going tasks never move, and nothing does when only insertions are allowed', () => {
  expect(routesOf(far(0, { pinned: 0 }))).toEqual([[0], []]);
  expect(routesOf(far(0, {}, 1))).toEqual([[0], []]);
  expect(routesOf({ ...far(0), mayMove: false })).toEqual([[0], []]);
});

test('goods that are picked up stay with their driver', () => {
  const pickedUp = day({
    stops: [at(0), at(8, { size: -1 })],
    tasks: [task([0, 1], { skills: ['truck'] })],
    drivers: [driver(0, [0], { fixed: 1 }), driver(8, [], { skills: ['truck'] })],
  });
  expect(routesOf(pickedUp)).toEqual([[0, 1], []]);
});

test('what is picked up where it fills the vehicle waits for the delivery of what is in it', () => {
  const full = day({
    stops: [at(0), at(8, { size: -1 }), at(1), at(2, { size: -1 })],
    tasks: [task([0, 1]), task([2, 3])],
    drivers: [driver(0, [0, 1], { fixed: 1, capacity: 1 })],
  });
  expect(routesOf(full)).toEqual([[0, 1, 2, 3]]);
});

test('a task that fits nowhere is named with the reason', () => {
  const noWay = row.slice();
  for (let place = 0; place < ROW; place += 1) noWay[place * ROW + 9] = Infinity;
  const problem = day({
    seconds: noWay,
    lengths: noWay,
    stops: [at(1), at(2, { size: 20 }), at(9), at(5, { by: 2 }), at(1, { size: 9 }), at(2, { size: 9 })],
    tasks: [task([0], { skills: ['truck'] }), ...[1, 2, 3, 4, 5].map((stop) => task([stop]))],
    drivers: [driver(0, [])],
    costs: { late: Infinity, overtime: Infinity, moved: 0, driver: 0 },
  });
  const plan = planDay(problem, 1, iterations(640));
  expect(violationsOf(problem, plan)).toEqual([]);
  const reasons = new Map(plan.unplanned.map(({ task: number, reason }) => [number, reason]));
  expect([0, 1, 2, 3].map((number) => reasons.get(number))).toEqual(['skills', 'capacity', 'road', 'time']);
  expect([reasons.get(4), reasons.get(5)].sort()).toEqual(['room', undefined]);
});

test('a search is asked how far it is, and ends when told', () => {
  const asked: number[] = [];
  const problem = far(0);
  const plan = planDay(problem, 1, (done) => {
    asked.push(done);
    return asked.length === 3 ? 1 : 0;
  });
  expect(asked).toHaveLength(3);
  expect(asked[0]).toBe(0);
  expect(asked).toEqual([...asked].sort((a, b) => a - b));
  expect(violationsOf(problem, plan)).toEqual([]);
});

test('a problem that contradicts itself is refused', () => {
  const good = far(0);
  for (const bad of [
    { ...good, seconds: row.subarray(1) },
    { ...good, stops: [at(ROW)] },
    { ...good, tasks: [] },
    { ...good, tasks: [task([0]), task([0])] },
    { ...good, drivers: [driver(0, [0]), driver(8, [0])] },
    { ...good, drivers: [driver(0, [1])] },
    { ...good, drivers: [driver(-1, [])] },
    { ...good, drivers: [driver(0, [0], { fixed: 2 })] },
  ])
    expect(() => planDay(bad, 1, iterations(1))).toThrow(RangeError);
});
