/**
 * The runs of the demo: six schedules with their standing stops, the runs of five working days with what they
 * promised, and those of today with their tasks. Today's departures follow from the time at which the demo starts, so
 * that one run is out, one is closed and the others close one after the other. Later runs are made by the round.
 */
import { Run, RunException, RunSchedule, RunStop, RunTime } from 'db/models/runs';
import { diceOf, seedOf } from './dice';
import { type DemoRun, type Departure, LEAD, liveTasks, minutesTo, pastTasks } from './run-tasks';
import type { Story } from './story';
import { clock, minutesAfter, type World } from './world';

const at = (hour: number, minute: number) => hour * 60 + minute;
const WORKDAYS = [1, 2, 3, 4, 5];

const RUNS: DemoRun[] = [
  {
    name: 'North',
    dealership: 'Buick',
    driver: 'dnguyen',
    shipVia: 'NORTH',
    departs: [at(8, 30), at(10, 30), at(13, 30)],
    today: [-40, 140],
    stops: [
      'Briarfield Auto Clinic',
      'Marsh & Tolliver Garage',
      'Gladbrook Auto Plaza',
      'Applewood Auto Care',
    ],
    always: ['Harlan & Dray Motors'],
  },
  {
    name: 'Downtown',
    dealership: 'Chevrolet',
    driver: 'rkowalski',
    shipVia: 'DOWNTOWN',
    departs: [at(9, 0), at(11, 0), at(14, 30)],
    today: [10, 160],
    stops: ['Halvorsen Brake & Axle', 'Dunmore Transmission', 'Meridian Hill Motor Repair'],
    always: ['Kessler & Rowe Wholesale Parts'],
  },
  {
    name: 'Kaw Valley',
    dealership: 'Chevrolet',
    driver: 'driver',
    shipVia: 'KAW',
    departs: [at(9, 30), at(13, 0)],
    today: [40, 190],
    stops: ['Coldwater Diesel', 'Gantry Row Truck Service', 'Juniper Lane Garage'],
    always: ['Bluestem Radiator Supply'],
  },
  {
    name: 'Johnson County',
    dealership: 'Jeep',
    driver: 'cmoreau',
    shipVia: 'JOCO',
    departs: [at(9, 15), at(12, 30), at(15, 30)],
    today: [27, 180],
    stops: ['Ridgepole Auto Service', 'Oakhollow Motor Works', 'Highgate European Auto', 'Pinecrest Imports'],
    always: ['Ashgrove Motors'],
  },
  {
    name: 'Olathe',
    dealership: 'Ford',
    driver: 'btanner',
    shipVia: 'OLATHE',
    departs: [at(8, 45), at(11, 30), at(15, 0)],
    today: [75, 210],
    stops: ['Larch Street Automotive', 'Corbin Alignment', 'Copper Kettle Fasteners'],
    always: ['Prairie Crossing Motors'],
  },
  {
    name: 'East',
    dealership: 'Hyundai CDJR',
    driver: 'hlindqvist',
    shipVia: 'EAST',
    departs: [at(9, 45), at(13, 15)],
    today: [100],
    isDriverAway: true,
    stops: [
      "Tillman's Four Wheel Shop",
      'Silver Maple Tire & Lube',
      'Pendry Body & Frame',
      'Stonecrop Service Center',
    ],
    always: ['Belfry Motors', 'Lakemont Auto Group'],
  },
];

const PAST_DAYS = 5;

type Planted = {
  /** They have ended, and are in the archive. */
  past: Story[];
  live: Story[];
};

/** Writes schedules and runs. @returns the tasks of these runs, which the caller writes. */
export async function plantRuns(world: World, demo: 'on' | 'heavy'): Promise<Planted> {
  const dice = diceOf(seedOf('runs'));
  const planted: Planted = { past: [], live: [] };
  for (const run of RUNS) {
    const departures = run.today.map((minutes) => departureAt(world, minutes));
    const scheduleId = await plantSchedule(world, run, departures);
    for (const day of world.past.filter(({ weekday }) => WORKDAYS.includes(weekday)).slice(-PAST_DAYS))
      for (const minutes of run.departs) {
        const departure = { day, minutes, leaves: clock(day, minutes) };
        const id = await plantRun(world, scheduleId, run, departure, true);
        planted.past.push(...pastTasks(world, dice, { ...run, ...departure, id }));
      }
    for (const [index, departure] of departures.entries()) {
      const id = await plantRun(world, scheduleId, run, departure, false);
      // Nobody has ordered for the second departure yet.
      if (index === 0)
        planted.live.push(...liveTasks(world, dice, { ...run, ...departure, id }, demo === 'heavy'));
    }
  }
  return planted;
}

const STEP = 5;
const MINUTE_MS = 60_000;

/** @param minutes from now. The departure is at a full step of five minutes. */
function departureAt(world: World, minutes: number): Departure {
  const step = STEP * MINUTE_MS;
  const leaves = new Date(Math.round(minutesAfter(world.now, minutes).getTime() / step) * step);
  const days = [...world.past, world.today, world.tomorrow];
  const day = days.filter((each) => clock(each, 0) <= leaves).at(-1) ?? world.today;
  return { day, leaves, minutes: Math.round((leaves.getTime() - clock(day, 0).getTime()) / MINUTE_MS) };
}

async function plantSchedule(world: World, run: DemoRun, today: Departure[]): Promise<number> {
  const { name, dealership, driver, shipVia, departs, stops, always } = run;
  const { id } = await RunSchedule.create(
    { name, dealership, driverId: world.userId(driver), shipVia: [shipVia] },
    { returning: ['id'] },
  );
  const isToday = (weekday: number) => today.some(({ day }) => day.weekday === weekday);
  const times = [
    ...WORKDAYS.filter((weekday) => !isToday(weekday)).flatMap((weekday) =>
      departs.map((minutes) => ({ weekday, minutes })),
    ),
    ...today.map(({ day, minutes }) => ({ weekday: day.weekday, minutes })),
  ];
  await RunTime.bulkCreate(
    times.map(({ weekday, minutes }) => ({
      scheduleId: id,
      weekday,
      departs: minutes,
      cutoff: Math.max(0, minutes - LEAD),
    })),
  );
  await RunStop.bulkCreate(
    [...always, ...stops].map((account, index) => ({
      scheduleId: id,
      accountId: world.place(account).accountId ?? 0,
      place: index + 1,
      visit: always.includes(account) ? ('always' as const) : ('when-needed' as const),
    })),
  );
  if (run.isDriverAway)
    await RunException.bulkCreate(
      today.map(({ day, minutes }) => ({
        scheduleId: id,
        day: day.date,
        kind: 'driver' as const,
        departs: minutes,
        note: 'Away today',
      })),
    );
  return id;
}

/** @returns the id. */
async function plantRun(
  world: World,
  scheduleId: number,
  { name, dealership, driver, isDriverAway, always, stops }: DemoRun,
  { day, minutes, leaves }: Departure,
  isDone: boolean,
): Promise<number> {
  const cutoffAt = minutesAfter(leaves, -LEAD);
  const isOut = leaves <= world.now;
  const isClosed = cutoffAt <= world.now;
  const run = await Run.create(
    {
      scheduleId,
      name,
      dealership,
      day: day.date,
      departs: minutes,
      departsAt: leaves,
      cutoffAt,
      driverId: isDriverAway && !isDone ? null : world.userId(driver),
      state: isDone ? 'done' : isOut ? 'out' : isClosed ? 'closed' : 'building',
      closedAt: isClosed ? cutoffAt : null,
      outAt: isOut ? leaves : null,
      doneAt: isDone ? minutesAfter(leaves, minutesTo(always.length + stops.length)) : null,
    },
    { returning: ['id'] },
  );
  return run.id;
}
