/** Users as admins see them, deactivated ones included. */
import { row, rows } from 'db/connection';
import { likePattern } from 'db/like';
import { User } from 'db/models/people';
import { printed } from 'db/models/table';
import { Task } from 'db/models/tasks';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { SAME_USERNAME } from './sign-in.server';
import type { ListManagedUsers, ManagedUser } from './schema';

const MANAGED = [
  ...(['id', 'username', 'name', 'roles', 'dealerships', 'email', 'phone'] as const),
  ...([printed('deactivatedAt'), 'isNew'] as const),
] as const;

/** By name, deactivated ones last; with a search, those whose name or username contains it. */
export async function listManagedUsers(
  actor: Actor,
  { search = '', deactivated }: ListManagedUsers,
): Promise<ManagedUser[]> {
  authorize(actor, 'manageUsers');
  return rows<ManagedUser>(
    `select ${User.columns(MANAGED)} from users
     where ($deactivated or deactivated_at is null)
       and (lower(name) like $pattern or lower(username) like $pattern)
     order by deactivated_at is not null, lower(coalesce(nullif(name, ''), username)), id`,
    {
      deactivated: deactivated === 'true',
      pattern: `%${likePattern(search.trim().toLowerCase())}%`,
    },
  );
}

export async function getManagedUser(actor: Actor, id: number): Promise<ManagedUser> {
  authorize(actor, 'manageUsers');
  return requireUser(id);
}

/** Usernames compare without case; deactivated users keep theirs from nobody. */
export async function isUsernameFree(actor: Actor, username: string): Promise<boolean> {
  authorize(actor, 'manageUsers');
  const taken = await row(`select id from users where ${SAME_USERNAME} and deactivated_at is null`, {
    username,
  });
  return taken === null;
}

/** What deleting the user, or taking the role driver away, would make unassigned. */
export async function countOpenTasks(actor: Actor, id: number): Promise<number> {
  authorize(actor, 'manageUsers');
  return Task.count({ where: { driver_id: id, archived: false, status: { [Op.ne]: 'completed' } } });
}

/** @throws not_found also for a deactivated user, unless that is what is asked for. */
export async function requireUser(id: number, { active = false } = {}): Promise<ManagedUser> {
  const user = await User.findRow(MANAGED, { where: { id, ...(active && { deactivatedAt: null }) } });
  if (!user) throw notFound('User');
  return user;
}

export const targetOf = ({ id, name, username }: Pick<ManagedUser, 'id' | 'name' | 'username'>) => ({
  id,
  name: name ? `${name} (${username})` : username,
});
