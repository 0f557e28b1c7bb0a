/** The table of permissions: action × role, and the rows that a reach covers. On the server only. */
import { ROLES, type Actor, type Role } from './actor';
import { say } from '~/domain/kernel/sentence';
import { DomainError, forbidden } from './errors';

/**
 * `own`: rows that belong to the caller. Add another narrow reach here and in `scopeOf`; every other place
 * refuses it.
 */
type Reach = 'no' | 'own' | 'any';

/** Actions that are narrowed to the reach of the person. */
const NARROWED = {
  readTasks: { driver: 'own', dispatcher: 'any', admin: 'any' },
  editTask: { driver: 'own', dispatcher: 'any', admin: 'any' },
  changeStatus: { driver: 'own', dispatcher: 'any', admin: 'any' },
  archiveTasks: { driver: 'own', dispatcher: 'any', admin: 'any' },
  reorderTasks: { driver: 'own', dispatcher: 'any', admin: 'any' },
  driveRoute: { driver: 'own', dispatcher: 'no', admin: 'any' },
  haveRoute: { driver: 'own', dispatcher: 'no', admin: 'no' },
  endRoute: { driver: 'own', dispatcher: 'any', admin: 'any' },
  findTasks: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readShifts: { driver: 'own', dispatcher: 'any', admin: 'any' },
  editProfile: { driver: 'own', dispatcher: 'own', admin: 'any' },
  changeOwnPassword: { driver: 'own', dispatcher: 'own', admin: 'own' },
  manageTokens: { driver: 'own', dispatcher: 'own', admin: 'own' },
  receiveNotifications: { driver: 'own', dispatcher: 'own', admin: 'own' },
  editPreferences: { driver: 'own', dispatcher: 'own', admin: 'own' },
  readSystem: { driver: 'own', dispatcher: 'own', admin: 'any' },
  sendPositions: { driver: 'own', dispatcher: 'own', admin: 'own' },
  readTrail: { driver: 'own', dispatcher: 'any', admin: 'any' },
  manageDevices: { driver: 'own', dispatcher: 'no', admin: 'any' },
} as const satisfies Record<string, Record<Role, Reach>>;

/** Actions on everything or nothing. Move an action to NARROWED when all code that checks it narrows rows. */
const WHOLE = {
  createTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  placeTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  editAnyTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  settleConcerns: { driver: 'no', dispatcher: 'any', admin: 'any' },
  deleteTask: { driver: 'no', dispatcher: 'any', admin: 'any' },
  completeUnsigned: { driver: 'no', dispatcher: 'any', admin: 'any' },
  removePhoto: { driver: 'no', dispatcher: 'any', admin: 'any' },
  archiveEverything: { driver: 'no', dispatcher: 'any', admin: 'any' },
  moveTasks: { driver: 'no', dispatcher: 'any', admin: 'any' },
  undo: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readArchive: { driver: 'no', dispatcher: 'any', admin: 'any' },
  shareProof: { driver: 'no', dispatcher: 'any', admin: 'any' },
  planShifts: { driver: 'no', dispatcher: 'any', admin: 'any' },
  planRuns: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readBoard: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readUsers: { driver: 'no', dispatcher: 'any', admin: 'any' },
  manageEverybodysTokens: { driver: 'no', dispatcher: 'no', admin: 'any' },
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
  readInbox: { driver: 'no', dispatcher: 'any', admin: 'any' },
  decideDocuments: { driver: 'no', dispatcher: 'any', admin: 'any' },
  manageIntake: { driver: 'no', dispatcher: 'no', admin: 'any' },
  moveIn: { driver: 'no', dispatcher: 'any', admin: 'any' },
  readDealerships: { driver: 'any', dispatcher: 'any', admin: 'any' },
} as const satisfies Record<string, Record<Role, 'no' | 'any'>>;

const PERMISSIONS = { ...NARROWED, ...WHOLE };

export type Action = keyof typeof PERMISSIONS;

type Person = Pick<Actor, 'roles'>;

const has = ({ roles }: Person, action: Action, reach: Reach) =>
  roles.some((role) => PERMISSIONS[action][role] === reach);

const WIDEST_FIRST: Reach[] = ['any', 'own'];

/** The widest reach that any of the person's roles gives. */
export const reach = (person: Person, action: Action): Reach =>
  WIDEST_FIRST.find((each) => has(person, action, each)) ?? 'no';

/** True when the person may do this to all rows, and not only to their own. */
export const mayAll = (person: Person, action: Action): boolean => has(person, action, 'any');

/** For code that distinguishes only `own` and `any`: whether the person may do it. */
export const may = (person: Person, action: Action): boolean =>
  has(person, action, 'any') || has(person, action, 'own');

/** The roles that may do this, those with the fewest permissions first. */
export const rolesWith = (action: Action): Role[] =>
  [...ROLES].reverse().filter((role) => PERMISSIONS[action][role] !== 'no');

/** The role with the fewest permissions that may do this. */
export const leastRole = (action: Action): Role => rolesWith(action)[0] ?? 'admin';

/** The roles that may do this to everything. */
export const rolesWithAll = (action: Action): Role[] =>
  rolesWith(action).filter((role) => PERMISSIONS[action][role] === 'any');

/** SQL: whether the column of roles contains one of these. */
export const hasRole = (column: string, roles: Role[]): string =>
  `${column} && '{${roles.join(',')}}'::text[]`;

/** For callers that filter the actor's own rows themselves. @throws forbidden without a reach. */
export function authorize(person: Person, action: Action): 'own' | 'any' {
  if (has(person, action, 'any')) return 'any';
  if (has(person, action, 'own')) return 'own';
  throw forbidden();
}

/** For callers that do not filter rows. @throws forbidden unless the reach is `any`. */
export function authorizeAll(person: Person, action: Action): void {
  if (!has(person, action, 'any')) throw forbidden();
}

/** @throws forbidden for rows of other people when the actor's reach is `own`. */
export function authorizeFor(actor: Pick<Actor, 'id' | 'roles'>, action: Action, ownerId: number): void {
  if (authorize(actor, action) === 'own' && ownerId !== actor.id) throw forbidden();
}

/** The columns that decide whether a task is in a scope. */
export const SCOPED_BY = ['driver_id'] as const;

/** The tasks on which an actor may do something; all others are not found. */
export type Scope = {
  covers: (task: { driver_id: number | null }) => boolean;
  /** The values that `TASK_IN_SCOPE` binds. */
  bind: { isWhole: boolean; scopeDriver: number | null };
  /** Equal for people who see the same tasks, so it is part of the key of cached answers. */
  key: string;
};

/** SQL, for tasks as `t`: whether the task is in the scope whose `bind` is given. */
export const TASK_IN_SCOPE = '($isWhole::boolean or t.driver_id = $scopeDriver::integer)';

/** @throws forbidden when the actor may do this with no task. */
export function scopeOf(actor: Pick<Actor, 'id' | 'roles'>, action: Action): Scope {
  const isWhole = has(actor, action, 'any');
  const scopeDriver = !isWhole && has(actor, action, 'own') ? actor.id : null;
  if (!isWhole && scopeDriver === null) throw forbidden();
  return {
    covers: ({ driver_id }) => isWhole || (driver_id !== null && driver_id === scopeDriver),
    bind: { isWhole, scopeDriver },
    key: isWhole ? 'any' : `own ${String(scopeDriver)}`,
  };
}

/**
 * Guards actions that would let a lost token stay useful after it is revoked. @throws forbidden for a token
 */
export function requirePerson(actor: Pick<Actor, 'byToken'>): void {
  if (actor.byToken) throw new DomainError('forbidden', say('notForTokens'));
}
