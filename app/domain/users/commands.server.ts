/** Users come in: the first admin from the command line, everybody else by an admin. */
import { transaction } from 'db/connection';
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import { administer, hasAdmin, lockAdministration } from '~/domain/administration/administer.server';
import { recordAdminEvent } from '~/domain/administration/record.server';
import type { Actor } from '~/domain/actor';
import { conflict } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { lockLists } from '~/domain/tasks/lists.server';
import { tellPages } from '~/domain/tasks/record.server';
import { confirm } from './confirm-password.server';
import { requireUser, targetOf } from './managed.server';
import { requireGoodPassword } from './password-rules.server';
import { hashPassword } from './passwords.server';
import type { CreateUser, ManagedUser, Register } from './schema';
import { insertUser, type NewUser } from './sign-in.server';

/** The operator's way in, from the command line: makes an admin as long as there is none. */
export async function createFirstAdmin(
  input: Pick<Register, 'username' | 'password' | 'name'>,
): Promise<Actor> {
  requireGoodPassword(input.password, input, 'password');
  const passwordHash = await hashPassword(input.password);
  return transaction(async () => {
    await lockAdministration();
    if (await hasAdmin()) throw conflict('There is an admin already; sign in and create users there');
    return insert(null, { ...input, roles: ['admin'], dealerships: [] }, passwordHash);
  });
}

/** Making an admin takes the actor's own password. */
export async function addUser(
  actor: Actor,
  { ownPassword, ...input }: CreateUser,
  origin: { ip: string },
): Promise<ManagedUser> {
  authorize(actor, 'manageUsers');
  const confirmed = await confirm(actor, { ownPassword }, origin);
  if (input.roles.includes('admin')) confirmed.required();
  requireGoodPassword(input.password, input, 'password');
  const passwordHash = await hashPassword(input.password);
  authorize(actor, 'manageUsers');
  return administer(actor, async () => {
    const { id } = await insert(actor, input, passwordHash);
    return requireUser(id);
  });
}

async function insert(actor: Actor | null, input: NewUser, passwordHash: string) {
  const user = await insertUser(input, passwordHash);
  const { roles, dealerships } = user;
  await recordAdminEvent(actor, {
    act: 'user.created',
    target: targetOf(user),
    changes: { roles: [null, roles], dealerships: [null, dealerships] },
  });
  return user;
}

/** Says that an admin has looked at somebody who registered by themselves. Again, it changes nothing. */
export async function reviewUser(actor: Actor, id: number): Promise<ManagedUser> {
  authorize(actor, 'manageUsers');
  return administer(actor, async () => {
    const user = await requireUser(id, { active: true });
    if (!user.isNew) return user;
    // Boards and lists mark who is new.
    await lockLists([null]);
    await User.update({ isNew: false, updatedAt: fn('now') }, { where: { id } });
    await recordAdminEvent(actor, { act: 'user.reviewed', target: targetOf(user) });
    await tellPages('everybody');
    return requireUser(id);
  });
}

/** Gives a user other dealerships. The first of them is where routes begin. */
export async function changeDealerships(
  actor: Actor,
  id: number,
  { dealerships }: Pick<ManagedUser, 'dealerships'>,
): Promise<ManagedUser> {
  authorize(actor, 'manageUsers');
  return administer(actor, async () => {
    const user = await requireUser(id, { active: true });
    if (JSON.stringify(user.dealerships) === JSON.stringify(dealerships)) return user;
    // Boards and maps show where a driver belongs.
    await lockLists([null]);
    await User.update({ dealerships, updatedAt: fn('now') }, { where: { id } });
    await recordAdminEvent(actor, {
      act: 'user.dealerships',
      target: targetOf(user),
      changes: { dealerships: [user.dealerships, dealerships] },
    });
    await tellPages('everybody');
    return requireUser(id);
  });
}
