/** Writes the demo network into a database without users: people, places, a busy board and an archive. */
import { hash } from '@node-rs/argon2';
import { execute, row, rows, transaction } from 'db/connection';
import { DEMO_LOCK, waitForTurn, type Waiting } from 'db/turns';
import { User } from 'db/models/people';
import { Account, AccountAddress, DealershipLocation } from 'db/models/places';
import { Task, TaskEvent, TaskSignature } from 'db/models/tasks';
import { ACCOUNTS, DEALERSHIPS, type DemoPerson, driver, DRIVER_NAMES, PASSWORD, PEOPLE } from './accounts';
import { archiveStories } from './archive';
import { plantRuns } from './runs';
import { drawSignatures } from './signatures';
import { type BuiltStory, type Story, tell } from './story';
import { delivery, type Details, liveStories, pickup, type Planned, storiesOf } from './tasks';
import { type World, worldOf } from './world';
import { type Dice, diceOf, seedOf } from './dice';

const EMAIL_DOMAIN = 'parts-dispatch.example';

/**
 * Adds a heavy day to the demo: thirteen drivers, 250 tasks, long names, and six runs of 25 tasks. It is for looking at
 * full screens.
 */

const HEAVY_TASKS = 250;

const HEAVY_DRIVERS = [
  driver('bng', 'Bob Ng', '816-555-0120', 'Chevrolet', 'Buick'),
  driver('clind', 'Christopher-Alexander Lind', '913-555-0121', 'Hyundai CDJR'),
  driver('mfeldgruen', 'Maximiliana Feldgrün-Okonkwo', '816-555-0122', 'Buick', 'Ford'),
  driver('oadeyemi', 'Oluwaseun Adeyemi', '816-555-0123', 'Ford', 'Jeep'),
  driver('svanderbergh', 'Sebastian van der Bergh', '913-555-0124', 'Jeep', 'Hyundai CDJR'),
];

const newcomers = HEAVY_DRIVERS.map(({ username }) => username);

/** The owners of the further tasks; null: no driver. An owner who is listed more often gets more tasks. */
const OWNERS = [null, null, null, ...DRIVER_NAMES, ...newcomers, ...newcomers];

function heavyStories(world: World): Story[] {
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

/**
 * `countArchiveBy` counts the archive's days later. @returns false when there are users already; then nothing
 * is written.
 */
export async function seedDemo(
  timeZone: string,
  demo: 'on' | 'heavy' = 'on',
  waiting: Waiting = {},
): Promise<boolean> {
  if (await hasUsers()) return false;
  const cast = demo === 'heavy' ? [...PEOPLE, ...HEAVY_DRIVERS] : PEOPLE;
  // Slow work comes before the lock.
  const [passwordHashes, signatures] = await Promise.all([
    Promise.all(cast.map(() => hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))),
    drawSignatures([...ACCOUNTS, ...DEALERSHIPS].map(({ receiver }) => receiver)),
  ]);
  const live = demo === 'heavy' ? heavyStories : liveStories;
  return transaction(async () => {
    // When two instances start at once, the second waits here and then finds users.
    await waitForTurn(rows, 'pg_try_advisory_xact_lock', DEMO_LOCK, 'The demo', waiting);
    if (await hasUsers()) return false;
    const people = await plantPeople(cast, passwordHashes);
    const accounts = await plantPlaces();
    const world = await worldOf(timeZone, { people, accounts, dealerships: DEALERSHIPS });
    const runs = await plantRuns(world, demo);
    const archive = [...archiveStories(world), ...runs.past];
    await plantTasks(archive, [...live(world), ...runs.live], signatures);
    return true;
  });
}

const hasUsers = () => User.exists({});

/** Returns true as long as one of the demo's people has the email address that the demo gave them. */
export async function isDemo(): Promise<boolean> {
  const found = await row<{ isDemo: boolean }>(
    `select exists (select from users where email like '%@${EMAIL_DOMAIN}') as "isDemo"`,
  );
  return found?.isDemo ?? false;
}

/** Reserves ids for so many rows from the table's own sequence, ascending. */
async function reserve(table: 'users' | 'accounts' | 'tasks', count: number): Promise<number[]> {
  const taken = await rows<{ id: number }>(
    "select nextval(pg_get_serial_sequence($table, 'id'))::integer as id from generate_series(1, $count::integer)",
    { table, count },
  );
  return taken.map(({ id }) => id).sort((a, b) => a - b);
}

async function withIds<Thing extends object>(
  table: Parameters<typeof reserve>[0],
  things: Thing[],
): Promise<(Thing & { id: number })[]> {
  const ids = await reserve(table, things.length);
  return things.map((thing, index) => ({ ...thing, id: ids[index] ?? 0 }));
}

async function plantPeople(cast: DemoPerson[], passwordHashes: string[]) {
  const people = await withIds('users', cast);
  await User.bulkCreate(
    people.map((person, index) => ({
      ...person,
      passwordHash: passwordHashes[index] ?? '',
      email: `${person.username}@${EMAIL_DOMAIN}`,
    })),
  );
  await execute('insert into task_lists (owner_id) select unnest($ids::integer[]) on conflict do nothing', {
    ids: people.map(({ id }) => id),
  });
  return people;
}

async function plantPlaces() {
  const accounts = await withIds('accounts', ACCOUNTS);
  await DealershipLocation.bulkCreate(DEALERSHIPS);
  await Account.bulkCreate(accounts);
  await AccountAddress.bulkCreate(
    accounts.flatMap(({ id, addresses }) =>
      addresses.map((address, index) => ({
        ...address,
        geoPrecision: 'exact',
        accountId: id,
        isDefault: index === 0,
      })),
    ),
  );
  return accounts;
}

async function plantTasks(archive: Story[], live: Story[], signatures: Map<string, Buffer>): Promise<void> {
  const stories = [...archive, ...live].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const ids = await reserve('tasks', stories.length);
  const idOf = new Map(stories.map((story, index) => [story, ids[index] ?? 0]));
  const built = new Map(
    stories.map((story) => [
      story,
      tell(story, idOf.get(story) ?? 0, (story.follows && idOf.get(story.follows)) ?? null),
    ]),
  );
  numberRoutes(live.flatMap((story) => built.get(story) ?? []));

  const all = [...built.values()];
  await Task.bulkCreate(all.map(({ task }) => task));
  await TaskEvent.bulkCreate(
    all
      .flatMap(({ events }) => events)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.taskId - b.taskId),
  );
  await TaskSignature.bulkCreate(
    all.flatMap(({ signature }) => {
      const image = signature && signatures.get(signature.signedBy);
      return image ? [{ ...signature, image, mediaType: 'image/jpeg', typed: false }] : [];
    }),
  );
}

/**
 * Numbers every driver's pending and going tasks 0, 1, 2 …: first those under way, then urgent ones, then as
 * listed.
 */
function numberRoutes(built: BuiltStory[]): void {
  const active = built
    .map(({ task }) => task)
    .filter(({ status }) => status === 'pending' || status === 'going');
  const rank = (task: (typeof active)[number]) =>
    task.status === 'going' ? 0 : task.priority === 'urgent' ? 1 : 2;
  const next = new Map<number, number>();
  for (const task of active.sort((a, b) => rank(a) - rank(b))) {
    if (task.driver_id === null) continue;
    const place = next.get(task.driver_id) ?? 0;
    task.order_index = place;
    next.set(task.driver_id, place + 1);
  }
}
