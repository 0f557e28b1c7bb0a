/** The data of the Route Optimization panel, and how an order is applied. Safe in the browser. */
import { isRouteErrorResponse } from '@remix-run/react';
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadSource } from '~/domain/geography/roads/texts';
import type { Refused } from '~/forms/answers.server';
import { answerInPlace } from '~/forms/unreachable';

export type Suggestion = {
  stops: {
    location: string;
    address: string;
    /** Set if the driver would miss a promised time. */
    late: { arrivesAt: string; minutes: number } | null;
  }[];
  taskIds: number[];
  minutesSaved: number;
  metres: number;
  minutes: number;
  /** True when at least some distances are estimates. */
  estimated: boolean;
  source: RoadSource;
  /** The reason why these are not the road times that the settings ask for. */
  note: string | null;
  /** The number of tasks without coordinates. */
  withoutPlace: number;
  /** True when the way back was requested but the dealership has no coordinates. */
  withoutWayBack: boolean;
  /** The line for the map. */
  path: LatLng[];
};

export type RoutePanelData = {
  driverId: number;
  available: boolean;
  /** The number of tasks that are pending or under way. */
  activeCount: number;
  /** Names these tasks, whatever their order. */
  tasksKey: string;
  /** True when a suggestion was asked for other tasks than these. */
  discarded: boolean;
  /** True when the way back to the dealership counts. */
  comesBack: boolean;
  suggestion: Suggestion | null;
  /** True when the suggested order has just been applied. */
  applied: boolean;
  error: string | null;
};

/** The address of a suggestion names its tasks by this parameter. */
export const FOR = 'for';

/** A short name of a set of tasks. @param ids of at least one task. */
export function keyOfTasks(ids: number[]): string {
  const key = [...ids]
    .sort((one, other) => one - other)
    .reduce((sum, id) => (Math.imul(sum, 31) + id) >>> 0, ids.length);
  return key.toString(36);
}

type Route = { start: LatLng | null; stops: { at: LatLng | null }[]; returnsToDealership: boolean };

/** The line from the start through the stops with coordinates, and back if the route returns. */
export function pathOf({ start, stops, returnsToDealership }: Route): LatLng[] {
  const ends = start ? [start] : [];
  return [...ends, ...stops.flatMap(({ at }) => at ?? []), ...(returnsToDealership ? ends : [])];
}

export const APPLY = 'applyRoute';

/** The refusal to apply an order, which the panel shows; null for other answers. */
export function refusedOrder(answer: unknown): Refused | null {
  const refused = answer as Refused | undefined;
  return refused?.intent === APPLY ? refused : null;
}

/** The error of an ended session, for which the panel has a sentence of its own. */
export const SIGNED_OUT = 'Authentication required';

/** Asks the server to apply an order. If that fails, the page stays and the panel says so. */
export async function applying<Result>(request: Request, ask: () => Promise<Result>) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    const status = isRouteErrorResponse(error) ? error.status : 500;
    if (status < 500 && status !== 401) throw error;
    return answerInPlace(status === 401 ? SIGNED_OUT : '', { intent: APPLY });
  }
}
