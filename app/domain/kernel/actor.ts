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
  /** Signed in with a temporary password, which must be replaced first. */
  mustChangePassword?: true;
};
