/** The sources of driving times. */
import { part } from '~/words/words';

export const roads = part('words:roads', () => ({
  /** An estimate is "(Distance-based)". */
  sources: {
    google: 'Google, with traffic',
    region: 'Road times',
    osrm: 'Road times',
    valhalla: 'Road times',
    estimate: 'Distance-based',
  },
}));

/** Notes of a suggested route, which the server writes. */
export const roadNotes = part('words:roadNotes', () => ({
  /** @param places the names of stops. */
  outside: (places: string[]) =>
    `${places.join(', ')} ${places.length === 1 ? 'is' : 'are'} outside the street map; times to and from there are distance-based.`,
  tooMany: (most: number) => `Live traffic is available for at most ${String(most)} locations at once`,
  noTraffic: 'Live traffic is not available right now',
  noRoads: 'Road times are not available right now',
  usingRoads: (why: string) => `${why}; using road times without traffic.`,
  estimating: (why: string) => `${why}; times are distance-based.`,
}));
