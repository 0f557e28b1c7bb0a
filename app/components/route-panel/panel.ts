/** What the Route Optimization panel knows. Safe in the browser. */
import type { LatLng } from '~/domain/routing/coordinates';

export type Suggestion = {
  stops: {
    location: string;
    address: string;
    /** When a promised time will be missed. */
    late: { arrivesAt: string; minutes: number } | null;
  }[];
  taskIds: number[];
  minutesSaved: number;
  metres: number;
  minutes: number;
  /** Whether distances are an estimate. */
  estimated: boolean;
  /** Why these are not the road times that were promised. */
  note: string | null;
  /** How many tasks nobody knows the place of. */
  withoutPlace: number;
  /** The way back was asked for, and nobody knows where it leads. */
  withoutWayBack: boolean;
  /** As the map draws it. */
  path: LatLng[];
};

export type RoutePanelData = {
  driverId: number;
  available: boolean;
  /** Tasks that are pending or under way. */
  activeCount: number;
  /** Whether the way back to the dealership is asked for. */
  comesBack: boolean;
  suggestion: Suggestion | null;
  /** Whether the route is in the suggested order, because it has just been put into it. */
  applied: boolean;
  error: string | null;
};

type Route = { start: LatLng | null; stops: { at: LatLng | null }[]; returnsToDealership: boolean };

/** From the start through the stops that have a place, and back if the route leads there. */
export function pathOf({ start, stops, returnsToDealership }: Route): LatLng[] {
  const ends = start ? [start] : [];
  return [...ends, ...stops.flatMap(({ at }) => at ?? []), ...(returnsToDealership ? ends : [])];
}
