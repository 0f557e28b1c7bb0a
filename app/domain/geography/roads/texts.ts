/** Messages of both the commands and the panel. Safe in the browser. */
import { DISTANCE_BASED } from '~/domain/geography/distance';

export const NOTHING_TO_APPLY = 'No optimization results to apply';

/** The preference matters only to sources with traffic. */
export const ROUTING_PREFERENCES = ['traffic-aware', 'traffic-aware-optimal', 'traffic-unaware'] as const;
export type RoutingPreference = (typeof ROUTING_PREFERENCES)[number];

/** The source of a route's times. */
export type RoadSource = 'google' | 'region' | 'osrm' | 'valhalla' | 'estimate';

/** The label of each source on pages. An estimate is "(Estimated from distance)". */
export const SOURCE_LABELS: Record<RoadSource, string> = {
  google: 'Google, with traffic',
  region: 'Road times',
  osrm: 'Road times',
  valhalla: 'Road times',
  estimate: 'Estimated from distance',
};

/** The note behind distances and times. */
export const basedOn = (source: RoadSource, isEstimated: boolean) =>
  isEstimated ? DISTANCE_BASED : `(${SOURCE_LABELS[source]})`;

/** @param places the names of stops. */
export const outsideNote = (places: string[]) =>
  `${places.join(', ')} ${places.length === 1 ? 'is' : 'are'} outside the street map; times to and from there are estimated from distance.`;
