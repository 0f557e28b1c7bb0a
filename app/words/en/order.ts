/** The order of a route: moving stops, and suggestions. */
import { part } from '~/words/words';

export const order = part('words:order', () => ({
  // Changes that others made meanwhile
  saved: 'Task order saved successfully',
  keptOthers: 'Changes made by others were kept.',
  someone: 'Someone',
  moved: (by: string, places: string) => `${by} moved ${places}.`,
  came: (by: string, places: string) => `${by} added ${places}.`,
  left: (by: string, places: string) => `${by} took ${places} off the list.`,
  andMore: (places: string, count: number) => `${places} and ${count} more`,
  and: ' and ',
  // Suggestions
  looking: 'Looking for a route...',
  show: 'Show Route',
  suggest: 'Suggest Route',
  comeBack: 'Return to the dealership',
}));

/** The panel with a suggested order, which is loaded when it is first shown. */
export const suggestion = part('words:suggestion', ({ plural }) => ({
  // Only the start is shown when there is little space.
  optimizationStart: 'Route ',
  optimizationEnd: 'Optimization',
  noActive: 'No active tasks available for route planning',
  notAvailable: 'Route optimization not available',
  discarded: 'The suggestion was discarded because the tasks have changed.',
  failed: 'Route optimization failed. Please try again.',
  appliedFor: 'Route applied for',
  displayedFor: 'Route displayed for',
  optimizedFor: 'Route optimized for',
  estimated: '(Distance-based)',
  saved: (minutes: string) => `${minutes} saved`,
  heading: 'Suggested Route Order',
  distance: 'Total Distance',
  time: 'Total Time',
  source: 'Source',
  applied: 'Route order has been applied to task list',
  sketch: 'The suggested route on a map',
  arrivesAbout: 'Arrives about ',
  minutesLate: (minutes: string) => `, ${minutes} late`,
  noWayBack: "The driver's dealership is not on the map yet, so the return trip is not included.",
  notOnMap: (count: number) =>
    `${count} ${plural(count, { one: 'task is', other: 'tasks are' })} not on the map yet and ${plural(count, { one: 'comes', other: 'come' })} last.`,
  apply: 'Apply Route Order',
  applying: 'Applying...',
  expired: 'Your session has expired. Please refresh the page and log in again.',
  applyFailed: 'Failed to apply route optimization. Please try again.',
}));
