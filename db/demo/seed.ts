/** Writes the demo network into a database without users: people, places, a busy board and an archive. */
import { hash } from '@node-rs/argon2';
import { execute, rows, transaction } from 'db/connection';
import { User } from 'db/models/people';
import { Account, AccountAddress, DealershipLocation } from 'db/models/places';
import { Task, TaskEvent, TaskSignature } from 'db/models/tasks';
import { ACCOUNTS } from './accounts';
import { archiveStories } from './archive';
import { DEALERSHIPS } from './dealerships';
import { HEAVY_DRIVERS, heavyStories } from './heavy';
import { PASSWORD, PEOPLE, type DemoPerson } from './people';
import { drawSignatures } from './signatures';
import { tell, type Story, type BuiltStory } from './story';
import { liveStories } from './tasks';
import { worldOf } from './world';

/**
 * `countArchiveBy` counts the archive's days later. @returns false when there are users already; then nothing
 * is written.
 */
export async function seedDemo(timeZone: string, demo: 'on' | 'heavy' = 'on'): Promise<boolean> {
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
    await execute("select pg_advisory_xact_lock(hashtext('demo network'))");
    if (await hasUsers()) return false;
    const people = await plantPeople(cast, passwordHashes);
    const accounts = await plantPlaces();
    const world = await worldOf(timeZone, { people, accounts, dealerships: DEALERSHIPS });
    await plantTasks(archiveStories(world), live(world), signatures);
    return true;
  });
}

const hasUsers = () => User.exists({});

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
      email: `${person.username}@parts-dispatch.example`,
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
