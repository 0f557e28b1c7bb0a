/**
 * Reads the sentence of each task at each minute of simulated days, and compares it with the day. Then the same days are
 * written into a database, minute by minute, and the running application is asked.
 * `npm run bench -- --where`
 */
import { expect, test } from 'vitest';
import { diceOf } from 'db/demo/dice';
import { type WhereFacts, whereOf, wayOf } from '~/domain/customers/where/sentence.server';
import { makeDays, type DriverDay, type Visit } from './arrivals-day';
import { learnedAfter, timesAt } from './arrivals-replay';
import { townOf, type Town } from './arrivals-town';
import { makeBed, type Bed } from './bed';
import { percentile } from './load';
import { report, row } from './report';
import { falsehoodIn, holds, type Truth } from './where-truth';

const [LEARNING_DAYS, RANGE_DAYS, JUDGED_DAYS] = [42, 10, 5];
const SEEDS = { 'looked at': 2027, 'held out': 99 };
const ZONE = 'America/Chicago';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Drivers forget to report that they set out, and the office leaves things to the last hour. */
const [FORGOTTEN, FAILS, HELD, LATE_DRIVER, IN_RUN] = [0.1, 0.03, 0.06, 0.06, 0.2];

/** What people do beside driving; the same for each run. */
type Life = {
  taps: boolean;
  fails: boolean;
  before: 'held' | 'no driver' | 'in a run' | 'open';
  until: number;
  promise: { from: number; to: number };
};
type Planned = { day: DriverDay; visit: Visit; life: Life; departs: number };

function livesOf(days: DriverDay[], seed: number): Planned[][] {
  const dice = diceOf(seed);
  return days.map((day) => {
    const departs = day.visits[0]?.left ?? 0;
    return day.visits.map((visit): Planned => {
      const kind = dice.next();
      const before =
        kind < HELD
          ? 'held'
          : kind < HELD + LATE_DRIVER
            ? 'no driver'
            : kind < HELD + LATE_DRIVER + IN_RUN
              ? 'in a run'
              : 'open';
      const until = before === 'in a run' ? departs : visit.left - dice.next() * HOUR_MS;
      const from = visit.arrived - (5 + 20 * dice.next()) * MINUTE_MS;
      return {
        day,
        visit,
        departs,
        life: {
          taps: !dice.chance(FORGOTTEN),
          fails: dice.chance(FAILS),
          before: until <= departs - 2 * HOUR_MS ? 'open' : before,
          until,
          promise: { from, to: from + 30 * MINUTE_MS },
        },
      };
    });
  });
}

type State = Planned & { status: Truth['status']; isGoing: boolean };

/** Returns the tasks of a driver at a moment, those of the route in its order. */
function statesAt(tasks: Planned[], now: number): { states: State[]; route: State[] } {
  const states = tasks.map((task): State => {
    const { visit, life } = task;
    const status =
      visit.done <= now ? (life.fails ? 'failed' : 'done') : now < life.until ? life.before : 'open';
    return { ...task, status, isGoing: status === 'open' && life.taps && visit.left <= now };
  });
  const route = states
    .filter(({ status }) => status === 'open')
    .sort((a, b) => Number(b.isGoing) - Number(a.isGoing) || a.visit.planned - b.visit.planned);
  return { states, route };
}

const iso = (at: number) => new Date(at).toISOString();
const rangeOf = ({ from, to }: { from: number; to: number }) => ({
  earliestAt: iso(from),
  latestAt: iso(to),
});

/** What the product knows of the driver's route. */
function reportsAt({ states, route }: ReturnType<typeof statesAt>, now: number) {
  const current = states.find(({ visit }) => visit.left <= now && now < visit.done);
  const completed = Math.max(...states.flatMap(({ status, visit }) => (status === 'done' ? visit.done : [])));
  const going = route.find(({ isGoing }) => isGoing);
  const isSeen = current?.visit.isSilent === false;
  return {
    current,
    isSeen,
    going: going?.visit.left ?? null,
    completed: completed > now - 12 * HOUR_MS ? completed : null,
    arrivedAt: isSeen && current.visit.arrived <= now ? current.visit.arrived : null,
  };
}

const truthOf = ({ visit, day, departs, life, status }: State, place: number, now: number): Truth => ({
  now,
  status,
  isOut: departs <= now && now < (day.visits.at(-1)?.done ?? 0),
  left: visit.left,
  arrived: visit.arrived,
  done: visit.done,
  place,
  until: life.until,
  departs,
  promise: life.promise,
});

class Score {
  private read = 0;
  private claimed = 0;
  private held = 0;
  private readonly false = new Map<string, number>();

  take(
    where: { sentence: string; from: string | null; to: string | null },
    truth: Truth,
    isRangeJudged: boolean,
  ) {
    this.read += 1;
    const falsehood = falsehoodIn(where.sentence, truth, ZONE);
    if (falsehood) this.false.set(falsehood, (this.false.get(falsehood) ?? 0) + 1);
    if (!isRangeJudged || where.from === null || where.to === null) return;
    this.claimed += 1;
    this.held += Number(holds({ from: where.from, to: where.to }, truth.arrived));
  }

  tell(what: string): void {
    const count = [...this.false.values()].reduce((sum, each) => sum + each, 0);
    const percent = (100 * this.held) / this.claimed;
    report(what, { sentences: this.read, false: count, ranges: this.claimed, 'hold, %': percent });
    for (const [text, times] of [...this.false].sort((a, b) => b[1] - a[1]).slice(0, 10))
      console.log(`  ${String(times)} × ${text}`);
    row(`${what}: false sentences`, { unit: '', ours: count, goal: '≤ 0' });
    if (this.claimed > 0) row(`${what}: ranges that hold`, { unit: '%', ours: percent, goal: '≥ 87' });
    expect(count, what).toBe(0);
  }
}

const towns = new Map<number, Town>();
async function daysOf(seed: number) {
  const town = towns.get(seed) ?? (await townOf(process.env.ARRIVALS_FILE, seed));
  towns.set(seed, town);
  return makeDays(town, LEARNING_DAYS + RANGE_DAYS + JUDGED_DAYS, seed);
}

test.each(Object.entries(SEEDS))('sentences of each minute, %s', async (name, seed) => {
  const days = await daysOf(seed);
  const learned = learnedAfter(days.slice(0, -JUDGED_DAYS), LEARNING_DAYS);
  const score = new Score();
  for (const tasks of days.slice(-JUDGED_DAYS).flatMap((day) => livesOf(day, seed))) {
    const [{ day, departs } = { day: null, departs: 0 }] = tasks;
    if (!day) continue;
    const end = (day.visits.at(-1)?.done ?? 0) + 10 * MINUTE_MS;
    for (let now = departs - HOUR_MS; now < end; now += MINUTE_MS) {
      const known = statesAt(tasks, now);
      const { isSeen, going, completed, arrivedAt, current } = reportsAt(known, now);
      const way = wayOf({ going, completed, position: isSeen ? now : null, shiftFrom: null }, now);
      const list = known.route.map(({ visit }) => visit);
      const times = now < departs || list.length === 0 ? null : timesAt(day, now, learned, list);
      for (const state of known.states) {
        const { visit, life, status, isGoing } = state;
        const place = known.route.indexOf(state) + 1;
        const arrival = status === 'open' ? times?.arrivals.get(visit.planned) : undefined;
        const facts: WhereFacts = {
          type: 'delivery',
          status: status === 'done' ? 'completed' : isGoing ? 'going' : STATUSES[status],
          failureReason: status === 'failed' ? 'closed: nobody answered' : null,
          needBy: status === 'held' ? iso(life.until) : null,
          completedAt: status === 'done' ? iso(visit.done) : null,
          signedBy: null,
          driverId: status === 'no driver' ? null : 1,
          place: place || null,
          arrivedAt: current === state && arrivedAt !== null ? iso(arrivedAt) : null,
          run: status === 'in a run' ? { name: 'North', departsAt: iso(departs) } : null,
          nextRun: null,
          promise: life.before === 'in a run' ? rangeOf(life.promise) : null,
          way,
          arrival: arrival ? rangeOf(arrival) : null,
        };
        const where = whereOf(facts, now);
        score.take(where, truthOf(state, place, now), !/promised|there/.test(where.sentence));
      }
    }
  }
  score.tell(`where, ${name}`);
});

const STATUSES = {
  done: 'completed',
  failed: 'hold',
  held: 'hold',
  'no driver': 'pending',
  'in a run': 'next-route',
  open: 'pending',
} as const;
/** Minutes between two readings of the database, and calls at a time. */
const [STEP, AT_ONCE] = [15, 6];

test('sentences of the running application', async () => {
  const seed = SEEDS['held out'];
  const day = livesOf((await daysOf(seed)).at(-1) ?? [], seed);
  const bed = await makeBed({ drivers: day.length, tasks: 0 });
  try {
    await plant(bed, day);
    const score = new Score();
    const waits: number[] = [];
    const from = Math.min(...day.map(([first]) => first?.departs ?? 0)) - HOUR_MS / 2;
    for (let now = from; now < from + 13 * HOUR_MS; now += STEP * MINUTE_MS) {
      // Times of the day are moved to those of the server.
      const shift = Date.now() - now;
      const known = day.map((tasks) => statesAt(tasks, now));
      await write(bed, known, now, shift);
      const asked = known.flatMap(({ states, route }, driver) =>
        states.map((state, stop) => ({ state, place: route.indexOf(state) + 1, id: idOf(driver, stop) })),
      );
      for (let at = 0; at < asked.length; at += AT_ONCE)
        await Promise.all(
          asked.slice(at, at + AT_ONCE).map(async ({ state, place, id }) => {
            const begin = performance.now();
            const { body } = await bed.dispatcher.get<Parameters<Score['take']>[0]>(
              `/api/tasks/${String(id)}/where`,
            );
            waits.push(performance.now() - begin);
            score.take(body, moved(truthOf(state, place, now), shift), false);
          }),
        );
    }
    score.tell('where, the running application');
    row('where, 6 calls at a time, p95', { unit: 'ms', ours: percentile(waits, 0.95), goal: '≤ 50' });
  } finally {
    await bed.close();
  }
});

const moved = (truth: Truth, shift: number): Truth => ({
  ...truth,
  now: truth.now + shift,
  left: truth.left + shift,
  arrived: truth.arrived + shift,
  done: truth.done + shift,
  until: truth.until + shift,
  departs: truth.departs + shift,
});

const idOf = (driver: number, stop: number) => 1 + driver * 100 + stop;

/** Numbers of tasks are those of their drivers and stops. */
async function plant({ database }: Bed, day: Planned[][]): Promise<void> {
  const tasks = day.flatMap((stops, driver) =>
    stops.map(({ visit: { shop } }, stop) => ({
      id: idOf(driver, stop),
      address: `${shop.address}, Lenexa, KS 66215`,
      latitude: shop.lat.toFixed(5),
      longitude: shop.lng.toFixed(5),
    })),
  );
  await database.rows(
    `insert into tasks (id, type, status, location, address, invoice_number, created_by, last_modifier_id, latitude, longitude, geo_precision)
     select id, 'delivery', 'pending', 'Shop', address, 'INV-' || id, 1, 1, latitude, longitude, 'exact'
     from jsonb_to_recordset($1::jsonb) t(id integer, address text, latitude text, longitude text)`,
    [JSON.stringify(tasks)],
  );
  await database.rows(
    `insert into runs (name, dealership, day, departs, departs_at, cutoff_at)
     select 'North', 'Ford', current_date, 0, now(), now() from generate_series(1, $1)`,
    [day.length],
  );
}

/** Writes what the application would know at this moment. */
async function write({ database }: Bed, known: ReturnType<typeof statesAt>[], now: number, shift: number) {
  const at = (moment: number | null) => moment && iso(moment + shift);
  const rows = known.flatMap(({ states, route }, driver) =>
    states.map((state, stop) => {
      const { visit, life, status, isGoing } = state;
      return {
        id: idOf(driver, stop),
        driver: status === 'no driver' ? null : driver,
        status: isGoing ? 'going' : STATUSES[status],
        place: status === 'open' ? route.indexOf(state) + 1 : null,
        done: status === 'done' ? at(visit.done) : null,
        failure: status === 'failed' ? 'closed: nobody answered' : null,
        until: status === 'held' ? at(life.until) : null,
        run: status === 'in a run' ? driver + 1 : null,
        from: life.before === 'in a run' ? at(life.promise.from) : null,
        to: life.before === 'in a run' ? at(life.promise.to) : null,
        going: isGoing ? at(visit.left) : null,
      };
    }),
  );
  await database.rows(
    `with given as (
       select r.*, d.id as driver_id from jsonb_to_recordset($1::jsonb) r(id integer, driver integer, status text, place integer,
         done timestamptz, failure text, until timestamptz, run integer, "from" timestamptz, "to" timestamptz, going timestamptz)
       left join (select id, row_number() over (order by id) - 1 as i from users where 'driver' = any(roles)) d on d.i = r.driver
     ), gone as (delete from task_events), said as (
       insert into task_events (task_id, action, occurred_at) select id, 'going', going from given where going is not null
     )
     update tasks t set status = g.status, driver_id = g.driver_id, order_index = g.place, completed_at = g.done,
       failure_reason = g.failure, need_by = g.until, run_id = g.run, promised_from = g."from", promised_to = g."to"
     from given g where g.id = t.id`,
    [JSON.stringify(rows)],
  );
  const seen = known.flatMap((states, driver) => {
    const { isSeen, current, arrivedAt } = reportsAt(states, now);
    const stop = current ? states.states.indexOf(current) : -1;
    if (!isSeen || !current) return [];
    const before = states.states[stop - 1]?.visit.shop ?? current.visit.shop;
    const { lat, lng } = arrivedAt === null ? before : current.visit.shop;
    return [{ driver, lat, lng, arrived: at(arrivedAt), task: idOf(driver, stop) }];
  });
  await database.rows('delete from stop_visits');
  await database.rows(
    `with given as (
       select r.*, d.id as driver_id from jsonb_to_recordset($1::jsonb)
         r(driver integer, lat float8, lng float8, arrived timestamptz, task integer)
       join (select id, row_number() over (order by id) - 1 as i from users where 'driver' = any(roles)) d on d.i = r.driver
     ), came as (
       insert into stop_visits (driver_id, place, task_ids, latitude, longitude, arrived_at)
       select driver_id, '', array[task], lat, lng, arrived from given where arrived is not null
     ), forgotten as (
       delete from last_positions where driver_id <> all(select driver_id from given)
     )
     insert into last_positions (driver_id, at, latitude, longitude, source) select driver_id, now(), lat, lng, 'page' from given
     on conflict (driver_id) do update set at = now(), latitude = excluded.latitude, longitude = excluded.longitude`,
    [JSON.stringify(seen)],
  );
  await database.rows(
    `update runs set departs_at = x.at from unnest($1::timestamptz[]) with ordinality x(at, n) where id = n`,
    [known.map(({ states: [first] }) => at(first?.departs ?? 0))],
  );
}
