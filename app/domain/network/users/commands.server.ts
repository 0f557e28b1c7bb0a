/** Creates users: the first admin from the command line, all others by an admin. */
import { transaction } from 'db/connection';
import { SetupCode, User } from 'db/models/people';
import { fn } from 'sequelize';
import {
  administer,
  hasAdmin,
  lockAdministration,
  recordAdminEvent,
} from '~/domain/platform/audit/audit.server';
import type { Actor } from '~/domain/kernel/actor';
import { command, preparedCommand } from '~/domain/kernel/command.server';
import { mayAll, requirePerson } from '~/domain/kernel/permissions';
import { requireOffered } from '~/domain/network/dealerships/dealerships.server';
import { conflict } from '~/domain/kernel/errors';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { atUser, ChangeDealerships, CreateUser, ManagedUserAnswer, type Register } from './schema';
import { confirm } from './change-password.server';
import { requireUser, targetOf } from './queries.server';
import { hashPassword, requireGoodPassword } from './passwords.server';
import { insertUser, type NewUser } from './sign-in.server';
import { untranslated } from '~/domain/kernel/sentence';

type FirstAdmin = Pick<Register, 'username' | 'name'>;

/** Creates an admin from the command line, as long as there is none. */
export async function createFirstAdmin(input: FirstAdmin & Pick<Register, 'password'>): Promise<Actor> {
  requireGoodPassword(input.password, input, 'password');
  const passwordHash = await hashPassword(input.password);
  return transaction(() => insertFirstAdmin(input, passwordHash, { byThemselves: false }));
}

/** Runs in the transaction under way. @throws conflict when there is an admin */
export async function insertFirstAdmin(
  { username, name }: FirstAdmin,
  passwordHash: string,
  { byThemselves }: { byThemselves: boolean },
): Promise<Actor> {
  await lockAdministration();
  if (await hasAdmin())
    throw conflict(untranslated('adminExists', 'There is already an admin. Sign in and create users there'));
  await SetupCode.destroy({ where: {} });
  const input: NewUser = { username, name, roles: ['admin'], dealerships: [] };
  return insert(byThemselves ? 'themselves' : null, input, passwordHash);
}

/** To add an admin, the actor's own password is required. */
export const addUser = preparedCommand(
  {
    summary: 'Creates a user',
    about: "Creating an admin requires `ownPassword`, the caller's password. Not for API tokens.",
    may: 'manageUsers',
    input: CreateUser,
    answer: ManagedUserAnswer,
    creates: true,
  },
  async ({ actor, input, ip }) => {
    requirePerson(actor);
    const confirmed = await confirm(actor, input.ownPassword, ip);
    if (mayAll(input, 'manageUsers')) confirmed.required();
    requireGoodPassword(input.password, input, 'password');
    return hashPassword(input.password);
  },
  ({ actor, input }, passwordHash) =>
    administer(actor, async () => {
      const { id } = await insert(actor, input, passwordHash);
      return requireUser(id);
    }),
);

/** @param by null for the command line. */
export async function insert(by: Actor | 'themselves' | null, input: NewUser, passwordHash: string) {
  await requireOffered(input.dealerships);
  const user = await insertUser(input, passwordHash);
  const { roles, dealerships } = user;
  await recordAdminEvent(by === 'themselves' ? user : by, {
    act: 'user.created',
    target: targetOf(user),
    changes: { roles: [null, roles], dealerships: [null, dealerships] },
  });
  return user;
}

/** Marks a user who registered as known. A second call changes nothing. */
export const reviewUser = command(
  {
    summary: 'Marks a new user as reviewed',
    may: 'manageUsers',
    at: atUser,
    answer: ManagedUserAnswer,
  },
  ({ actor, userId: id }) =>
    administer(actor, async () => {
      const user = await requireUser(id, { active: true });
      if (!user.isNew) return user;
      // Boards and lists mark new users.
      await lockLists([null]);
      await User.update({ isNew: false, updatedAt: fn('now') }, { where: { id } });
      await recordAdminEvent(actor, { act: 'user.reviewed', target: targetOf(user) });
      await tellPages('everybody');
      return requireUser(id);
    }),
);

export const changeDealerships = command(
  {
    summary: 'Sets the dealerships of a user',
    about: 'Replaces the whole list; routes start at the first one.',
    may: 'manageUsers',
    at: atUser,
    input: ChangeDealerships,
    answer: ManagedUserAnswer,
  },
  ({ actor, userId: id, input: { dealerships } }) =>
    administer(actor, async () => {
      const user = await requireUser(id, { active: true });
      if (JSON.stringify(user.dealerships) === JSON.stringify(dealerships)) return user;
      await requireOffered(dealerships, user.dealerships);
      // Boards and maps show the dealership of a driver.
      await lockLists([null]);
      await User.update({ dealerships, updatedAt: fn('now') }, { where: { id } });
      await recordAdminEvent(actor, {
        act: 'user.dealerships',
        target: targetOf(user),
        changes: { dealerships: [user.dealerships, dealerships] },
      });
      await tellPages('everybody');
      return requireUser(id);
    }),
);
