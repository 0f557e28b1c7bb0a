/** Suggested orders and arrival times use the same rules, so that no stop has two times. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/v4';
import type { ArrivalsAnswer } from '~/domain/scheduling/arrivals/arrivals.server';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import type { Client } from '../support/client';
import { startNetwork, type Network } from '../support/network';
import { startOsrm, type Osrm } from '../support/osrm';
import { addShift } from '../support/shifts';

type Arrivals = z.output<typeof ArrivalsAnswer>;

let network: Network;
let osrm: Osrm;
let dispatcher: Client;

beforeAll(async () => {
  osrm = await startOsrm();
  // These roads are longer one way than the other, and some places have no road.
  osrm.mode = {
    kind: 'roads',
    between: (from, to) => {
      if (Math.round(to.lng * 1_000) % 13 === 0) return null;
      return Math.round((Math.abs(from.lng - to.lng) * 9_000 + Math.abs(from.lat - to.lat) * 14_000) * 7) / 7;
    },
  };
  network = await startNetwork({ OSRM_URL: osrm.url });
  await network.database.rows(
    "insert into dealership_locations (name, fullname, latitude, longitude) values ('Ford', 'Ford', 39, -94)",
  );
  dispatcher = await network.as('dispatcher');
});
afterAll(async () => {
  await network.close();
  await osrm.close();
});

const minutes = (min: number, max: number) => fc.integer({ min, max });
const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
const stop = fc.record({
  type: fc.constantFrom('delivery', 'pickup'),
  priority: fc.constantFrom('normal', 'normal', 'urgent'),
  east: sometimes(fc.integer({ min: -300, max: 300 })),
  north: fc.integer({ min: -300, max: 300 }),
  after: sometimes(minutes(-60, 180)),
  by: sometimes(minutes(-60, 240)),
  service: sometimes(minutes(0, 40)),
});
const day = fc.record({
  stops: fc.array(stop, { minLength: 1, maxLength: 14 }),
  isGoing: fc.boolean(),
  position: sometimes(fc.record({ east: minutes(-300, 300), north: minutes(-300, 300) })),
  lastMinutesAgo: sometimes(minutes(0, 90)),
  shift: sometimes(
    fc.record({ from: minutes(-200, 90), length: minutes(100, 400), breakFrom: minutes(5, 60) }),
  ),
  comesBack: fc.boolean(),
});
type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never;

async function plant({ stops, isGoing, position, lastMinutesAgo, shift }: Day): Promise<void> {
  const rows = (sql: string, values: unknown[] = []) => network.database.rows(sql, values);
  const id = network.ids.driver;
  await rows('delete from tasks');
  await rows('delete from shifts');
  await rows('delete from last_positions');
  await rows(
    `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, order_index,
       longitude, latitude, deliver_after, deliver_by, service_minutes)
     select s.type, case when $3 and n = 1 then 'going' else 'pending' end, s.priority, 'Stop ' || n, n || ' Any St', 'I', $1, n,
       -94 + s.east / 1000.0, case when s.east is not null then 39 + s.north / 1000.0 end,
       now() + s.after * interval '1 minute', now() + s.by * interval '1 minute', s.service
     from jsonb_array_elements($2::jsonb) with ordinality as e(value, n),
       jsonb_to_record(e.value) as s(type text, priority text, east integer, north integer, after integer, by integer, service integer)`,
    [id, JSON.stringify(stops), isGoing],
  );
  if (lastMinutesAgo !== null)
    await rows(
      `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, longitude, latitude, completed_at)
       values ('delivery', 'completed', 'normal', 'Done', '1 Done St', 'I', $1, -94.05, 39.05, now() - $2 * interval '1 minute')`,
      [id, lastMinutesAgo],
    );
  if (position)
    await rows(
      `insert into last_positions (driver_id, at, latitude, longitude, source)
       values ($1, now() - interval '1 minute', 39 + $2 / 1000.0, -94 + $3 / 1000.0, 'page')`,
      [id, position.north, position.east],
    );
  if (shift)
    await addShift(network.database, id, shift.from, shift.from + shift.length, {
      breakMinutes: 30,
      breakFrom: shift.from + shift.breakFrom,
    });
}

const keyOf = (taskIds: number[]) => [...taskIds].sort((a, b) => a - b).join();

test('a suggested order and the arrival times of the same order never show two times for one stop', async () => {
  const suggestPath = `/api/route-optimization/optimize/${String(network.ids.driver)}`;
  await fc.assert(
    fc.asyncProperty(day, async (given) => {
      await plant(given);
      const begun = Date.now();
      const { body: suggested, status } = await dispatcher.post<SuggestedRoute>(suggestPath, {
        returnToDealership: given.comesBack,
      });
      expect(status).toBe(200);
      await dispatcher.post('/api/route-optimization/apply', {
        driverId: network.ids.driver,
        taskIds: suggested.suggestedOrder.map(({ id }) => id),
      });
      const { body } = await dispatcher.get<Arrivals>(`/api/drivers/${String(network.ids.driver)}/arrivals`);
      // The times of a driver who stands still move with the clock.
      const elapsed = Date.now() - begun + 1_000;
      const arrivals = new Map(body.stops.map((each) => [keyOf(each.taskIds), each]));
      for (const { taskIds, secondsUntilArrival: seconds, minutesLate } of suggested.stops) {
        const arrival = arrivals.get(keyOf(taskIds));
        expect(arrival === undefined).toBe(seconds === null);
        if (!arrival || seconds === null) continue;
        const expected = Date.parse(arrival.expectedAt);
        const gap = expected - (begun + seconds * 1_000);
        expect(gap, JSON.stringify({ taskIds, gap })).toBeGreaterThan(-1_000);
        expect(gap, JSON.stringify({ taskIds, gap })).toBeLessThan(elapsed);
        const isNearLimit = Math.abs(expected - Date.parse(arrival.deliverBy ?? '') - 300_000) < 2 * elapsed;
        if (!isNearLimit) expect(minutesLate > 0).toBe(arrival.late);
      }
    }),
    { numRuns: 60, seed: 27 },
  );
});
