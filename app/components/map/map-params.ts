/** The map's part of the page's address: `?show=3,5&routes=3&suggested=5.1a2b&stop=71&completed=hide`, and the open list. */
import { containsKey } from '~/domain/views/board/search';
import { NOBODY } from '~/domain/views/map/map';
import type { Priority } from '~/domain/tasks/model/task';
import { readDriverId, readId, readIds } from '~/domain/kernel/ids';
import { changedParams } from '~/forms/view-params';

export type MapView = {
  /** Ids of the drivers whose tasks are shown; null means all. */
  shown: ReadonlySet<number> | null;
  /** Ids of the drivers whose routes are drawn. */
  routes: number[];
  hidesCompleted: boolean;
};

/** The value of `show` for no driver. An empty parameter would be removed from the address. */
const NONE = 'none';

export function mapView(search: string): MapView {
  const view = new URLSearchParams(search);
  const show = view.get('show');
  return {
    shown: show ? new Set(readOwners(show.split(','))) : null,
    routes: readIds((view.get('routes') ?? '').split(',')),
    hidesCompleted: view.get('completed') === HIDE,
  };
}

const HIDE = 'hide';

/** The search with completed stops hidden, or shown if they were hidden. */
export const turnCompleted = (search: string) =>
  changedParams(search, { completed: mapView(search).hidesCompleted ? null : HIDE });

/** The run whose panel is open. `stops` has the number of the stop of each task. */
export type SelectedRun = { runId: number; driverId: number | null; stops: ReadonlyMap<number, number> };

/** The owner of the open list: a driver's id, or `NOBODY`; or a run; null without either. */
export type Selected = number | SelectedRun | null;

/** The id of the driver whose color what is selected has. */
export const driverOfSelected = (selected: Selected) =>
  typeof selected === 'number' ? selected : (selected?.driverId ?? null);

/** The owner of the list that is open, or that the open dialog leads back to; null without one. */
export function selectedOwner(pathname: string, search: string): number | null {
  const list = pathname.startsWith('/dispatcher/drivers/')
    ? pathname.slice('/dispatcher/'.length)
    : (new URLSearchParams(search).get('back') ?? '');
  const [, owner] = /^drivers\/(unassigned|\d+)(\?|$)/.exec(list) ?? [];
  return owner === 'unassigned' ? NOBODY : readId(owner);
}

/** Ids of drivers, without repetitions. `NOBODY` stands for tasks without a driver. */
export const readOwners = (texts: string[]): number[] => [
  ...new Set(texts.flatMap((text) => readDriverId(text) ?? [])),
];

/** The value of `show` for the chosen drivers; null when all are shown. */
export function showValue(chosen: number[], all: number[]): string | null {
  if (all.every((id) => chosen.includes(id))) return null;
  return chosen.length > 0 ? chosen.join(',') : NONE;
}

export const routesValue = (driverIds: number[]) => driverIds.join(',') || null;

/**
 * The driver whose suggested route is drawn. `comesBack`: it ends at its start. `tasksKey` names the tasks that it was
 * made for; null for the tasks of now.
 */
type AskedRoute = { driverId: number; comesBack: boolean; tasksKey: string | null };

const COMES_BACK = '-return';

export function suggestedRoute(search: string): AskedRoute | null {
  const value = new URLSearchParams(search).get('suggested') ?? '';
  const [, driverId, comesBack, tasksKey = null] = /^(\d+)(-return)?(?:\.([0-9a-z]+))?$/.exec(value) ?? [];
  const id = readId(driverId);
  return id === null ? null : { driverId: id, comesBack: comesBack === COMES_BACK, tasksKey };
}

/** The id of the task whose stop the map opens, or null. */
export function openedStop(search: string): number | null {
  return readId(new URLSearchParams(search).get('stop'));
}

export const suggestedValue = ({ driverId, comesBack, tasksKey }: AskedRoute) =>
  String(driverId) + (comesBack ? COMES_BACK : '') + (tasksKey === null ? '' : `.${tasksKey}`);

/** The key of the line of a suggested route. */
export const suggestedKey = (driverId: number) => `suggested-${String(driverId)}`;

/** @param driverId null for unassigned tasks. */
export const isShown = ({ shown }: MapView, driverId: number | null) =>
  shown === null || shown.has(driverId ?? NOBODY);

/** The board's search and filters, as they apply to stops. */
export type Narrowing = {
  /** Ids of the drivers that pass the filters; null means everyone, and unassigned tasks too. */
  drivers: ReadonlySet<number> | null;
  urgent: boolean;
  /** The key of the search; empty without one. */
  text: string;
  /** Ids of the drivers whose names match the text. */
  named: ReadonlySet<number>;
  /** Ids of the tasks that the search has found. */
  found: ReadonlySet<number>;
};

type MatchedStop = {
  location: string;
  address: string;
  tasks: { id: number; priority: Priority; numbers?: string }[];
};

/** True when tasks of this driver pass the filters. @param driverId null for unassigned tasks. */
export const passesFilter = ({ drivers }: Narrowing, driverId: number | null) =>
  drivers === null || (driverId !== null && drivers.has(driverId));

/** True when a stop matches the search. @param driverIds the drivers of its tasks. */
export function isMatch(narrowing: Narrowing, stop: MatchedStop, driverIds: (number | null)[]): boolean {
  const { urgent, text, named, found } = narrowing;
  if (urgent && !stop.tasks.some(({ priority }) => priority === 'urgent')) return false;
  return (
    text === '' ||
    [stop.location, stop.address, ...stop.tasks.map(({ numbers = '' }) => numbers)].some((each) =>
      containsKey(each, text),
    ) ||
    stop.tasks.some(({ id }) => found.has(id)) ||
    driverIds.some((id) => id !== null && named.has(id))
  );
}
