/** The input of a plan: the stops of the board, their drivers, and the stops that belong together. Pure. */
import { isPickupFor, type RouteTask, sizeOf, stopOf } from '~/domain/scheduling/timetable/stops';
import type { RouteNow } from '~/domain/scheduling/arrivals/routes.server';
import { toLatLng, type LatLng } from '~/domain/geography/coordinates';
import { groupByStop } from '~/domain/tasks/model/stops';
import type { LeftReason } from './kinds';
import { isAhead, isUnderWay } from '~/domain/tasks/model/statuses';

export type Person = {
  driverId: number;
  name: string;
  capacity: number | null;
  /** In lowercase. */
  skills: string[];
  /** Raised by every change of the shift. */
  shiftVersion: number | null;
  /** The shift, in milliseconds. */
  from: number | null;
  until: number | null;
  /** The length of the break while it is not over. */
  breakMinutes: number;
  /** Null: the break can be at any time. */
  breakFrom: number | null;
  startAt: LatLng | null;
  endAt: LatLng | null;
};

export type TaskFacts = {
  version: number;
  seen: boolean;
  /** The driver whom a transfer is for. That driver can't get the transfer itself. */
  transferTo: number | null;
  /** The driver who has its parts in the vehicle. */
  goodsWith: number | null;
};

export type BoardNow = {
  people: Person[];
  /** The routes by person. */
  routes: RouteNow[];
  /** Tasks that are in none of the routes. */
  outsideLists: { task: RouteTask; driverId: number | null }[];
  facts: Map<number, TaskFacts>;
  /** Tasks that may move; null for all that are unassigned or in the routes. */
  chosen: ReadonlySet<number> | null;
};

export type DraftStop = {
  tasks: RouteTask[];
  /** The number of its point. */
  place: number;
  /** The time window, in milliseconds. */
  afterAt: number | null;
  dueAt: number | null;
  /** Seconds that a person has entered; null: as learned. */
  serviceSeconds: number | null;
  /** The driver who has it; null without one. */
  owner: number | null;
  /** The number of the driver among the people, if the plan includes the driver. */
  home: number | null;
  /** The stop is under way. */
  isFixed: boolean;
  pinned: number | null;
  known: 'unseen' | 'seen' | 'next';
  barred: number[];
};

export type Draft = {
  people: Person[];
  points: LatLng[];
  stops: DraftStop[];
  /** Maps the number of a pickup's stop to the number of the stop where its parts are delivered. */
  pairs: Map<number, number>;
  /** Further pickups, each with the delivery that it feeds. */
  extraPickups: Map<number, number>;
  /** By person. */
  present: { ids: number[]; route: number[]; fixed: number }[];
  left: { task: RouteTask; reason: LeftReason }[];
  facts: Map<number, TaskFacts>;
};

/**
 * The stops that must have the same driver: pickups, and the delivery that they feed, which comes behind
 * them.
 */
export type Links = Pick<Draft, 'pairs' | 'extraPickups'>;

/** The pickups of a delivery. */
export const pickupsFor = ({ pairs, extraPickups }: Links, delivery: number): number[] =>
  [...pairs, ...extraPickups].flatMap(([first, then]) => (then === delivery ? [first] : []));

/** Returns the ids of the tasks that must be with one driver. */
export const togetherOf = ({ stops, ...links }: Draft): number[][] =>
  [...links.pairs.values()].map((delivery) =>
    [...pickupsFor(links, delivery), delivery].flatMap(
      (number) => stops[number]?.tasks.map(({ id }) => id) ?? [],
    ),
  );

export function draftOf(board: BoardNow): Draft {
  const draft = new Builder(board);
  board.routes.forEach((route, home) => draft.addRoute(route, home));
  draft.addBeside();
  return { ...draft.made, ...linksOf(draft.made.stops, board.facts) };
}

class Builder {
  readonly made: Omit<Draft, 'pairs' | 'extraPickups'>;
  private readonly places = new Map<string, number>();
  private readonly numbers: Map<number, number>;
  /** The room of the largest vehicle. */
  private readonly largest: number;

  constructor(private readonly board: BoardNow) {
    const { people, facts } = board;
    this.made = { people, points: [], stops: [], present: [], left: [], facts };
    this.numbers = new Map(people.map(({ driverId }, number) => [driverId, number]));
    this.largest = Math.max(0, ...people.map(({ capacity }) => capacity ?? Infinity));
  }

  addRoute({ driverId, stops }: RouteNow, home: number): void {
    const route: number[] = [];
    let fixed = 0;
    for (const { tasks, place } of stops) {
      if (!place) {
        for (const task of tasks) if (this.mayMove(task)) this.made.left.push({ task, reason: 'place' });
        continue;
      }
      const isFixed = tasks.some(isUnderWay);
      for (const part of isFixed ? [tasks] : apart(tasks, this.largest)) {
        const stays = part.some((task) => !this.mayMove(task) || this.goodsWith(task) === driverId);
        const isNext = fixed > 0 && route.length === fixed;
        const known = isNext
          ? 'next'
          : part.some(({ id }) => this.board.facts.get(id)?.seen)
            ? 'seen'
            : 'unseen';
        route.push(
          this.add(part, place, { owner: driverId, home, isFixed, pinned: stays ? home : null, known }),
        );
      }
      if (isFixed) fixed = route.length;
    }
    const ids = stops.flatMap(({ tasks }) => tasks.map(({ id }) => id));
    this.made.present.push({ ids, route, fixed });
  }

  addBeside(): void {
    const { outsideLists, chosen } = this.board;
    const selected = outsideLists.filter(({ task, driverId }) =>
      chosen ? chosen.has(task.id) : driverId === null && isAhead(task),
    );
    const groups = new Map<string, typeof selected>();
    for (const each of selected) {
      const reason = this.whyLeft(each.task);
      if (reason) this.made.left.push({ task: each.task, reason });
      else {
        const key = `${String(each.driverId)} ${String(this.goodsWith(each.task))}`;
        groups.set(key, [...(groups.get(key) ?? []), each]);
      }
    }
    for (const group of groups.values()) {
      const [first] = group;
      const goods = first ? this.goodsWith(first.task) : null;
      const pinned = goods === null ? null : (this.numbers.get(goods) ?? null);
      for (const tasks of groupByStop(group.map(({ task }) => task)))
        for (const part of apart(tasks, this.largest)) {
          const place = placeOf(part);
          const known = part.some(({ id }) => this.board.facts.get(id)?.seen) ? 'seen' : 'unseen';
          if (place)
            this.add(part, place, {
              owner: first?.driverId ?? null,
              home: null,
              isFixed: false,
              pinned,
              known,
            });
        }
    }
  }

  private readonly mayMove = ({ id }: RouteTask) => this.board.chosen?.has(id) ?? true;
  private readonly goodsWith = ({ id }: RouteTask) => this.board.facts.get(id)?.goodsWith ?? null;

  private whyLeft(task: RouteTask): LeftReason | null {
    if (isUnderWay(task)) return 'going';
    if (!placeOf([task])) return 'place';
    const goods = this.goodsWith(task);
    return goods !== null && !this.numbers.has(goods) ? 'goods' : null;
  }

  private add(
    tasks: RouteTask[],
    place: LatLng,
    more: Pick<DraftStop, 'owner' | 'home' | 'isFixed' | 'pinned' | 'known'>,
  ): number {
    const { dueAt, afterAt, serviceSeconds } = stopOf(tasks);
    const targets = tasks.map(({ id }) => this.numbers.get(this.board.facts.get(id)?.transferTo ?? 0));
    this.made.stops.push({
      tasks,
      ...more,
      place: this.pointOf(place),
      dueAt,
      serviceSeconds,
      // The driver is on the way there and does not wait for the earliest time.
      afterAt: more.isFixed ? null : afterAt,
      barred: targets.flatMap((number) => number ?? []),
    });
    return this.made.stops.length - 1;
  }

  private pointOf(place: LatLng): number {
    const key = `${String(place.lat)} ${String(place.lng)}`;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.made.points.length);
    this.made.points.push(place);
    return this.made.points.length - 1;
  }
}

const placeOf = (tasks: RouteTask[]): LatLng | null =>
  tasks.flatMap(({ latitude, longitude }) => toLatLng(latitude, longitude) ?? [])[0] ?? null;

/**
 * Splits the tasks of one place that need not be done together: pickups for an account, which go with their
 * delivery; tasks with other skills or another earliest time; or more than any vehicle holds. The order
 * stays.
 */
function apart(tasks: RouteTask[], largest: number): RouteTask[][] {
  const keyOf = ({ goesTo, skills, deliver_after }: RouteTask) =>
    JSON.stringify([
      goesTo?.trim().toLowerCase(),
      skills.map((skill) => skill.toLowerCase()).sort(),
      deliver_after,
    ]);
  const parts: RouteTask[][] = [];
  for (const task of tasks) {
    const last = parts.at(-1);
    const isAlike = last?.[0] && keyOf(last[0]) === keyOf(task) && sizeOf([...last, task]) <= largest;
    if (isAlike) last.push(task);
    else parts.push([task]);
  }
  return parts;
}

/**
 * A pickup that is under way or in a list comes first, because the delivery that it feeds must go with that
 * driver.
 */
const byClaim = (one: DraftStop, other: DraftStop) =>
  Number(other.isFixed) - Number(one.isFixed) || Number(other.owner !== null) - Number(one.owner !== null);

/**
 * Links pickups and deliveries. Each stop is in one pair at most; a further pickup for a delivery of a pair
 * feeds it as well. A pickup and a delivery of two different drivers are not linked, because their parts
 * differ. A delivery whose parts are in a vehicle already is not linked either.
 */
function linksOf(stops: DraftStop[], facts: BoardNow['facts']): Links {
  const pairs = new Map<number, number>();
  const extraPickups = new Map<number, number>();
  /** By linked stop: the stops that must be with one driver. */
  const groups = new Map<number, DraftStop[]>();
  const mayBeTogether = (one: DraftStop, other: DraftStop) =>
    (one.owner === other.owner || one.owner === null || other.owner === null) &&
    (one.pinned === other.pinned || one.pinned === null || other.pinned === null);
  const isFed = (first: DraftStop, then: DraftStop) =>
    first.tasks.some((one) => then.tasks.some((other) => isPickupFor(one, other)));
  const hasParts = ({ tasks }: DraftStop) =>
    tasks.some(({ id }) => (facts.get(id)?.goodsWith ?? null) !== null);
  const pickups = [...stops.entries()]
    .filter(([, { tasks }]) => tasks.some(({ goesTo }) => goesTo !== null))
    .sort(([, one], [, other]) => byClaim(one, other));
  for (const [number, first] of pickups) {
    if (groups.has(number)) continue;
    const fits = [...stops.entries()].flatMap(([other, then]) => {
      const isOpen = other !== number && !then.isFixed && !hasParts(then) && isFed(first, then);
      const group = groups.get(other) ?? [then];
      return isOpen && group.every((each) => mayBeTogether(first, each)) ? [other] : [];
    });
    const free = fits.filter((other) => !groups.has(other));
    const best = free.find((other) => stops[other]?.owner === first.owner) ?? free[0];
    const deliveries = new Set(pairs.values());
    const delivery = best ?? (first.isFixed ? undefined : fits.find((other) => deliveries.has(other)));
    const then = stops[delivery ?? -1];
    if (delivery === undefined || !then) continue;
    (best === undefined ? extraPickups : pairs).set(number, delivery);
    const group = groups.get(delivery) ?? [then];
    group.push(first);
    groups.set(number, group).set(delivery, group);
  }
  return { pairs, extraPickups };
}
