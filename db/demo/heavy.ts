/**
 * Adds a heavy day to the demo: thirteen drivers, 250 tasks, long names. It is for looking at full screens.
 */
import { ACCOUNTS } from './accounts';
import { diceOf, seedOf, type Dice } from './dice';
import { DRIVER_NAMES, driver } from './people';
import type { Story } from './story';
import { delivery, liveStories, pickup, storiesOf, type Details, type Planned } from './tasks';
import type { World } from './world';

const HEAVY_TASKS = 250;

export const HEAVY_DRIVERS = [
  driver('bng', 'Bob Ng', '816-555-0120', 'Chevrolet', 'Buick'),
  driver('clind', 'Christopher-Alexander Lind', '913-555-0121', 'Hyundai CDJR'),
  driver('mfeldgruen', 'Maximiliana Feldgrün-Okonkwo', '816-555-0122', 'Buick', 'Ford'),
  driver('oadeyemi', 'Oluwaseun Adeyemi', '816-555-0123', 'Ford', 'Jeep'),
  driver('svanderbergh', 'Sebastian van der Bergh', '913-555-0124', 'Jeep', 'Hyundai CDJR'),
];

const newcomers = HEAVY_DRIVERS.map(({ username }) => username);

/** The owners of the further tasks; null: no driver. An owner who is listed more often gets more tasks. */
const OWNERS = [null, null, null, ...DRIVER_NAMES, ...newcomers, ...newcomers];

export function heavyStories(world: World): Story[] {
  const dice = diceOf(seedOf('a heavy day'));
  const stories = liveStories(world);
  for (const name of newcomers.slice(0, -1)) {
    stories.push(...storiesOf(world, name, planned(dice, { status: 'going', since: dice.between(2, 35) })));
  }
  while (stories.length < HEAVY_TASKS) {
    const owner = dice.pick(OWNERS);
    stories.push(...storiesOf(world, owner, planned(dice, owner === null ? {} : someStatus(dice))));
  }
  return stories;
}

function someStatus(dice: Dice): Details {
  const chance = dice.next();
  if (chance < 0.25) return { status: 'completed', since: dice.between(5, 240) };
  if (chance < 0.32) return { status: 'next-route', since: dice.between(5, 60) };
  if (chance < 0.37) return { status: 'hold', needBy: 'today' };
  if (chance < 0.39) return { status: 'hold', since: dice.between(5, 60), failure: 'closed' };
  return { priority: dice.chance(0.05) ? 'urgent' : undefined };
}

function planned(dice: Dice, details: Details): Planned {
  const { name } = dice.pick(ACCOUNTS);
  const created = (details.since ?? 0) + dice.between(25, 120);
  const number = String(dice.between(100_000, 999_999));
  const notes = dice.chance(0.15)
    ? 'Gate code 4471. Ask for the parts counter at the back of the building.'
    : '';
  return dice.chance(0.7)
    ? delivery(name, `INV-${number}`, created, { notes, ...details })
    : pickup(name, `${number}-A, ${number}-B`, undefined, created, { notes, ...details });
}
