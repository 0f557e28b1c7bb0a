/** The search for plans counts the hours of a route in the same way as arrival times do. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timetable } from '~/modules/day-plans/fleet-optimizer/plan-fleet';
import type { PlanProblem } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { NOTHING_LEARNED } from '~/domain/scheduling/timetable/learned';
import { arrivalsOf } from '~/domain/scheduling/timetable/route-times';

const whole = (max: number) => fc.integer({ min: 0, max });
const day = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.record({
    seconds: fc.array(whole(3_000), { minLength: (count + 1) ** 2, maxLength: (count + 1) ** 2 }),
    stops: fc.array(fc.record({ after: whole(9_000), service: whole(2_000) }), {
      minLength: count,
      maxLength: count,
    }),
    rest: fc.option(
      fc.record({ due: fc.integer({ min: 1, max: 9_000 }), seconds: fc.integer({ min: 60, max: 3_600 }) }),
      { nil: undefined },
    ),
  }),
);

test('a route has the same times in a plan and in its arrival times, around a break and windows', () => {
  fc.assert(
    fc.property(day, ({ seconds, stops, rest }) => {
      const size = stops.length + 1;
      const problem: PlanProblem = {
        placeCount: size,
        seconds: Float64Array.from(seconds),
        lengths: Float64Array.from(seconds),
        stops: stops.map(({ after, service }, index) => ({
          place: index + 1,
          after,
          by: Infinity,
          service,
          size: 0,
        })),
        tasks: [],
        drivers: [
          {
            start: 0,
            end: null,
            from: 0,
            until: Infinity,
            capacity: Infinity,
            load: 0,
            skills: [],
            route: [],
            fixed: 0,
            ...(rest && { rest }),
          },
        ],
        costs: { late: 5, overtime: 5, moved: 0, driver: 0 },
        mayMove: true,
      };
      const order = stops.map((_, index) => index);
      const { begins } = timetable(problem, order, 0);
      const { arrivals } = arrivalsOf(
        {
          now: 0,
          drivingSince: 0,
          arrivedAt: null,
          rest: rest ? { from: rest.due * 1_000, until: (rest.due + rest.seconds) * 1_000 } : null,
          stops: stops.map(({ after, service }, index) => ({
            key: String(index),
            address: '',
            type: 'delivery',
            roadSeconds: seconds[index * size + index + 1] ?? 0,
            dueAt: null,
            afterAt: after * 1_000,
            serviceSeconds: service,
          })),
        },
        { ...NOTHING_LEARNED, leg: (road) => ({ seconds: road, deviation: 0 }) },
        0,
      );
      expect(arrivals.map(({ expected }) => expected / 1_000)).toEqual(begins);
    }),
    { numRuns: 2_000 },
  );
});
