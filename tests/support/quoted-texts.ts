/**
 * Every text that the specification quotes, and where it is shown. `…` stands for a value.
 *
 * - `page`: the served page contains it.
 * - `seen`: this test fails without it. For messages, dialogs, and what only a browser shows.
 * - `data`: it is a name in data or a format, and no text that a person reads.
 * - `departs`: it is not shown, and this record of docs/decisions.md says why, as `{ text, departs: 62 }`.
 */
export type QuotedText = { text: string } & (
  { page: string; as: Reader } | { seen: string } | { data: string } | { departs: number }
);
type Reader = 'visitor' | 'driver' | 'dispatcher' | 'admin';

const page = (path: string, as: Reader, texts: string[]): QuotedText[] =>
  texts.map((text) => ({ text, page: path, as }));
const seen = (test: string, texts: string[]): QuotedText[] =>
  texts.map((text) => ({ text, seen: `tests/${test}` }));
const data = (what: string, texts: string[]): QuotedText[] => texts.map((text) => ({ text, data: what }));

/** Foundations, sign-in and the dispatcher's page. */
const FIRST_DOCUMENT: QuotedText[] = [
  ...page('/no/such/page', 'visitor', [
    '404 Page Not Found',
    'Did you forget to add the page to the router?',
    'Login',
  ]),
  ...page('/accounts', 'driver', ['Access Denied']),
  ...page('/auth', 'visitor', [
    'powered by',
    'Sign in to your account',
    'Enter your credentials to access your account',
    'username',
    'Remember me',
    'Sign in',
    'Signing in...',
    'Checking authentication status...',
  ]),
  ...page('/dispatcher', 'dispatcher', [
    'Dashboard',
    'Accounts',
    'History',
    'Account',
    'Settings',
    'User Guides',
    'Logout',
    'Driver Status',
    'New Task',
    'Archive Tasks',
    'Route Map',
    'Show Drivers',
    'No dealership assigned',
    'No active task',
  ]),
  ...page('/dispatcher/tasks/new', 'dispatcher', ['Create New Task', 'Create Task']),
  ...page('/dispatcher/tasks/1', 'dispatcher', ['Edit Task', 'Delete Task', 'Re-geolocate', 'Update Task']),
  ...seen('browser/dispatcher.spec.ts', [
    'No phone number',
    'Delivery tasks require a valid invoice number',
    'Pickup and transfer tasks require valid part numbers',
    'Transfer tasks require a delivery location name',
    'No accounts found. You can continue typing to use … as a custom location.',
    'Task created successfully',
    'Task updated successfully',
    'Task deleted successfully',
    'Task order saved successfully',
    'Task location has been successfully re-geolocated',
    'Re-geolocate requested - coordinates will be updated when address is processed',
  ]),
  ...seen('browser/map.spec.ts', [
    'No drivers with active tasks found',
    'No internet connection. Please check your network.',
    'Failed to load Google Maps.',
  ]),
  ...seen('browser/sign-in.spec.ts', [
    'Username must be at least 3 characters',
    'Password must be at least 6 characters',
    'Login failed',
    'Login failed. Please check your credentials.',
    'Login successful',
    'Logged out',
    'You have been successfully logged out',
    'Logout issues',
    "You've been logged out but there were some errors. Please refresh the page.",
    'Registration successful',
    'Registration failed',
  ]),
  ...seen('browser/task-places.spec.ts', ['Address is required to re-geolocate']),
  ...seen('browser/task-lists.spec.ts', ['No driver selected']),
  ...seen('browser/task-form.spec.ts', ['Failed to create task']),
  ...seen('browser/failures.spec.ts', [
    'Failed to update task',
    'Failed to re-geolocate task',
    'Failed to save task order',
    'HTTP …: …',
  ]),
  ...data('the form of a time, see tests/domain/time.test.ts', ['MMM d, yyyy h:mm a', 'PPP at h:mm a']),
  ...seen('browser/stuck.spec.ts', ['Failed to delete task']),
  ...data('a role', ['driver']),
  ...data('the state of a session', ['authenticated', 'unauthenticated', 'remember login']),
  ...data('a path', ['/auth']),
  ...data('a flag that is never set', ['unassigned']),
  ...data('the format of an address', ['address, city, state zip']),
];

/** The driver's page, accounts, history and settings. */
const SECOND_DOCUMENT: QuotedText[] = [];

export const QUOTED_TEXTS = [...FIRST_DOCUMENT, ...SECOND_DOCUMENT];
