/** The search parameters of the map: `?show=3,5&routes=3&suggested=5&stop=71`. */
import { NOBODY } from '~/domain/tasks/map/map';

export type MapView = {
  /** Ids of the drivers whose tasks are shown; null for all. */
  shown: ReadonlySet<number> | null;
  /** Ids of the drivers whose routes are drawn. */
  routes: number[];
};

/** The value of `show` for no driver at all; an empty parameter would be dropped from the address. */
const NONE = 'none';

export function mapView(search: string): MapView {
  const view = new URLSearchParams(search);
  const show = view.get('show');
  return { shown: show ? new Set(ids(show)) : null, routes: ids(view.get('routes') ?? '').filter(Boolean) };
}

const ids = (list: string) => [
  ...new Set(
    list
      .split(',')
      .filter((part) => /^\d{1,10}$/.test(part))
      .map(Number),
  ),
];

/** The value of `show` for the chosen drivers; null when all are shown. */
export function showValue(chosen: number[], all: number[]): string | null {
  if (all.every((id) => chosen.includes(id))) return null;
  return chosen.length > 0 ? chosen.join(',') : NONE;
}

export const routesValue = (driverIds: number[]) => driverIds.join(',') || null;

/** The driver whose suggested route is drawn, and whether it returns to its start. */
type SuggestedRoute = { driverId: number; comesBack: boolean };

const COMES_BACK = '-return';

export function suggestedRoute(search: string): SuggestedRoute | null {
  const value = new URLSearchParams(search).get('suggested') ?? '';
  const [, driverId, comesBack] = /^([1-9]\d{0,9})(-return)?$/.exec(value) ?? [];
  return driverId ? { driverId: Number(driverId), comesBack: comesBack === COMES_BACK } : null;
}

/** The id of the task whose stop the map opens, or null. */
export function openedStop(search: string): number | null {
  const value = new URLSearchParams(search).get('stop') ?? '';
  return /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null;
}

export const suggestedValue = ({ driverId, comesBack }: SuggestedRoute) =>
  String(driverId) + (comesBack ? COMES_BACK : '');

/** @param driverId null for unassigned tasks. */
export const isShown = ({ shown }: MapView, driverId: number | null) =>
  shown === null || shown.has(driverId ?? NOBODY);
