import { User } from 'db/models/people';
import { literal, Op } from 'sequelize';
import * as z from 'zod/v4';
import { query } from '~/domain/command.server';
import { DEALERSHIPS } from '~/domain/dealerships/names';
import { notFound } from '~/domain/errors';
import { CurrentUserAnswer, PersonAnswer, PersonNameAnswer, type CurrentUser } from './answers';
import { atUser, ListUsers } from './schema';

/** By name; with a role, only users who have it. */
export const listUsers = query(
  { summary: 'People who can sign in', may: 'readUsers', input: ListUsers, answer: z.array(PersonAnswer) },
  ({ input: { role } }) =>
    User.findRows(['id', 'name', 'username', 'roles', 'dealerships', 'phone', 'isNew'], {
      where: { deactivatedAt: null, ...(role && { roles: { [Op.contains]: [role] } }) },
      order: [literal("lower(coalesce(nullif(name, ''), username))"), 'id'],
    }),
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
  { summary: 'Who is signed in', may: 'signed in', answer: CurrentUserAnswer },
  ({ actor }) => getProfile(actor.id),
);

/** @throws not found, also when the user was deleted. */
export async function getProfile(id: number): Promise<CurrentUser> {
  const user = await User.findRow(['id', 'username', 'name', 'roles', 'dealerships', 'email', 'phone'], {
    where: { id, deactivatedAt: null },
  });
  if (!user) throw notFound('User');
  return user;
}

export const listDealershipNames = query(
  { summary: 'The names of the dealerships', may: 'readDealerships', answer: z.array(z.string()) },
  () => Promise.resolve([...DEALERSHIPS]),
);
