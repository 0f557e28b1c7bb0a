/** A range of days in an address, and whose. Safe in the browser. */
import { readDriver } from './view';

export type Range = {
  /** As they were asked for, yyyy-mm-dd or nonsense. */
  from: string;
  to: string;
  /** 0: tasks without a driver; null: everybody. */
  driverId: number | null;
};

export function readRange(search: string, fallback: { from: string; to: string }): Range {
  const given = new URLSearchParams(search);
  return {
    from: given.get('from') || fallback.from,
    to: given.get('to') || fallback.to,
    driverId: readDriver(given.get('driver')),
  };
}

export function rangePath(page: string, { from, to, driverId }: Range): string {
  const params = new URLSearchParams({ from, to });
  if (driverId !== null) params.set('driver', String(driverId));
  return `${page}?${params}`;
}
