/** Messages of both the commands and the panel. Safe in the browser. */
export const NOT_AVAILABLE = 'Route optimization not available';
export const NO_ACTIVE_TASKS = 'No active tasks available for route planning';
