/** The tasks of the demo's runs: one for each standing stop, on a heavy day also for other places near them. */
import { ACCOUNTS } from './accounts';
import type { Dice } from './dice';
import { archived, completed, going, onTheMap, type Step, type Story } from './story';
import { type Day, minutesAfter, type Place, type World } from './world';

export type DemoRun = {
  name: string;
  dealership: string;
  driver: string;
  shipVia: string;
  /** Minutes since midnight. */
  departs: number[];
  /** Minutes from the start of the demo to today's departures. */
  today: number[];
  /** The departures of today have no driver. */
  isDriverAway?: true;
  /** Accounts in their order. Those in the second list are visited always. */
  stops: string[];
  always: string[];
};

export type Departure = { day: Day; minutes: number; leaves: Date };

/** Minutes from the cut-off to the departure. */
export const LEAD = 20;

type ThisRun = DemoRun & Departure & { id: number };

const HEAVY_TASKS = 25;
const HEAVY_PLACES = 18;
/** The promise of a run is so many minutes earlier and later than expected. */
const BAND = 8;

/** Minutes from the departure to the arrival at a stop. @param number from 0 on. */
export const minutesTo = (number: number) => 14 + 9 * number;

/** The tasks of a run that has ended. Most of them were completed within what was promised. */
export function pastTasks(world: World, dice: Dice, run: ThisRun): Story[] {
  const places = standing(world, run).filter(() => dice.chance(0.85));
  return places.map((place, number) => {
    const late = dice.chance(0.12) ? dice.between(BAND + 2, BAND + 18) : dice.between(-BAND, BAND);
    const done = minutesAfter(run.leaves, minutesTo(number) + late);
    const story = taskOf(world, dice, run, { place, number });
    story.steps.push(
      ...setOut(run, number, world),
      ...completion(world, run, { place, done, drive: dice.between(3, 6) }),
      archived(minutesAfter(done, dice.between(20, 60)), world.userId(run.driver)),
    );
    return story;
  });
}

/** The tasks of a run of today, as far as the demo's start. */
export function liveTasks(world: World, dice: Dice, run: ThisRun, isHeavy: boolean): Story[] {
  const places = isHeavy ? manyPlaces(world, dice, run) : standing(world, run);
  const stops = [...new Set(places)];
  return places.map((place, index) => {
    const number = stops.indexOf(place);
    const story = taskOf(world, dice, run, { place, number });
    const done = minutesAfter(run.leaves, minutesTo(number));
    story.steps.push(...setOut(run, index, world));
    if (done < world.now) story.steps.push(...completion(world, run, { place, done, drive: 5 }));
    return story;
  });
}

const standing = (world: World, { always, stops }: DemoRun): Place[] =>
  [...always, ...stops].map((name) => world.place(name));

/** Returns a place for each task. Several tasks go to the same one. */
function manyPlaces(world: World, dice: Dice, run: DemoRun): Place[] {
  const own = standing(world, run);
  const all = ACCOUNTS.flatMap(({ name, addresses }) =>
    addresses.map((_, branch) => world.place(name, branch)),
  );
  const isOwn = ({ accountId }: Place) => own.some((place) => place.accountId === accountId);
  const near = all
    .filter((place) => !isOwn(place))
    .sort((one, other) => awayFrom(own, one) - awayFrom(own, other));
  const places = [...own, ...near].slice(0, HEAVY_PLACES);
  const further = Array.from({ length: HEAVY_TASKS - places.length }, () =>
    dice.between(0, places.length - 1),
  );
  return [...places.keys(), ...further]
    .sort((one, other) => one - other)
    .flatMap((number) => places[number] ?? []);
}

/** Returns the squared distance to the nearest of these places, in degrees. */
const awayFrom = (places: Place[], { latitude, longitude }: Place) =>
  Math.min(
    ...places.map(
      (place) =>
        (Number(place.latitude) - Number(latitude)) ** 2 + (Number(place.longitude) - Number(longitude)) ** 2,
    ),
  );

function taskOf(
  world: World,
  dice: Dice,
  run: ThisRun,
  { place, number }: { place: Place; number: number },
): Story {
  const expected = minutesAfter(run.leaves, minutesTo(number));
  const ordered = minutesAfter(run.leaves, -LEAD - dice.between(5, 95));
  const isStanding = [...run.always, ...run.stops].includes(place.location) && dice.chance(0.5);
  return {
    start: {
      type: 'delivery',
      ...onTheMap(place),
      account_id: place.accountId,
      invoice_number: `INV-${String(dice.between(48_300, 49_999))}`,
      ship_via: isStanding ? '' : run.shipVia,
      status: 'next-route',
      driver_id: driverOf(world, run),
      dealership: run.dealership,
      run_id: run.id,
      run_rule: isStanding ? 'account' : 'ship-via',
      promised_from: minutesAfter(expected, -BAND),
      promised_to: minutesAfter(expected, BAND),
    },
    // Some are ordered while the demo starts.
    createdAt: ordered > world.now ? minutesAfter(world.now, -dice.between(1, 12)) : ordered,
    createdBy: world.userId('dispatcher'),
    steps: [],
  };
}

const driverOf = (world: World, { isDriverAway, leaves, driver }: ThisRun) =>
  isDriverAway && leaves > world.now ? null : world.userId(driver);

/** The run closes and leaves, if its times have come. */
function setOut(run: ThisRun, index: number, world: World): Step[] {
  const cutoff = minutesAfter(run.leaves, -LEAD);
  const steps: Step[] = [
    { action: 'run closed', at: cutoff, by: null, set: { run_place: index + 1 } },
    { action: 'pending', at: run.leaves, by: null, set: { status: 'pending' } },
  ];
  return steps.filter(({ at }) => at <= world.now);
}

type Completion = { place: Place; done: Date; /** In minutes. */ drive: number };

function completion(world: World, { driver }: DemoRun, { place, done, drive }: Completion): Step[] {
  const driverId = world.userId(driver);
  return [
    going(minutesAfter(done, -drive), driverId),
    completed(done, driverId, { signedBy: place.receiver }),
  ];
}
