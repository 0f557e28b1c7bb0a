/** The user who asks. Every command and query takes an actor first. */

/** Those with the most permissions first. */
export const ROLES = ['admin', 'dispatcher', 'driver'] as const;
export type Role = (typeof ROLES)[number];

export type Actor = {
  id: number;
  username: string;
  name: string;
  roles: Role[];
  dealerships: string[];
  /** A script with an API token, which acts for its user but can't make itself at home. */
  byToken?: true;
  /** Signed in with a temporary password, which has to be replaced before anything else. */
  mustChangePassword?: true;
};
