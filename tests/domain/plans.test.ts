/** Plans of random boards: every answer keeps the rules, and each task is in one list, whichever drivers are accepted. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTHING_LEARNED } from '~/domain/scheduling/timetable/learned';
import type { RouteNow } from '~/domain/scheduling/arrivals/routes.server';
import { type RouteTask, stopOf } from '~/domain/scheduling/timetable/stops';
import { acceptedMoves, answerOf, figuresBefore, listAfter } from '~/modules/day-plans/answers';
import { allPoints, problemsOf, restedAt } from '~/modules/day-plans/fleet-problem';
import { draftOf, togetherOf, type BoardNow } from '~/modules/day-plans/draft';
import { gainOf, PLAN_KINDS } from '~/modules/day-plans/kinds';
import type { PlanResult } from '~/modules/day-plans/schema';
import { CONTROL, planAll } from '~/modules/day-plans/searches';
import { estimatedMatrix } from '~/domain/geography/distance';
import { groupByStop } from '~/domain/tasks/model/stops';

const NOW = Date.parse('2026-11-23T15:00:00Z');

/** There are few places and accounts, so that tasks share them. */
const randomTask = fc.record({
  place: fc.integer({ min: 0, max: 7 }),
  owner: fc.integer({ min: 0, max: 4 }),
  isPickup: fc.boolean(),
  goesTo: fc.option(fc.integer({ min: 2, max: 4 }), { freq: 3 }),
  isUrgent: fc.boolean(),
  hasPlace: fc.boolean(),
  due: fc.option(fc.integer({ min: -60, max: 300 })),
  seen: fc.boolean(),
  transferTo: fc.option(fc.integer({ min: 1, max: 3 })),
  goodsWith: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 6 }),
  size: fc.option(fc.integer({ min: 0, max: 4 })),
  minutes: fc.option(fc.integer({ min: 0, max: 30 })),
  needsLift: fc.boolean(),
  after: fc.option(fc.integer({ min: -60, max: 200 }), { freq: 3 }),
});
const randomBoard = fc.record({
  tasks: fc.array(randomTask, { maxLength: 18 }),
  isGoing: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  choice: fc.option(fc.integer({ min: 0, max: 2 ** 18 - 1 })),
  accepted: fc.subarray([1, 2, 3]),
  changed: fc.subarray([1, 2, 3, 4]),
  capacities: fc.array(fc.option(fc.integer({ min: 2, max: 12 })), { minLength: 3, maxLength: 3 }),
  breaks: fc.array(
    fc.option(
      fc.record({
        from: fc.option(fc.integer({ min: -10, max: 120 }), { freq: 3 }),
        minutes: fc.nat({ max: 45 }),
      }),
    ),
    { minLength: 3, maxLength: 3 },
  ),
});
type Random = typeof randomBoard extends fc.Arbitrary<infer Value> ? Value : never;

/** Drivers 1 to 3 are planned for and driver 4 is not. 0 stands for no driver. */
function boardOf({ tasks, isGoing, choice, capacities, breaks }: Random): BoardNow {
  const all = tasks.map(({ place, owner, isPickup, goesTo, isUrgent, hasPlace, due, ...needs }, index) => {
    const known = hasPlace || place > 1;
    const task: RouteTask = {
      id: index + 1,
      type: isPickup ? 'pickup' : 'delivery',
      status: 'pending',
      priority: isUrgent ? 'urgent' : 'normal',
      location: `Account ${String(place)}`,
      address: '',
      size: needs.size,
      service_minutes: needs.minutes,
      skills: needs.needsLift ? ['Lift gate'] : [],
      deliver_after: needs.after === null ? null : new Date(NOW + needs.after * 60_000).toISOString(),
      due_by: due === null ? null : new Date(NOW + due * 60_000).toISOString(),
      latitude: known ? String(39 + place / 10) : null,
      longitude: known ? '-94.6' : null,
      linkedTo: null,
      goesTo: isPickup && goesTo !== null ? `Account ${String(goesTo)}` : null,
    };
    return { task, owner };
  });
  const route = (driverId: number): RouteNow => {
    const stops = groupByStop(all.filter(({ owner }) => owner === driverId).map(({ task }) => task));
    if (isGoing[driverId - 1]) for (const task of stops[0] ?? []) task.status = 'going';
    const nowhere = { last: null, going: null, position: null, visit: null };
    const duty = { onDuty: true, worksToday: true, shift: null, endsAt: null };
    return { driverId, ...nowhere, duty, startAt: [null, null], stops: stops.map(stopOf) };
  };
  const [one, two, three, absent] = [1, 2, 3, 4].map(route);
  if (!one || !two || !three || !absent) throw new Error('four routes');
  return {
    people: [1, 2, 3].map((driverId) => {
      const { from: breakFrom = null, minutes = 0 } = breaks[driverId - 1] ?? {};
      // A break that is over does not count.
      const isOver = breakFrom !== null && breakFrom + minutes <= 0;
      return {
        driverId,
        name: `Driver ${String(driverId)}`,
        capacity: capacities[driverId - 1] ?? null,
        skills: driverId === 1 ? ['lift gate'] : [],
        breakMinutes: isOver ? 0 : minutes,
        breakFrom: breakFrom === null ? null : NOW + breakFrom * 60_000,
        shiftVersion: 1,
        from: null,
        until: NOW + 3_600_000,
        startAt: null,
        endAt: null,
      };
    }),
    routes: [one, two, three],
    outsideLists: all
      .filter(({ owner }) => owner === 0 || owner === 4)
      .map(({ task, owner }) => ({ task, driverId: owner === 0 ? null : owner })),
    facts: new Map(
      tasks.map(({ isPickup, seen, transferTo, goodsWith, owner }, index) => {
        // No driver has a transfer to themselves, or parts that another driver has.
        const isElsewhere = isPickup || (owner !== 0 && goodsWith !== owner);
        return [
          index + 1,
          {
            version: 1,
            seen,
            transferTo: transferTo === owner ? null : transferTo,
            goodsWith: isElsewhere ? null : goodsWith,
          },
        ];
      }),
    ),
    chosen:
      choice === null
        ? null
        : new Set(tasks.flatMap((_, index) => ((choice >> index) & 1 ? [index + 1] : []))),
  };
}

const placeOf = ({ tasks }: Random, id: number) => ({
  location: `Account ${String(tasks[id - 1]?.place)}`,
  address: '',
});
/** Orders the tasks by stop, as drivers see them. */
const stopsOf = (random: Random, ids: number[]) =>
  groupByStop(ids.map((id) => ({ id, ...placeOf(random, id) }))).flatMap((stop) => stop.map(({ id }) => id));
const tasksOf = ({ tasks }: Random, driverId: number) =>
  tasks.flatMap(({ owner }, index) => (owner === driverId ? [index + 1] : []));
const isUnderWay = (random: Random, driverId: number) => {
  const own = tasksOf(random, driverId);
  return (id: number) =>
    random.isGoing[driverId - 1] === true &&
    placeOf(random, id).location === placeOf(random, own[0] ?? 0).location;
};
/** Returns the tasks in the stored order, in which tasks of one place may be apart. */
function storedList(random: Random, driverId: number): number[] {
  const isGoing = isUnderWay(random, driverId);
  const own = tasksOf(random, driverId);
  return [...own.filter(isGoing), ...own.filter((id) => !isGoing(id))];
}

test('every answer keeps the rules, and whatever is accepted and has changed, each task is in one list', () => {
  fc.assert(
    fc.property(randomBoard, (random) => {
      const board = boardOf(random);
      const draft = draftOf(board);
      const begins = board.people.map((person) => ({ place: null, at: restedAt(person, NOW, NOW) }));
      const roads = estimatedMatrix(allPoints(draft, begins));
      const problems = problemsOf({ draft, begins, at: NOW, roads, learned: NOTHING_LEARNED, offset: 0 });
      const control = new Int32Array(CONTROL.size);
      const found = planAll({ problems, iterations: 64, control });
      for (const kind of PLAN_KINDS) {
        expect(found[kind].violations).toEqual([]);
        const shown = { draft, problem: problems[kind], metres: roads.metres, at: NOW };
        const answer = answerOf(shown, kind, found[kind].plan);
        const owners = new Map([
          ...board.outsideLists.map(({ task, driverId }) => [task.id, driverId] as const),
          ...draft.present.flatMap(({ ids }, person) => ids.map((id) => [id, person + 1] as const)),
        ]);
        // Tasks that are not chosen keep their driver. Insertions move no tasks of the planned drivers.
        for (const { taskId, from } of answer.moves) {
          expect(owners.get(taskId)).toBe(from);
          expect(board.chosen?.has(taskId) ?? true).toBe(true);
          if (kind === 'insert' || kind === 'order') expect([null, 4]).toContain(from);
        }
        for (const { taskId, to } of answer.moves) {
          const { needsLift = false, goodsWith = null } = random.tasks[taskId - 1] ?? {};
          // A driver who has the parts keeps the task.
          if (needsLift && goodsWith === null) expect(to).toBe(1);
        }
        const left = new Set(answer.left.map(({ taskId }) => taskId));
        const placesOf = (number: number) =>
          (draft.stops[number]?.tasks ?? []).flatMap(({ id }) =>
            left.has(id)
              ? []
              : answer.routes.flatMap(({ driverId, taskIds }) =>
                  taskIds.includes(id) ? [{ driverId, at: taskIds.indexOf(id) }] : [],
                ),
          );
        // In lists that stay the same, people may have put a delivery before its pickup.
        for (const [first, then] of kind === 'insert' ? [] : [...draft.pairs, ...draft.extraPickups])
          for (const pickup of placesOf(first))
            for (const delivery of placesOf(then)) {
              expect(delivery.driverId).toBe(pickup.driverId);
              expect(delivery.at).toBeGreaterThan(pickup.at);
            }
        for (const { driverId, stops, break: rest, finishAt } of answer.routes) {
          const { breakMinutes = 0, breakFrom = null } = board.people[driverId - 1] ?? {};
          const isWanted = breakMinutes > 0 && stops.length > 0;
          const due = breakFrom ?? Date.parse(stops.at(-1)?.until ?? '');
          // A driver who finishes before the break takes it after work.
          if (rest === null) expect(isWanted && Date.parse(finishAt ?? '') > due).toBe(false);
          else {
            const [from, until] = [Date.parse(rest.at), Date.parse(rest.until)];
            expect(until - from).toBe(breakMinutes * 60_000);
            const isEndOfStop = stops.some((stop) => stop.at < rest.at && stop.until === rest.at);
            expect(from === due || (from > due && isEndOfStop)).toBe(true);
            for (const stop of stops) expect(stop.until <= rest.at || stop.at >= rest.until).toBe(true);
          }
        }
        const result: PlanResult = {
          madeAt: '',
          roads: 'estimate',
          left: [],
          before: figuresBefore(shown),
          answers: [answer],
          drivers: draft.present.map(({ ids }, person) => ({
            driverId: person + 1,
            name: '',
            shiftVersion: null,
            from: null,
            until: null,
            load: 0,
            capacity: random.capacities[person] ?? null,
            skills: [],
            list: ids.map((taskId) => ({ taskId, version: 1 })),
          })),
          sizes: draft.stops.flatMap(({ tasks: [first] }, number) => {
            const { size = 0 } = problems.few.stops[number] ?? {};
            return first ? [{ taskId: first.id, adds: size }] : [];
          }),
          versions: board.outsideLists.map(({ task }) => ({ taskId: task.id, version: 1 })),
          together: togetherOf(draft),
        };
        const version = (driverId: number) => (random.changed.includes(driverId) ? 2 : 1);
        const { moves, skipped, unchanged } = acceptedMoves(result, answer, new Set(random.accepted), {
          routes: new Map(
            [1, 2, 3].map((driverId) => [
              driverId,
              storedList(random, driverId).map((id) => ({
                taskId: id,
                version: version(driverId),
                ...placeOf(random, id),
              })),
            ]),
          ),
          people: new Map(
            [1, 2, 3].map((id) => [
              id,
              { shiftVersion: null, capacity: random.capacities[id - 1] ?? null, skills: [] },
            ]),
          ),
          open: new Map(
            [...owners].map(([id, driverId]) => [id, { version: version(driverId ?? 0), driverId }]),
          ),
        });
        for (const [id, because] of skipped) {
          expect(random.accepted).toContain(id);
          expect(random.changed.includes(id)).toBe(because === 'list');
        }
        const movedTo = new Map(moves.map(({ taskId, to }) => [taskId, to]));
        for (const { taskId, from, to } of moves) {
          expect(unchanged).toContain(to);
          if (from !== null) expect(random.changed).not.toContain(from);
          for (const group of result.together)
            if (group.includes(taskId))
              expect(new Set(group.map((id) => movedTo.get(id) ?? owners.get(id)))).toEqual(new Set([to]));
        }
        for (const driverId of unchanged) {
          const own = storedList(random, driverId).filter((id) => !movedTo.has(id));
          const now = [...own, ...moves.filter(({ to }) => to === driverId).map(({ taskId }) => taskId)];
          const isGoing = isUnderWay(random, driverId);
          const list = listAfter(
            driverId,
            answer,
            moves,
            now.map((id) => ({
              id,
              status: own.includes(id) && isGoing(id) ? 'going' : 'pending',
              ...placeOf(random, id),
            })),
          );
          if (list) expect([...list].sort((a, b) => a - b)).toEqual([...now].sort((a, b) => a - b));
          // When everything is applied as planned, the driver sees the planned order.
          const planned = answer.routes.find((route) => route.driverId === driverId)?.taskIds ?? [];
          if (random.accepted.length === 3 && skipped.size === 0 && random.changed.length === 0)
            expect(list ?? stopsOf(random, now)).toEqual(planned);
        }
      }
    }),
    { numRuns: 150, seed: 1 },
  );
});

test('the savings of an answer have two parts: by the order of lists, and by moving tasks', () => {
  const answers = [
    { kind: 'insert', minutes: 600, moved: 0 },
    { kind: 'order', minutes: 450, moved: 0 },
    { kind: 'few', minutes: 430, moved: 12 },
    { kind: 'free', minutes: 620, moved: 30 },
  ] as const;
  const [insert, order, few, free] = answers.map((answer) => gainOf([...answers], answer));
  expect([insert, order, free]).toEqual([null, null, null]);
  expect(few).toEqual({ total: 170, byOrder: 150, byMoving: 20 });
  // The gain is unknown without the answer that only changes the order.
  expect(gainOf([answers[0], answers[2]], answers[2])).toBeNull();
});
