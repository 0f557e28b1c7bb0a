/** Reads users. */
import { type Attributes, literal, Op, type WhereOptions } from 'sequelize';
import * as z from 'zod/v4';
import { likePattern, row, rows } from 'db/connection';
import { User } from 'db/models/people';
import { printed } from 'db/models/table';
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { hasRole, rolesWith } from '~/domain/kernel/permissions';
import {
  atUser,
  type CurrentUser,
  CurrentUserAnswer,
  ListManagedUsers,
  ListUsers,
  type ManagedUser,
  ManagedUserAnswer,
  PersonAnswer,
  PersonNameAnswer,
} from './schema';
import { SAME_USERNAME } from './sign-in.server';

/** Selects the users who can be given tasks; lists of drivers show them. */

/** SQL: whether this column of roles contains one that has a route. */
export const hasRoute = (roles: string) => hasRole(roles, rolesWith('haveRoute'));

/** SQL, for users as `u`. */
export const DRIVES = `u.deactivated_at is null and ${hasRoute('u.roles')}`;

/** The same condition for a model. */
export const WHERE_DRIVES = { deactivatedAt: null, roles: { [Op.overlap]: rolesWith('haveRoute') } };

const listPeople = (where: WhereOptions<Attributes<User>>) =>
  User.findRows(['id', 'name', 'username', 'roles', 'dealerships', 'phone', 'isNew'], {
    where,
    order: [literal("lower(coalesce(nullif(name, ''), username))"), 'id'],
  });

/** Sorted by name; with a role, only users who have it. */
export const listUsers = query(
  { summary: 'People who can sign in', may: 'readUsers', input: ListUsers, answer: z.array(PersonAnswer) },
  ({ input: { role } }) =>
    listPeople({ deactivatedAt: null, ...(role && { roles: { [Op.contains]: [role] } }) }),
);

/** Sorted by name. */
export const listRouteOwners = query(
  { summary: 'People who can be given tasks', may: 'readUsers', answer: z.array(PersonAnswer) },
  () => listPeople(WHERE_DRIVES),
);

export const findPersonName = query(
  {
    summary: 'The name of a user, also of one who was deleted',
    may: 'readUsers',
    at: atUser,
    answer: PersonNameAnswer.nullable(),
  },
  ({ userId }) => User.findRow(['name', 'username'], { where: { id: userId } }),
);

export const getCurrentUser = query(
  { summary: 'The signed-in user', may: 'signed in', answer: CurrentUserAnswer },
  ({ actor }) => getProfile(actor.id),
);

/** @throws not_found, also when the user was deleted. */
export async function getProfile(id: number): Promise<CurrentUser> {
  const user = await User.findRow(['id', 'username', 'name', 'roles', 'dealerships', 'email', 'phone'], {
    where: { id, deactivatedAt: null },
  });
  if (!user) throw notFound('User');
  return user;
}

/** The user as whom background work makes something. @throws not_found, also when the user was deleted. */
export async function actorOf(userId: number): Promise<Actor> {
  const { id, username, name, roles, dealerships } = await getProfile(userId);
  return { id, username, name, roles, dealerships };
}

const MANAGED = [
  ...(['id', 'username', 'name', 'roles', 'dealerships', 'email', 'phone'] as const),
  ...([printed('deactivatedAt'), 'isNew'] as const),
] as const;

/** Sorted by name, deactivated users last. A search finds users whose name or username contains it. */
export const listManagedUsers = query(
  {
    summary: 'Users, with the details admins see',
    about: 'With `deactivated=true`, deleted users too.',
    may: 'manageUsers',
    input: ListManagedUsers,
    answer: z.array(ManagedUserAnswer),
  },
  ({ input: { search = '', deactivated } }) =>
    rows<ManagedUser>(
      `select ${User.columns(MANAGED)} from users
       where ($deactivated or deactivated_at is null)
         and (lower(name) like $pattern or lower(username) like $pattern)
       order by deactivated_at is not null, lower(coalesce(nullif(name, ''), username)), id`,
      {
        deactivated: deactivated === 'true',
        pattern: `%${likePattern(search.trim().toLowerCase())}%`,
      },
    ),
);

export const getManagedUser = query(
  { summary: 'One user', may: 'manageUsers', at: atUser, answer: ManagedUserAnswer },
  ({ userId }) => requireUser(userId),
);

/** Usernames are compared without case; those of deactivated users are free. */
export const isUsernameFree = query(
  {
    summary: 'Whether a username is available',
    may: 'manageUsers',
    input: z.strictObject({ username: z.string() }),
    answer: z.boolean(),
  },
  async ({ input: { username } }) => {
    const taken = await row(`select id from users where ${SAME_USERNAME} and deactivated_at is null`, {
      username,
    });
    return taken === null;
  },
);

/** @throws not_found, and with `active` also for a deactivated user. */
export async function requireUser(id: number, { active = false } = {}): Promise<ManagedUser> {
  const user = await User.findRow(MANAGED, { where: { id, ...(active && { deactivatedAt: null }) } });
  if (!user) throw notFound('User');
  return user;
}

export const targetOf = ({ id, name, username }: Pick<ManagedUser, 'id' | 'name' | 'username'>) => ({
  id,
  name: name ? `${name} (${username})` : username,
});

/** The names in lists: people with the same name have the username beside it, and new users are marked. Pure. */
export function disambiguateNames<Person extends { name: string; username: string; isNew?: boolean }>(
  people: Person[],
): Person[] {
  const nameOf = ({ name, username }: Person) => (name || username).toLowerCase();
  const counts = new Map<string, number>();
  for (const person of people) counts.set(nameOf(person), (counts.get(nameOf(person)) ?? 0) + 1);
  return people.map((person) => {
    const isAlone = counts.get(nameOf(person)) === 1;
    const name = isAlone || !person.name ? person.name : `${person.name} (${person.username})`;
    return { ...person, name: person.isNew ? `${name || person.username} (new)` : name };
  });
}
