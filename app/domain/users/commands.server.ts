import { row } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { conflict } from '~/domain/errors';
import type { Register } from './schema';
import { createUser } from './sign-in.server';

/** The operator's way in, from the command line: makes an admin as long as there is none. */
export async function createFirstAdmin(
  input: Pick<Register, 'username' | 'password' | 'name'>,
): Promise<Actor> {
  const admin = await row(
    "select id from users where 'admin' = any(roles) and deactivated_at is null limit 1",
  );
  if (admin) throw conflict('There is an admin already; sign in and create users there');
  return createUser({ ...input, roles: ['admin'], dealerships: [] });
}
