/** Roles, deletion and restoration of users. Each takes effect at once on all instances. */
import { row } from 'db/connection';
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import { administer, requireAnotherAdmin } from '~/domain/administration/administer.server';
import type { Changes } from '~/domain/administration/acts';
import { recordAdminEvent } from '~/domain/administration/record.server';
import type { Actor, Role } from '~/domain/actor';
import { conflict } from '~/domain/errors';
import { authorize, requirePerson } from '~/domain/permissions';
import { lockLists } from '~/domain/tasks/lists.server';
import { releaseTasksOf } from '~/domain/tasks/release.server';
import { tellPages } from '~/domain/tasks/record.server';
import { confirm, type Confirmation } from './confirm-password.server';
import { requireUser, targetOf } from './managed.server';
import type { ManagedUser, RestoreUser } from './schema';
import { closeSessionsOf } from './sessions.server';
import { usernameTaken } from './sign-in.server';
import { revokeTokensOf } from './tokens.server';

/**
 * Whoever is no driver any more has no open tasks either: they become unassigned. Making somebody an admin takes the
 * actor's own password; an API token can't change admins at all.
 */
export async function changeRoles(
  actor: Actor,
  id: number,
  { roles, ...confirmation }: Confirmation & { roles: Role[] },
  origin: Origin,
): Promise<ManagedUser> {
  authorize(actor, 'manageUsers');
  const confirmed = await confirm(actor, confirmation, origin);
  authorize(actor, 'manageUsers');
  return administer(actor, async () => {
    const user = await requireUser(id, { active: true });
    const takes = (role: Role) => user.roles.includes(role) && !roles.includes(role);
    if (isAdmin(user)) requirePerson(actor);
    else if (roles.includes('admin')) confirmed.required();
    if (roles.length === user.roles.length && roles.every((role) => user.roles.includes(role))) return user;
    if (takes('admin')) await requireAnotherAdmin(id, "The last admin can't be demoted");
    const unassigned = takes('driver') ? await releaseTasksOf(actor, id) : 0;
    await lockLists([id, null]);
    await User.update({ roles, updatedAt: fn('now') }, { where: { id } });
    await closeSessionsOf(id);
    await recordAdminEvent(actor, {
      act: 'user.roles',
      target: targetOf(user),
      changes: { roles: [user.roles, roles], ...openTasks(unassigned) },
    });
    await tellPages('everybody');
    return requireUser(id);
  });
}

/** The user is kept, for history, and can't sign in. Open tasks become unassigned; what is completed keeps the name. */
export async function deleteUser(actor: Actor, id: number): Promise<{ id: number }> {
  authorize(actor, 'manageUsers');
  if (id === actor.id) throw conflict("You can't delete yourself");
  authorize(actor, 'manageUsers');
  return administer(actor, async () => {
    const user = await requireUser(id, { active: true });
    if (isAdmin(user)) {
      requirePerson(actor);
      await requireAnotherAdmin(id, "The last admin can't be deleted");
    }
    const unassigned = await releaseTasksOf(actor, id);
    await User.update({ deactivatedAt: fn('now'), updatedAt: fn('now') }, { where: { id } });
    await closeSessionsOf(id);
    await revokeTokensOf(id);
    await recordAdminEvent(actor, {
      act: 'user.deleted',
      target: targetOf(user),
      changes: openTasks(unassigned),
    });
    await tellPages('everybody');
    return { id };
  });
}

const isAdmin = ({ roles }: Pick<ManagedUser, 'roles'>) => roles.includes('admin');

/** Where an act comes from: guesses of the actor's password are counted by address. */
type Origin = { ip: string };

const openTasks = (count: number): Changes => (count > 0 ? { openTasks: [count, 0] } : {});

/**
 * Lets a deactivated user in again, with the password, roles and dealerships of before. An admin who comes back takes
 * the actor's own password, as a new one does.
 * @param input.username another one, for when the old one has gone to somebody else.
 */
export async function restoreUser(
  actor: Actor,
  id: number,
  input: RestoreUser,
  origin: Origin,
): Promise<ManagedUser> {
  authorize(actor, 'manageUsers');
  const confirmed = await confirm(actor, input, origin);
  authorize(actor, 'manageUsers');
  return administer(actor, async () => {
    const user = await requireUser(id);
    if (!user.deactivatedAt) throw conflict('This user is not deactivated');
    if (isAdmin(user)) confirmed.required();
    const username = input.username ?? user.username;
    await lockLists([id, null]);
    // Not refused by PostgreSQL, whose log would have the name.
    const isBack = await row(
      `update users set deactivated_at = null, username = $username, updated_at = now()
       where id = $id and not exists (
         select 1 from users o where lower(o.username) = lower($username) and o.deactivated_at is null and o.id <> $id
       ) returning id`,
      { id, username },
    );
    if (!isBack) throw usernameTaken();
    await recordAdminEvent(actor, {
      act: 'user.restored',
      target: targetOf({ ...user, username }),
      changes: username === user.username ? {} : { username: [user.username, username] },
    });
    await tellPages('everybody');
    return requireUser(id);
  });
}
