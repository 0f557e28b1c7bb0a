/** Links of the history. Its search parameters stay while dialogs open and close over it. */
import { isDay } from '~/domain/kernel/time';
import { readDriverId } from '~/domain/kernel/ids';
import { paramsOf } from '~/forms/view-params';

export type HistoryView = {
  /** The unchecked value of the address: yyyy-mm-dd if it is valid; null means today. */
  date: string | null;
  search: string;
  /** 0 means tasks without a driver. */
  driverId: number | null;
  page: number;
};

export function readHistoryView(search: string): HistoryView {
  const given = new URLSearchParams(search);
  return {
    date: given.get('date') || null,
    search: given.get('q') ?? '',
    driverId: readDriverId(given.get('driver')),
    page: /^[1-9]\d{0,3}$/.test(given.get('page') ?? '') ? Number(given.get('page')) : 1,
  };
}

/** The path of the history, or of a dialog over it. */
export function historyPath({ date, search, driverId, page = 1 }: Partial<HistoryView>, dialog = ''): string {
  const view = paramsOf({
    date: date && isDay(date) ? date : null,
    q: search,
    driver: driverId,
    page: page > 1 ? page : null,
  });
  return `/history${dialog}${view}`;
}

export type Range = {
  /** The unchecked value of the address: yyyy-mm-dd if it is valid. */
  from: string;
  to: string;
  /** 0 means tasks without a driver; null means all drivers. */
  driverId: number | null;
};

export function readRange(search: string, fallback: { from: string; to: string }): Range {
  const given = new URLSearchParams(search);
  return {
    from: given.get('from') || fallback.from,
    to: given.get('to') || fallback.to,
    driverId: readDriverId(given.get('driver')),
  };
}

export const rangePath = (page: string, { from, to, driverId }: Range) =>
  page + paramsOf({ from, to, driver: driverId });
