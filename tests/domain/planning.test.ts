import fc from 'fast-check';
import { expect, test } from 'vitest';
import { violationsOf } from '~/modules/day-plans/fleet-optimizer/checker';
import { iterations, planDay } from '~/modules/day-plans/fleet-optimizer/plan-fleet';
import {
  PRICE_OF_MOVING,
  type Plan,
  type PlanDriver,
  type PlanProblem,
  type PlanStop,
  type PlanTask,
  type Reason,
} from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { at, day, driver, ROW, row, task } from '../support/plans';

const PLACES = 7;
/** The cost of a task that is left out exceeds the cost of any plan here. */
const LEFT_OUT = 1e6;

const time = fc.integer({ min: 0, max: 120 });
const skills = fc.subarray(['truck', 'cold']);

/** With whole numbers a detour over another place is never shorter than the direct way, as on roads. */
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

/** @param wishes the number of tasks and drivers. */
function problems(wishes: { tasks: number; drivers: number }): fc.Arbitrary<PlanProblem> {
  const place = fc.integer({ min: 0, max: PLACES - 1 });
  const task = fc.record({
    isPair: fc.boolean(),
    places: fc.tuple(place, place),
    size: fc.integer({ min: 0, max: 3 }),
    /** The amount that the delivery picks up, or brings from elsewhere. */
    more: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 4 })),
    window: fc.option(fc.tuple(time, fc.integer({ min: 0, max: 60 }))),
    service: fc.integer({ min: 0, max: 5 }),
    skills: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: skills }),
    pinned: fc.option(fc.integer({ min: 0, max: wishes.drivers - 1 }), { freq: 5 }),
    known: fc.constantFrom('unseen' as const, 'seen' as const, 'next' as const),
    home: fc.option(fc.integer({ min: 0, max: wishes.drivers - 1 })),
    delivery: fc.option(fc.nat({ max: wishes.tasks - 1 }), { freq: 3 }),
  });
  const driver = fc.record({
    start: fc.option(place),
    end: fc.option(place),
    from: fc.integer({ min: 0, max: 20 }),
    until: fc.integer({ min: 60, max: 240 }),
    capacity: fc.integer({ min: 1, max: 6 }),
    skills,
    fixed: fc.integer({ min: 0, max: 2 }),
    rest: fc.option(
      fc.record({
        due: fc.option(fc.integer({ min: 20, max: 120 })),
        seconds: fc.integer({ min: 0, max: 40 }),
      }),
      { nil: undefined },
    ),
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
      const planned = tasks.map(
        ({ isPair, places, size, more, window, service, skills, pinned, known, home }): PlanTask => {
          const [after, by] = window ? [window[0], window[0] + window[1]] : [0, Infinity];
          const stop = (at: 0 | 1, load: number) =>
            stops.push({ place: places[at], after: at === 0 ? 0 : after, by, service, size: load }) - 1;
          const numbers: PlanTask['stops'] = isPair
            ? [stop(0, size), stop(1, more - size)]
            : [stop(1, size + more)];
          if (home !== null) routes[home]?.push(...numbers);
          return { stops: numbers, skills, pinned, known };
        },
      );
      const present = drivers.map(({ fixed, ...rest }, number): PlanDriver => {
        const route = routes[number] ?? [];
        return { ...rest, load: 0, route, fixed: Math.min(fixed, route.length) };
      });
      return {
        placeCount: PLACES,
        seconds,
        lengths: seconds,
        stops,
        tasks: planned.map((task, number) => {
          const wish = tasks[number]?.delivery ?? null;
          const target = wish === null ? undefined : planned[wish];
          const isExtraPickup = (other: PlanTask) =>
            other.stops.length === 1 && tasks[planned.indexOf(other)]?.delivery !== null;
          if (!target || !isExtraPickup(task) || isExtraPickup(target)) return task;
          return { ...task, delivery: target.stops[target.stops.length - 1] ?? 0 };
        }),
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

/** Computes the reason from the task and each driver alone. In these problems roads lead everywhere. */
function reasonFor(problem: PlanProblem, number: number, unplanned: Plan['unplanned']): Reason {
  const { drivers, stops } = problem;
  const task = problem.tasks[number] ?? expect.fail('a task');
  const stays = (stop: number) => drivers.some(({ route, fixed }) => route.slice(0, fixed).includes(stop));
  const target = problem.tasks.findIndex((other) => other.stops.some((stop) => stop === task.delivery));
  if (unplanned.some((left) => left.task === target) && !stays(task.delivery ?? -1))
    return reasonFor(problem, target, unplanned);
  const [first, then] = task.stops;
  const pickupDriver = drivers.find(({ route, fixed }) => route.slice(0, fixed).includes(first));
  const hasSkills = (driver: PlanDriver) => task.skills.every((skill) => driver.skills.includes(skill));
  const isAble = (driver: PlanDriver, i: number) => (task.pinned ?? i) === i && hasSkills(driver);
  const able = pickupDriver ? [pickupDriver] : drivers.filter(isAble);
  if (able.length === 0) return 'skills';
  const picked = stops[first]?.size ?? 0;
  const held = Math.max(picked, picked + (stops[then ?? -1]?.size ?? 0));
  const large = pickupDriver ? able : able.filter(({ capacity }) => held <= capacity);
  if (large.length === 0) return 'capacity';
  const rest = pickupDriver ? [then ?? first] : [...task.stops];
  const free: PlanTask = { stops: task.stops, skills: [], pinned: null, known: task.known };
  const isInTime = (driver: PlanDriver) =>
    costOf({ ...problem, tasks: [free], drivers: [{ ...driver, capacity: Infinity }] }, [rest]) < Infinity;
  return large.some(isInTime) ? 'room' : 'time';
}

test('vehicles may be too full and days too short already: no plan makes it worse, and says why a task is left', () => {
  const strain = fc.record({
    load: fc.integer({ min: 0, max: 8 }),
    until: fc.integer({ min: 0, max: 90 }),
    fixed: fc.integer({ min: 0, max: 9 }),
    /** True when the vehicle's load has a delivery. */
    hasDelivery: fc.boolean(),
  });
  const strains = fc.array(strain, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(problems({ tasks: 9, drivers: 3 }), strains, fc.boolean(), (made, more, isHard) => {
      const drivers = made.drivers.map((driver, i): PlanDriver => {
        const fixed = Math.min(more[i]?.fixed ?? 0, driver.route.length);
        const { load = 0, until = 0 } = more[i] ?? {};
        return { ...driver, load, until, fixed };
      });
      const loaded = more.flatMap(({ load, hasDelivery }, i) => (hasDelivery && load > 0 ? [i] : []));
      const stops = [...made.stops, ...loaded.map((i) => at(i, { by: 90, size: -(drivers[i]?.load ?? 0) }))];
      const tasks = [...made.tasks, ...loaded.map((i, n) => task([made.stops.length + n], { pinned: i }))];
      const costs = { ...made.costs, overtime: isHard ? Infinity : made.costs.overtime };
      const problem = { ...made, stops, tasks, drivers, costs };
      const plan = planDay(problem, 1, iterations(130));
      expect(violationsOf(problem, plan)).toEqual([]);
      for (const { task, reason } of plan.unplanned)
        expect(reason).toBe(reasonFor(problem, task, plan.unplanned));
    }),
    { numRuns: 100 },
  );
});

/** Computes the cost of a plan from its own figures, which the checker has confirmed. */
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

/** Generates all plans: each task is left out, or is at any place of any route. */
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

/** Computes the cost of any routes with a second implementation; Infinity when a rule is broken. */
function costOf({ drivers, tasks, stops, seconds, costs }: PlanProblem, routes: number[][]): number {
  const taskOf = (stop: number) => tasks.find((task) => task.stops.some((one) => one === stop));
  const planned = new Set(routes.flat());
  let cost = LEFT_OUT * tasks.filter((task) => !planned.has(task.stops[0])).length;
  const soft = (price: number, late: number) => (late > 0 ? price * late : 0);
  for (const { stops: own, delivery } of tasks)
    for (const route of routes)
      if (
        delivery !== undefined &&
        route.includes(own[0]) &&
        !route.slice(route.indexOf(own[0])).includes(delivery)
      )
        cost = Infinity;
  routes.forEach((route, number) => {
    const driver = drivers[number];
    if (!driver) return;
    let [clock, load, at] = [driver.from, 0, driver.start];
    const { due, seconds: length } = driver.rest ?? { due: Infinity, seconds: 0 };
    let isRested = due === null;
    /**
     * Moves the clock on. An activity that is under way when the break is due ends before the break, unless it can be
     * interrupted.
     */
    const advance = (until: number, canPause: boolean) => {
      const isNow = !isRested && until > (due ?? 0);
      if (isNow) clock = canPause ? Math.max(until, (due ?? 0) + length) : until + length;
      else clock = until;
      isRested ||= isNow;
    };
    const go = (to: number | null) => {
      const leg = at === null || to === null ? 0 : (seconds[at * PLACES + to] ?? 0);
      advance(clock + leg, false);
      cost += leg;
      at = to;
    };
    if (route.length > 0) cost += costs.driver;
    for (const visit of route) {
      const [stop, task] = [stops[visit], taskOf(visit)];
      if (!stop || !task) continue;
      go(stop.place);
      advance(Math.max(clock, stop.after), true);
      cost += soft(costs.late, clock - stop.by);
      advance(clock + stop.service, false);
      load += stop.size;
      const isAble = task.skills.every((skill) => driver.skills.includes(skill));
      const isFull = stop.size > 0 && load > driver.capacity;
      if (isFull || !isAble || (task.pinned ?? number) !== number) cost = Infinity;
      const isHome = drivers.every(({ route: now }) => !now.includes(visit)) || driver.route.includes(visit);
      if (!isHome && visit === task.stops[0]) cost += costs.moved * PRICE_OF_MOVING[task.known];
    }
    if (due === null) clock += length;
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
    // The search does not promise the optimum, so the same problems are tried each time.
    { numRuns: 80, seed: 1 },
  );
});

const routesOf = (problem: PlanProblem) =>
  planDay(problem, 1, iterations(640)).routes.map(({ stops }) => stops);

/** The driver at 0 has the stop at place 8, and the other driver starts at 8. Moving the stop saves 16 seconds. */
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

test('an overfull vehicle may be unloaded, and nothing is added before there is room again', () => {
  const full = day({
    stops: [at(3, { size: -2 }), at(1, { size: 0 }), at(2), at(4, { size: -1 })],
    tasks: [task([0], { pinned: 0 }), task([1]), task([2, 3])],
    drivers: [driver(0, [1], { end: null, capacity: 2, load: 4 })],
  });
  const plan = planDay(full, 1, iterations(640));
  expect(violationsOf(full, plan)).toEqual([]);
  expect(plan.unplanned).toEqual([{ task: 2, reason: 'room' }]);
  expect(new Set(routesOf(full)[0])).toEqual(new Set([0, 1]));
  const less = { ...full, drivers: [driver(0, [1], { end: null, capacity: 2, load: 3 })] };
  expect(routesOf(less)).toEqual([[1, 0, 2, 3]]);
});

test('goods that a delivery brings back need room as well', () => {
  const bringing = (capacity: number) =>
    day({
      stops: [at(1), at(2, { size: 1 }), at(4, { size: 2 })],
      tasks: [task([0, 1]), task([2])],
      drivers: [driver(0, [], { capacity })],
    });
  expect(routesOf(bringing(4))).toEqual([[0, 1, 2]]);
  const { unplanned } = planDay(bringing(1), 1, iterations(640));
  expect(unplanned.map(({ reason }) => reason)).toEqual(['capacity', 'capacity']);
  expect(planDay(bringing(3), 1, iterations(640)).unplanned).toEqual([{ task: 1, reason: 'room' }]);
});

test('a pickup that would overfill the vehicle waits for the delivery of its load', () => {
  const full = day({
    stops: [at(0), at(8, { size: -1 }), at(1), at(2, { size: -1 })],
    tasks: [task([0, 1]), task([2, 3])],
    drivers: [driver(0, [0, 1], { fixed: 1, capacity: 1 })],
  });
  expect(routesOf(full)).toEqual([[0, 1, 2, 3]]);
});

/** A stop at place 2 that takes 4 seconds, then a stop at place 5. */
const resting = (rest: PlanDriver['rest'], more: Partial<PlanDriver> = {}) =>
  planDay(
    day({
      stops: [at(2, { service: 4 }), at(5, { after: 12 })],
      tasks: [task([0]), task([1])],
      drivers: [driver(0, [0, 1], { fixed: 2, rest, ...more })],
    }),
    1,
    iterations(1),
  ).routes[0];

test.each([
  // The breaks are during a drive, after the stop under way, instead of a wait, on the way back, after the last stop,
  // and after work.
  [{ due: 1, seconds: 10 }, [12, 19], { from: 1, until: 11 }, 24],
  [{ due: 3, seconds: 10 }, [2, 19], { from: 6, until: 16 }, 24],
  [{ due: 9, seconds: 10 }, [2, 19], { from: 9, until: 19 }, 24],
  [{ due: 9, seconds: 2 }, [2, 12], { from: 9, until: 11 }, 17],
  [{ due: 15, seconds: 10 }, [2, 12], { from: 15, until: 25 }, 27],
  [{ due: null, seconds: 10 }, [2, 12], { from: 12, until: 22 }, 27],
  [{ due: 17, seconds: 10 }, [2, 12], null, 17],
  [undefined, [2, 12], null, 17],
])('the break %j is in the times', (rest, begins, taken, finish) => {
  expect(resting(rest)).toMatchObject({ begins, rest: taken, finish, overtime: 0 });
  expect(resting(rest, { until: 20 })?.overtime).toBe(Math.max(0, finish - 20));
});

test('a task that a break would make late goes to another driver, or before the break', () => {
  const shared = (rest?: PlanDriver['rest']) =>
    day({
      stops: [at(4, { by: 15 })],
      tasks: [task([0])],
      drivers: [driver(0, [0], { rest }), driver(9, [])],
      costs: { late: 5, overtime: 5, moved: 0, driver: 0 },
    });
  expect(routesOf(shared())).toEqual([[0], []]);
  expect(routesOf(shared({ due: 2, seconds: 5 }))).toEqual([[0], []]);
  expect(routesOf(shared({ due: 2, seconds: 30 }))).toEqual([[], [0]]);
  const alone = day({
    stops: [at(1), at(2), at(3, { by: 60 })],
    tasks: [task([0]), task([1]), task([2])],
    drivers: [driver(0, [], { rest: { due: 2, seconds: 60 } })],
    costs: { late: Infinity, overtime: 5, moved: 0, driver: 0 },
  });
  expect(planDay(alone, 1, iterations(640)).unplanned).toEqual([{ task: 2, reason: 'time' }]);
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
  const shares: number[] = [];
  const problem = far(0);
  const plan = planDay(problem, 1, (done) => {
    shares.push(done);
    return shares.length === 3 ? 1 : 0;
  });
  expect(shares).toHaveLength(3);
  expect(shares[0]).toBe(0);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
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
    { ...good, drivers: [driver(0, [0], { from: 5, rest: { due: 4, seconds: 9 } })] },
  ])
    expect(() => planDay(bad, 1, iterations(1))).toThrow(RangeError);
});
