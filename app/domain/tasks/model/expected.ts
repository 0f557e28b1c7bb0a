/** The page of a customer's link before the task is completed. Safe in the browser. */
import type { TaskType } from './task';

export const WHERE_STATES = [
  'done',
  'arrived',
  'on the way',
  'in line',
  'planned',
  'waiting',
  'on hold',
  'failed',
] as const;
/** `planned`: no driver is on the way with it. */
export type WhereState = (typeof WHERE_STATES)[number];

export type Expected = {
  type: TaskType;
  location: string;
  address: string;
  invoiceNumber: string;
  company: string;
  dealership: string | null;
  state: WhereState;
  /** The position among the stops of its driver, from 1 on; null when no driver has it. */
  place: number | null;
  /** Where it is, as a title. */
  sentence: string;
  /** The distance to the driver. Null unless the stop is next, and unless the network shows it. */
  distance: string | null;
  /** The time when the page was made, on business clocks. */
  asOf: string;
};

/** A delivery in the list of an account. `key` names it in addresses below the link. */
export type ShopDelivery = { key: string; address: string; invoiceNumber: string; sentence: string };

/** What the link of an account shows. */
export type ShopPage = {
  name: string;
  company: string;
  asOf: string;
  open: ShopDelivery[];
  /** Completed ones, by business day, the latest first. `day`: ISO 8601. */
  days: { day: string; title: string; deliveries: ShopDelivery[] }[];
};

/** The event of a customer's line to the office. Its change is `[null, line]`. */
export const CUSTOMER_WROTE = 'customer wrote';
export const LONGEST_LINE = 200;
export function lineIn({ changes }: { changes: Record<string, [unknown, unknown]> }): string {
  const line = changes.line?.[1];
  return typeof line === 'string' ? line : '';
}
