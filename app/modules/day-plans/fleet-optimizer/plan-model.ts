/**
 * Prepares the problem for the search. Nodes are the stops, then the starts and then the ends of all drivers.
 * A unit is inserted and removed as a whole: it is a stop, or a pickup and its delivery.
 */
import { MAX_STOPS } from '~/domain/scheduling/route-optimizer/order-problem';
import { PRICE_OF_MOVING, type PlanProblem, type PlanTask } from './plan-problem';
import { restOf } from '~/domain/scheduling/timetable/day-clock';

/** Stands for a missing road. It is more than the cost of leaving a task out. */
export const NO_WAY = 1e11;
/** The cost of leaving a task out. It is more than anything else in a plan costs. */
export const LEFT_OUT = 1e9;

export type Model = {
  problem: PlanProblem;
  stopCount: number;
  driverCount: number;
  /** The places that are in use; rows of the matrices below. */
  siteCount: number;
  /** By node. */
  site: Int32Array;
  lengths: Float64Array;
  seconds: Float64Array;
  /** By node. */
  after: Float64Array;
  by: Float64Array;
  service: Float64Array;
  size: Float64Array;
  /** Cost of a second of delay; Infinity when none is allowed. */
  lateCost: Float64Array;
  /** The smaller one of the costs of a second of lateness and of overtime. */
  leastLateCost: number;
  /** No delay is allowed anywhere, so checks can end early. */
  isHard: boolean;
  capacity: Float64Array;
  /** By driver: the break, see `restOf`. */
  due: Float64Array;
  rest: Float64Array;
  /** A stop takes more out of a vehicle than it brings in; without the stop, there is less room. */
  isUnloading: boolean;
  /** By driver: drivers with the same number are equal as long as they have no stop. */
  kind: Int32Array;
  driverCost: number;
  unitCount: number;
  /** By unit: its first stop, and its delivery or -1. */
  first: Int32Array;
  then: Int32Array;
  /**
   * By unit: the delivery of another unit that must come behind it in the same route; -1 for none. `feeders`
   * is the reverse.
   */
  deliveryOf: Int32Array;
  pickupsOf: readonly (readonly number[])[];
  /** By unit: the number of its task. */
  taskOf: Int32Array;
  /** By stop; -1 for stops that do not move. */
  unitOf: Int32Array;
  /** By unit and driver: the price when this driver has it; Infinity when the driver may not. */
  price: Float64Array;
  /** By unit: the driver who has it; -1 for none. */
  home: Int32Array;
  /** By unit. */
  mayMove: Uint8Array;
};

export function modelOf(problem: PlanProblem): Model {
  check(problem);
  const { stops, drivers, tasks, costs } = problem;
  const [stopCount, driverCount] = [stops.length, drivers.length];
  const nodeCount = stopCount + 2 * driverCount;
  const sites = sitesOf(problem);
  const byNode = (
    ofStops: (stop: number) => number,
    start: (r: number) => number,
    end: (r: number) => number,
  ) =>
    Float64Array.from({ length: nodeCount }, (_, node) => {
      if (node < stopCount) return ofStops(node);
      const driver = node - stopCount;
      return driver < driverCount ? start(driver) : end(driver - driverCount);
    });
  const stop = (pick: 'after' | 'by' | 'service' | 'size') => (number: number) => stops[number]?.[pick] ?? 0;
  const rests = drivers.map(restOf);
  const units = unitsOf(problem);
  const home = new Int32Array(units.length).fill(-1);
  const unitOf = new Int32Array(stopCount).fill(-1);
  units.forEach(({ members }, unit) => members.forEach((member) => (unitOf[member] = unit)));
  const deliveryOf = Int32Array.from(units, ({ task }) => {
    const delivery = tasks[task]?.delivery ?? -1;
    return (unitOf[delivery] ?? -1) < 0 ? -1 : delivery;
  });
  const pickupsOf = units.map((): number[] => []);
  deliveryOf.forEach((delivery, unit) => pickupsOf[unitOf[delivery] ?? -1]?.push(unit));
  drivers.forEach(({ route }, driver) =>
    route.forEach((number) => {
      const unit = unitOf[number] ?? -1;
      if (unit >= 0) home[unit] = driver;
    }),
  );
  return {
    problem,
    stopCount,
    driverCount,
    ...sites,
    after: byNode(
      stop('after'),
      (r) => drivers[r]?.from ?? 0,
      () => -Infinity,
    ),
    by: byNode(
      stop('by'),
      () => Infinity,
      // A break behind the last stop shortens the shift, because it comes before the shift's end.
      (r) => (drivers[r]?.until ?? Infinity) - (rests[r]?.restAtEnd ?? 0),
    ),
    service: byNode(
      stop('service'),
      () => 0,
      () => 0,
    ),
    size: byNode(
      stop('size'),
      (r) => drivers[r]?.load ?? 0,
      () => 0,
    ),
    lateCost: byNode(
      () => costs.late,
      () => 0,
      () => costs.overtime,
    ),
    leastLateCost: Math.min(costs.late, costs.overtime),
    isHard: costs.late === Infinity && costs.overtime === Infinity,
    capacity: Float64Array.from(drivers, ({ capacity }) => capacity),
    due: Float64Array.from(rests, ({ due }) => due),
    rest: Float64Array.from(rests, ({ rest }) => rest),
    isUnloading: units.some(
      ({ members }) => members.reduce((sum, member) => sum + (stops[member]?.size ?? 0), 0) < 0,
    ),
    kind: kindsOf(problem),
    driverCost: costs.driver,
    unitCount: units.length,
    first: Int32Array.from(units, ({ members }) => members[0] ?? 0),
    then: Int32Array.from(units, ({ members }) => members[1] ?? -1),
    deliveryOf,
    pickupsOf,
    taskOf: Int32Array.from(units, ({ task }) => task),
    unitOf,
    price: Float64Array.from({ length: units.length * driverCount }, (_, cell) => {
      const [unit, driver] = [Math.floor(cell / driverCount), cell % driverCount];
      const { task: number, pickupDriver } = units[unit] ?? { task: 0, pickupDriver: null };
      const task = tasks[number];
      if (!task || !mayTake(problem, task, pickupDriver, driver)) return Infinity;
      return home[unit] === -1 || home[unit] === driver ? 0 : PRICE_OF_MOVING[task.known] * costs.moved;
    }),
    home,
    mayMove: Uint8Array.from(home, (driver) => (problem.mayMove || driver === -1 ? 1 : 0)),
  };
}

/** `keeper` has done the pickup already. */
type Unit = { task: number; members: number[]; pickupDriver: number | null };

/** Lists the units that can move: tasks without those of their stops that stay. */
function unitsOf({ tasks, drivers }: PlanProblem): Unit[] {
  const fixedDriverOf = new Map(
    drivers.flatMap(({ route, fixed }, driver) =>
      route.slice(0, fixed).map((stop) => [stop, driver] as const),
    ),
  );
  return tasks.flatMap(({ stops }, task) => {
    const members = stops.filter((stop) => !fixedDriverOf.has(stop));
    return members.length === 0 ? [] : [{ task, members, pickupDriver: fixedDriverOf.get(stops[0]) ?? null }];
  });
}

function mayTake(
  { drivers, stops }: PlanProblem,
  { skills, pinned, stops: [first, then] }: PlanTask,
  pickupDriver: number | null,
  driver: number,
): boolean {
  if (pickupDriver !== null) return pickupDriver === driver;
  const { skills: has = [], capacity = 0 } = drivers[driver] ?? {};
  const picked = stops[first]?.size ?? 0;
  const dropped = stops[then ?? -1]?.size ?? 0;
  return (
    (pinned === null || pinned === driver) &&
    skills.every((skill) => has.includes(skill)) &&
    Math.max(picked, picked + dropped) <= capacity
  );
}

function kindsOf({ drivers }: PlanProblem): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(drivers, ({ skills, fixed, ...each }, driver) => {
    const { start, end, from, until, capacity, load, rest } = each;
    const words = [start, end, from, until, capacity, load, rest?.due, rest?.seconds, ...[...skills].sort()];
    const key = fixed > 0 ? String(driver) : JSON.stringify(words.map(String));
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** An unknown start or end is a site of its own, and each way to it takes no time. */
function sitesOf({ stops, drivers, placeCount, lengths, seconds }: PlanProblem) {
  const NOWHERE = -1;
  const placeOf = [
    ...stops.map(({ place }) => place),
    ...drivers.map(({ start }) => start ?? NOWHERE),
    ...drivers.map(({ end }) => end ?? NOWHERE),
  ];
  const places = [...new Set(placeOf)];
  const numbers = new Map(places.map((place, number) => [place, number]));
  const siteCount = places.length;
  const copy = (matrix: Float64Array) => {
    const copied = new Float64Array(siteCount * siteCount);
    places.forEach((from, row) =>
      places.forEach((to, column) => {
        const value = from === NOWHERE || to === NOWHERE ? 0 : (matrix[from * placeCount + to] ?? 0);
        copied[row * siteCount + column] = Number.isFinite(value) ? value : NO_WAY;
      }),
    );
    return copied;
  };
  const copied = copy(lengths);
  return {
    siteCount,
    site: Int32Array.from(placeOf, (place) => numbers.get(place) ?? 0),
    lengths: copied,
    seconds: seconds === lengths ? copied : copy(seconds),
  };
}

function check({ stops, tasks, drivers, placeCount, lengths, seconds }: PlanProblem): void {
  const isPlace = (place: number | null) => place === null || (place >= 0 && place < placeCount);
  const once = (numbers: readonly number[]) =>
    numbers.every((stop) => stop in stops) && new Set(numbers).size === numbers.length;
  const belongs = tasks.flatMap((task) => task.stops);
  if (stops.length > MAX_STOPS) throw new RangeError(`At most ${String(MAX_STOPS)} stops`);
  if (lengths.length !== placeCount ** 2 || seconds.length !== placeCount ** 2)
    throw new RangeError('The matrices are of every place');
  if (
    !stops.every(({ place }) => isPlace(place)) ||
    !drivers.every((d) => isPlace(d.start) && isPlace(d.end))
  )
    throw new RangeError('Every place has a row');
  if (belongs.length !== stops.length || !once(belongs))
    throw new RangeError('Each stop belongs to one task');
  const isExtraPickup = (stop: number) =>
    tasks.some(({ stops: [first], delivery }) => first === stop && delivery !== undefined);
  if (
    !tasks.every(
      ({ stops: own, delivery }) =>
        delivery === undefined || (own.length === 1 && delivery in stops && !isExtraPickup(delivery)),
    )
  )
    throw new RangeError('One more pickup comes before the delivery of another task');
  if (!drivers.every(({ route, fixed }) => fixed >= 0 && fixed <= route.length))
    throw new RangeError('What stays is in the route');
  if (!drivers.every(({ from, rest }) => !rest || (rest.seconds >= 0 && (rest.due ?? from) >= from)))
    throw new RangeError('No break is over before its driver begins');
  if (!once(drivers.flatMap(({ route }) => route))) throw new RangeError('Each stop is in one route');
}
