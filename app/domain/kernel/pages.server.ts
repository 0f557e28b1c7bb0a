/** The pages that a person may open, by the table of permissions, for the header and the first page. */
import type { Actor } from './actor';
import { groups, pages } from '~/words/en/pages';
import { may, type Action } from './permissions';

type Person = Pick<Actor, 'roles'>;
export type PageLink = {
  to: string;
  label: string;
  /** On a phone it is behind More. */
  more?: true;
};

const MAIN: (PageLink & { may: Action })[] = [
  { to: '/dispatcher', label: 'Dashboard', may: 'readBoard' },
  { to: '/dispatcher/plan', label: 'Plan', may: 'moveTasks', more: true },
  { to: '/dispatcher/runs', label: 'Runs', may: 'planRuns', more: true },
  { to: '/dispatcher/shifts', label: 'Shifts', may: 'planShifts', more: true },
  { to: '/accounts', label: 'Accounts', may: 'readAccounts' },
  { to: '/history', label: 'History', may: 'readArchive' },
  { to: '/driver', label: 'Driver', may: 'driveRoute' },
];
const USERS: PageLink & { may: Action } = {
  to: '/settings/users',
  label: 'User Management',
  may: 'manageUsers',
};
const IN_MENU: (PageLink & { may: Action })[] = [
  { to: '/location', label: 'Location', may: 'haveRoute' },
  USERS,
];

const openTo = (person: Person, offered: (PageLink & { may: Action })[]): PageLink[] =>
  offered
    .filter((page) => may(person, page.may))
    .map(({ to, label, more }) => ({ to, label: pages[to] ?? label, more }));

const INBOX: PageLink & { may: Action } = { to: '/dispatcher/inbox', label: 'Inbox', may: 'readInbox' };

/** @param waiting the documents that wait in the inbox; null without one, which is not shown then. */
export function mainPagesOf(person: Person, waiting: number | null = null): PageLink[] {
  const pages = openTo(person, MAIN);
  if (waiting === null || !may(person, INBOX.may)) return pages;
  const label = waiting > 0 ? `${INBOX.label} (${String(waiting)})` : INBOX.label;
  const at = pages.findIndex(({ to }) => to === '/accounts');
  return [...pages.slice(0, at), { to: INBOX.to, label, more: true }, ...pages.slice(at)];
}
export const menuPagesOf = (person: Person) => openTo(person, IN_MENU);

/** The pages of the settings, in the order of the sidebar. */
const SETTINGS: { name: string; pages: (PageLink & { may: Action })[] }[] = [
  {
    name: 'You',
    pages: [
      { to: '/settings', label: 'Profile and Preferences', may: 'editProfile' },
      { to: '/settings/password', label: 'Change Password', may: 'changeOwnPassword' },
      { to: '/settings/own-notifications', label: 'Notifications', may: 'receiveNotifications' },
      { to: '/settings/tokens', label: 'API Tokens', may: 'manageTokens' },
    ],
  },
  {
    name: 'Network',
    pages: [
      { to: '/settings/network', label: 'Network', may: 'manageNetwork' },
      { to: '/settings/dispatcher-phone', label: 'Dispatcher Phone', may: 'manageSystem' },
    ],
  },
  {
    name: 'People',
    pages: [{ to: '/settings/all-tokens', label: 'Everyone’s API Tokens', may: 'manageEverybodysTokens' }],
  },
  { name: 'Planning', pages: [] },
  {
    name: 'Customers',
    pages: [
      { to: '/settings/customer-messages', label: 'Messages to Customers', may: 'manageCustomerMessages' },
    ],
  },
  {
    name: 'System',
    pages: [
      { to: '/settings/system', label: 'System Information', may: 'readSystem' },
      { to: '/settings/audit', label: 'Audit Log', may: 'readAdminEvents' },
      { to: '/settings/background-work', label: 'Background Work', may: 'manageBackgroundWork' },
      { to: '/settings/sources', label: 'Sources', may: 'manageIntake' },
    ],
  },
];

/** Pages of modules, by the page or the group that they follow. */
export type MorePages = Record<string, (PageLink & { may: Action })[]>;

/** Returns the pages of the settings that this person may open, in groups. */
export const settingsPagesOf = (person: Person, more: MorePages) =>
  SETTINGS.map(({ name, pages: offered }) => ({
    name: groups[name] ?? name,
    pages: openTo(person, [
      ...(more[name] ?? []),
      ...offered.flatMap((page) => [page, ...(more[page.to] ?? [])]),
    ]),
  })).filter(({ pages }) => pages.length > 0);

/** Returns the dialogs of the card Admin Management that this person may open. */
export const adminPagesOf = (person: Person) =>
  openTo(person, [
    USERS,
    { to: '/settings/dealerships', label: 'Dealership Location Management', may: 'manageDealerships' },
  ]);

/** Returns the first page of this person. */
export const homeOf = (person: Person): string => mainPagesOf(person)[0]?.to ?? '/settings';
