/** Which folder of `app` owns which table, and the statements that name a table of a higher room or of another module. */
import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';

/** A folder's statements may name its own tables and those of rooms below it. */
export const OWNERS: Record<string, string[]> = {
  'domain/platform': [
    'drafts',
    'idempotency_keys',
    'rate_limits',
    'schema_migrations',
    'service_outages',
    'settings',
  ],
  'domain/platform/jobs': ['jobs'],
  'domain/platform/sync': ['task_lists'],
  'domain/platform/audit': ['admin_events'],
  'domain/geography/streets': ['street_counties', 'street_ranges'],
  'domain/geography/geocoding': ['geocode_gates', 'geocode_queue', 'geocodes'],
  'domain/geography/roads': ['road_pairs'],
  'domain/network/dealerships': ['dealership_locations', 'dealerships'],
  'domain/network/accounts': ['account_addresses', 'account_contacts', 'account_events', 'accounts'],
  'domain/network/account-import': ['account_import_rejects', 'account_imports'],
  'domain/network/users': ['api_tokens', 'sessions', 'sign_in_links', 'users'],
  'domain/network/shifts': ['shifts'],
  'domain/network/runs': ['run_exceptions', 'run_schedules', 'run_stops', 'run_times', 'runs'],
  'domain/tasks/store': ['archive_clock', 'task_archive_summary', 'tasks'],
  'domain/tasks/events': ['driver_notices', 'task_events'],
  'domain/tasks/evidence': ['deleted_photos', 'deleted_signatures', 'task_photos', 'task_signatures'],
  'domain/tasks/activity': ['task_concerns'],
  'domain/tasks/undo': ['undos'],
  'domain/scheduling/arrivals': ['arrival_predictions', 'arrival_rounds', 'told_arrivals'],
  'modules/day-plans': ['plans'],
  'domain/tracking': ['devices', 'last_positions', 'positions', 'stop_visits', 'tap_positions'],
  'domain/customers/links': ['proof_links'],
  'domain/customers/messages': ['customer_replies', 'message_tasks', 'messages', 'stopped_numbers'],
  'modules/webhooks': ['webhook_deliveries', 'webhooks'],
  'modules/push': ['push_events', 'push_keys', 'push_messages', 'push_subscriptions', 'push_told'],
  'domain/intake/inbox': [
    'intake_contents',
    'intake_customers',
    'intake_documents',
    'intake_layouts',
    'intake_sources',
  ],
  'domain/intake/ways': ['intake_copies'],
  'modules/move-in': ['move_in_rows', 'move_ins'],
  'modules/history': ['archive_figures'],
  'modules/backups': ['backups'],
  'modules/set-up': ['setup_codes'],
};

const PEOPLE = 'shows who it was';
/** In these files statements name tables of a higher room, for this reason. */
export const EXCEPTIONS: Record<string, Record<string, string>> = {
  'app/domain/administration/system/information.server.ts': { backups: 'shows the last backup' },
  'app/domain/administration/users/access.server.ts': { plans: 'anonymizes who made them' },
  'app/domain/intake/inbox/read.server.ts': { webhooks: 'the event is one statement with its cause' },
  'app/modules/doctor/past.server.ts': { backups: 'tells of the last backup' },
  'app/domain/geography/geocoding/places.server.ts': {
    account_addresses: 'a place that is known already costs no lookup',
    tasks: 'a place that is known already costs no lookup',
  },
  'app/domain/geography/geocoding/queue.server.ts': {
    tasks: 'when a provider is set up, all addresses without a place are queued at once',
  },
  'app/domain/network/account-import/customer-numbers.server.ts': {
    intake_customers: 'accounts, addresses and their numbers are imported by one statement',
  },
  'app/domain/network/accounts/activity.server.ts': { users: PEOPLE },
  'app/domain/network/accounts/of-tasks.server.ts': {
    tasks: 'a change of an account links its tasks in the same transaction',
  },
  'app/domain/network/dealerships/dealerships.server.ts': {
    tasks: 'a name that tasks use can only be retired',
    users: 'a new name is written everywhere',
  },
  'app/domain/platform/audit/audit.server.ts': { users: PEOPLE },
  'app/domain/platform/sync/kept-lists.server.ts': { users: 'a list without an owner is left out' },
  'app/domain/platform/sync/lists.server.ts': { tasks: 'the lock of lists finds those of the tasks itself' },
  'app/domain/scheduling/arrivals/learn-roads.server.ts': {
    last_positions: 'times begin where the driver is',
  },
  'app/domain/scheduling/arrivals/past.server.ts': { stop_visits: 'times are learned from visits' },
  'app/domain/scheduling/arrivals/predictions.server.ts': {
    stop_visits: 'predictions are compared with visits',
    webhooks: 'predictions and what is told of them are written by one statement',
  },
  'app/domain/scheduling/arrivals/routes.server.ts': {
    last_positions: 'times begin where the driver is',
    stop_visits: 'times begin where the driver is',
  },
  'app/domain/scheduling/runs/lock.server.ts': {
    webhooks: 'the change of a run and what is told of it are committed together',
  },
  'app/domain/tasks/store/locks.server.ts': { task_signatures: 'one read for a lock and what it protects' },
  'app/domain/tasks/store/queries.server.ts': {
    tap_positions: 'one read for a task and its history',
    task_events: 'one read for a task and its history',
    task_signatures: 'one read for a task and its history',
  },
  'app/domain/tasks/undo/undo.server.ts': { plans: 'an undo marks its plan in the same statement' },
};

export const OWNER_OF = new Map(
  Object.entries(OWNERS).flatMap(([folder, tables]) => tables.map((table) => [table, folder] as const)),
);

type Rule = { name: string; from: { path?: string[] }; to: { path?: string[] } };
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: Rule[];
};
const FLOORS = forbidden.filter(({ name }) => name.endsWith('uses lower rooms only'));
const matches = (paths: string[] | undefined, file: string) =>
  paths?.some((path) => new RegExp(path).test(file)) ?? false;

/** Is the folder in a room above that of the file? The order is that of imports, and modules do not know each other. */
const isAbove = (file: string, folder: string) =>
  FLOORS.some(({ from, to }) => matches(from.path, file) && matches(to.path, `app/${folder}/x.ts`)) ||
  (file.startsWith('app/modules/') && folder.startsWith('modules/') && !file.startsWith(`app/${folder}/`));

/** @returns the tables that statements in this text of a program name. */
export function tablesIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = code.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?([a-z_]+)\b/g);
  return [...new Set([...named].flatMap(([, name]) => (name && OWNER_OF.has(name) ? [name] : [])))].sort();
}

/** @returns `file: table` for each table of a higher room that a statement in the file names. */
export const namedFromBelow = (file: string, text: string): string[] =>
  tablesIn(text)
    .filter((table) => isAbove(file, OWNER_OF.get(table) ?? ''))
    .map((table) => `${file}: ${table}`);

export const allNamedFromBelow = (): string[] =>
  ['app/domain', 'app/modules']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
    )
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => namedFromBelow(file, readFileSync(file, 'utf8')))
    .sort();
