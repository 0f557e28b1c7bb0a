const HOUR = 60;

/** For example `3 h 05 min`. */
export function hours(minutes: number): string {
  if (minutes < HOUR) return `${String(minutes)} min`;
  return `${String(Math.floor(minutes / HOUR))} h ${String(minutes % HOUR).padStart(2, '0')} min`;
}
