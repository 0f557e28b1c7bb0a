/** The pages that a person may open, by the table of permissions, for the header and the first page. */
import type { Actor } from './actor';
import { may, type Action } from './permissions';

type Person = Pick<Actor, 'roles'>;
export type PageLink = { to: string; label: string };

const MAIN: (PageLink & { may: Action })[] = [
  { to: '/dispatcher', label: 'Dashboard', may: 'readBoard' },
  { to: '/accounts', label: 'Accounts', may: 'readAccounts' },
  { to: '/history', label: 'History', may: 'readArchive' },
  { to: '/driver', label: 'Driver', may: 'driveRoute' },
];
const IN_MENU: (PageLink & { may: Action })[] = [
  { to: '/location', label: 'Location', may: 'haveRoute' },
  { to: '/dispatcher/shifts', label: 'Shifts', may: 'planShifts' },
];

const openTo = (person: Person, pages: (PageLink & { may: Action })[]): PageLink[] =>
  pages.filter((page) => may(person, page.may)).map(({ to, label }) => ({ to, label }));

export const mainPagesOf = (person: Person) => openTo(person, MAIN);
export const menuPagesOf = (person: Person) => openTo(person, IN_MENU);

/** Returns the first page of this person. */
export const homeOf = (person: Person): string => mainPagesOf(person)[0]?.to ?? '/settings';
