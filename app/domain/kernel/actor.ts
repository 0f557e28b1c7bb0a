/** The user who asks. Every command and query takes an actor first. */
import type { Language } from '~/words/languages';

/** Roles with the most permissions first. */
export const ROLES = ['admin', 'dispatcher', 'driver'] as const;
export type Role = (typeof ROLES)[number];

export type Actor = {
  id: number;
  username: string;
  name: string;
  roles: Role[];
  dealerships: string[];
  /** The language that the person has chosen; null or missing for the browser's. */
  language?: Language | null;
  /** A script with an API token. It acts for its user, except for acts that `requirePerson` guards. */
  byToken?: true;
  /**
   * Who is noted in place of the actor: the person who has decided, or the name of a source of documents, behind which
   * no person is.
   */
  notedAs?: { id: number } | { source: string };
  /** The dealership for which a source of documents makes orders, in place of the first one of the person. */
  actsFor?: string;
  /** Signed in with a temporary password, which must be replaced first. */
  mustChangePassword?: true;
};

/** Returns the person who is noted for what the actor does; null for the system and for a source. */
export function notedId(actor: Pick<Actor, 'id' | 'notedAs'> | null): number | null {
  const noted = actor?.notedAs ?? actor;
  return noted && 'id' in noted ? noted.id : null;
}
