import { User } from 'db/models/people';
import { literal, Op } from 'sequelize';
import type { Actor, Role } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import type { PersonName } from '~/domain/tasks/task';
import { DEALERSHIPS } from '~/domain/dealerships/names';
import type { CurrentUser } from './schema';

export type Person = {
  id: number;
  name: string;
  username: string;
  roles: Role[];
  dealerships: string[];
  phone: string | null;
  isNew: boolean;
};

/** The people who can sign in, by name; with a role, those who have it. */
export async function listUsers(actor: Actor, { role }: { role?: Role | undefined } = {}): Promise<Person[]> {
  authorize(actor, 'readUsers');
  return User.findRows(['id', 'name', 'username', 'roles', 'dealerships', 'phone', 'isNew'], {
    where: { deactivatedAt: null, ...(role && { roles: { [Op.contains]: [role] } }) },
    order: [literal("lower(coalesce(nullif(name, ''), username))"), 'id'],
  });
}

/** The name of somebody who is or was here. */
export async function findPersonName(actor: Actor, id: number): Promise<PersonName | null> {
  authorize(actor, 'readUsers');
  return User.findRow(['name', 'username'], { where: { id } });
}

export const getCurrentUser = (actor: Actor): Promise<CurrentUser> => getProfile(actor.id);

/** @throws not found, also when the user was deleted. */
export async function getProfile(id: number): Promise<CurrentUser> {
  const user = await User.findRow(['id', 'username', 'name', 'roles', 'dealerships', 'email', 'phone'], {
    where: { id, deactivatedAt: null },
  });
  if (!user) throw notFound('User');
  return user;
}

/** The names of the dealerships that the network serves. */
export function listDealershipNames(actor: Actor): readonly string[] {
  authorize(actor, 'readDealerships');
  return DEALERSHIPS;
}
