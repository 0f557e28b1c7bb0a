/** The table of permissions: action × role. `own` means rows that belong to the caller; the command or query narrows to them. */
import type { Actor, Role } from './actor';
import { DomainError, forbidden } from './errors';

type Reach = 'no' | 'own' | 'any';

const PERMISSIONS = {
  readTasks: { driver: 'own', dispatcher: 'any', admin: 'any' },
  createTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  editTask: { driver: 'own', dispatcher: 'any', admin: 'any' },
  placeTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  editAnyTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  settleConcerns: { driver: 'no', dispatcher: 'any', admin: 'any' },
  deleteTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  changeStatus: { driver: 'own', dispatcher: 'any', admin: 'any' },
  removePhoto: { driver: 'no', dispatcher: 'any', admin: 'any' },
  archiveTasks: { driver: 'own', dispatcher: 'any', admin: 'any' },
  archiveEverything: { driver: 'no', dispatcher: 'any', admin: 'any' },
  reorderTasks: { driver: 'own', dispatcher: 'any', admin: 'any' },
  driveRoute: { driver: 'own', dispatcher: 'no', admin: 'any' },
  endRoute: { driver: 'own', dispatcher: 'any', admin: 'any' },
  moveTasks: { driver: 'no', dispatcher: 'any', admin: 'any' },
  undo: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readArchive: { driver: 'no', dispatcher: 'any', admin: 'any' },
  shareProof: { driver: 'no', dispatcher: 'any', admin: 'any' },
  findTasks: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readShifts: { driver: 'own', dispatcher: 'any', admin: 'any' },
  planShifts: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readBoard: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readUsers: { driver: 'no', dispatcher: 'any', admin: 'any' },
  editProfile: { driver: 'own', dispatcher: 'own', admin: 'any' },
  changeOwnPassword: { driver: 'own', dispatcher: 'own', admin: 'own' },
  manageTokens: { driver: 'own', dispatcher: 'own', admin: 'own' },
  manageEverybodysTokens: { driver: 'no', dispatcher: 'no', admin: 'any' },
  receiveNotifications: { driver: 'own', dispatcher: 'own', admin: 'own' },
  editPreferences: { driver: 'own', dispatcher: 'own', admin: 'own' },
  readSystem: { driver: 'own', dispatcher: 'own', admin: 'any' },
  sendPositions: { driver: 'own', dispatcher: 'own', admin: 'own' },
  readTrail: { driver: 'own', dispatcher: 'any', admin: 'any' },
  manageDevices: { driver: 'own', dispatcher: 'no', admin: 'any' },
  readAccounts: { driver: 'no', dispatcher: 'any', admin: 'any' },
  manageUsers: { driver: 'no', dispatcher: 'no', admin: 'any' },
  manageDealerships: { driver: 'no', dispatcher: 'no', admin: 'any' },
  manageNetwork: { driver: 'no', dispatcher: 'no', admin: 'any' },
  manageWebhooks: { driver: 'no', dispatcher: 'no', admin: 'any' },
  manageCustomerMessages: { driver: 'no', dispatcher: 'no', admin: 'any' },
  manageSystem: { driver: 'no', dispatcher: 'no', admin: 'any' },
  manageBackgroundWork: { driver: 'no', dispatcher: 'no', admin: 'any' },
  readAdminEvents: { driver: 'no', dispatcher: 'no', admin: 'any' },
  editAccounts: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readDealerships: { driver: 'any', dispatcher: 'any', admin: 'any' },
} as const satisfies Record<string, Record<Role, Reach>>;

export type Action = keyof typeof PERMISSIONS;

/** The widest reach that any of the actor's roles gives. */
export function reach(actor: Pick<Actor, 'roles'>, action: Action): Reach {
  const reaches: Reach[] = actor.roles.map((role) => PERMISSIONS[action][role]);
  if (reaches.includes('any')) return 'any';
  return reaches.includes('own') ? 'own' : 'no';
}

/** The role with the fewest permissions that may do this. */
export const leastRole = (action: Action): Role =>
  (['driver', 'dispatcher', 'admin'] as const).find((role) => PERMISSIONS[action][role] !== 'no') ?? 'admin';

/** Throws `forbidden` when the actor may not do this at all; returns how far the permission goes. */
export function authorize(actor: Pick<Actor, 'roles'>, action: Action): 'own' | 'any' {
  const granted = reach(actor, action);
  if (granted === 'no') throw forbidden();
  return granted;
}

/** For what would let a token that got lost outlive its revocation. */
export function requirePerson(actor: Pick<Actor, 'byToken'>): void {
  if (actor.byToken) throw new DomainError('forbidden', "An API token can't do this. Sign in to do it.");
}
