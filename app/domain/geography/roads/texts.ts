/** Messages of both the commands and the panel. Safe in the browser. */
import { DISTANCE_BASED } from '~/domain/geography/distance';
import { roads } from '~/words/en/roads';

export const NOTHING_TO_APPLY = 'No optimization results to apply';

/** The preference matters only to sources with traffic. */
export const ROUTING_PREFERENCES = ['traffic-aware', 'traffic-aware-optimal', 'traffic-unaware'] as const;
export type RoutingPreference = (typeof ROUTING_PREFERENCES)[number];

/** The source of a route's times. */
export type RoadSource = 'google' | 'region' | 'osrm' | 'valhalla' | 'estimate';

/** The note behind distances and times. */
export const basedOn = (source: RoadSource, isEstimated: boolean) =>
  isEstimated ? DISTANCE_BASED : `(${roads.sources[source]})`;
