/** Admins add, rename, retire and restore dealerships. Each act is one transaction. */
import { execute } from 'db/connection';
import { Dealership as StoredDealership } from 'db/models/places';
import { TaskList } from 'db/models/tasks';
import { RENAME_STATEMENT_TIMEOUT_MS } from '~/lib/time-limits';
import type { Actor } from '~/domain/kernel/actor';
import type { Act } from '~/domain/platform/audit/acts';
import { administer, recordAdminEvent } from '~/domain/platform/audit/log.server';
import { command } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { findDealerships, requireDealership } from './names.server';
import { AddDealership, atAnyDealership, ChangeDealership, DealershipAnswer, foldName } from './schema';

export const addDealership = command(
  {
    summary: 'Adds a dealership',
    may: 'manageDealerships',
    input: AddDealership,
    answer: DealershipAnswer,
    creates: true,
  },
  ({ actor, input: { name } }) =>
    administer(actor, async () => {
      await requireFree(name);
      await StoredDealership.create({ name }, { returning: false });
      await recordAct(actor, 'dealership.added', name);
      return requireDealership(name);
    }),
);

/** A new name is written everywhere. A retired dealership keeps its users, tasks and history. */
export const changeDealership = command(
  {
    summary: 'Renames, retires or restores a dealership',
    about:
      'Users and tasks keep a dealership that is renamed or retired; one that is retired is not offered for anything new.',
    may: 'manageDealerships',
    at: atAnyDealership,
    input: ChangeDealership,
    answer: DealershipAnswer,
  },
  ({ actor, dealership: before, input: { name = before, retired } }) =>
    administer(actor, async () => {
      const stored = await requireDealership(before);
      if (name !== before) {
        await requireFree(name, before);
        await rename(before, name);
        await recordAct(actor, 'dealership.renamed', name, { name: [before, name] });
      }
      if (retired !== undefined && retired !== (stored.retiredAt !== null)) {
        await StoredDealership.update({ retiredAt: retired ? new Date() : null }, { where: { name } });
        await recordAct(actor, retired ? 'dealership.retired' : 'dealership.restored', name);
      }
      return requireDealership(name);
    }),
);

/** @param besides the dealership that gets the name. @throws conflict when another dealership has it. */
async function requireFree(name: string, besides?: string): Promise<void> {
  const taken = (await findDealerships()).find(
    (each) => each.name !== besides && foldName(each.name) === foldName(name),
  );
  if (!taken) return;
  const sentence = taken.retiredAt
    ? `${taken.name} is retired; restore it instead`
    : `There is already a dealership called ${taken.name}`;
  throw conflict(sentence, { fields: { name: [sentence] } });
}

const RENAME_OF_TASKS = 'update tasks set dealership = $after where dealership = $before';
const RENAME_OF_USERS =
  'update users set dealerships = array_replace(dealerships, $before, $after) where $before = any(dealerships)';

/**
 * The archive is renamed first because it may be long, and nobody can change a task while the lists are
 * locked.
 */
async function rename(before: string, after: string): Promise<void> {
  await execute(`set local statement_timeout = ${String(RENAME_STATEMENT_TIMEOUT_MS)}`);
  await execute(`${RENAME_OF_TASKS} and archived`, { before, after });
  const lists = await TaskList.findRows(['ownerId']);
  await lockLists(lists.map(({ ownerId }) => ownerId));
  await execute(RENAME_OF_TASKS, { before, after });
  await execute(RENAME_OF_USERS, { before, after });
  // The foreign key renames the location.
  await StoredDealership.update({ name: after }, { where: { name: before } });
}

async function recordAct(actor: Actor, act: Act, name: string, changes = {}): Promise<void> {
  await recordAdminEvent(actor, { act, target: { id: name, name }, changes });
  // Boards, maps and forms show the dealerships.
  await lockLists([null]);
  await tellPages('everybody');
}
