/** Messages of both the commands and the panel. Safe in the browser. */
export const NOT_AVAILABLE = 'Route optimization not available';
export const NOTHING_TO_APPLY = 'No optimization results to apply';
export const NO_ACTIVE_TASKS = 'No active tasks available for route planning';
