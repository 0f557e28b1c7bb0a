/** Who is asking. Every command and query takes one first. */
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

/** Whether the actor has any of the roles; an admin passes every check. */
export function hasRole(actor: Pick<Actor, 'roles'>, ...roles: Role[]): boolean {
  return actor.roles.includes('admin') || roles.some((role) => actor.roles.includes(role));
}

export const isDispatcher = (actor: Pick<Actor, 'roles'>) => hasRole(actor, 'dispatcher');

/** The page where this person's work is. */
export const homeOf = (actor: Pick<Actor, 'roles'>) => (isDispatcher(actor) ? '/dispatcher' : '/driver');
