/** Addresses of the pages of runs. */
export const weekPath = (week?: string) => `/dispatcher/runs${week === undefined ? '' : `?week=${week}`}`;
export const schedulePath = (id: number) => `/dispatcher/runs/${String(id)}`;
export const dayPath = (id: number, day: string) => `${schedulePath(id)}/${day}`;
