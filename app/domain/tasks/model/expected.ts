/** The page of a customer's link before the task is completed. Safe in the browser. */
import type { TaskType } from './task';

/** `failed`: a driver was there but could not do it. `planned`: no driver has it yet. */
type ExpectedState = 'planned' | 'in line' | 'on the way' | 'arrived' | 'failed';

export type Expected = {
  type: TaskType;
  location: string;
  address: string;
  invoiceNumber: string;
  company: string;
  dealership: string | null;
  state: ExpectedState;
  /** The position among the stops of its driver, from 1 on; null when no driver has it. */
  place: number | null;
  /** The range of the arrival on business clocks; null when it is not known, and in lists. */
  range: string | null;
  /** The distance to the driver. Null in lists, unless the stop is next, and unless the network shows it. */
  distance: string | null;
  /** The time when the page was made, on business clocks. */
  asOf: string;
};

/** The deliveries of an account on one day. */
export type AccountDay = {
  name: string;
  company: string;
  asOf: string;
  deliveries: {
    /** Null once it is completed. */
    expected: Expected | null;
    address: string;
    invoiceNumber: string;
    completedAt: string | null;
    signedBy: string | null;
  }[];
};

/** The event of a customer's line to the office. Its change is `[null, line]`. */
export const CUSTOMER_WROTE = 'customer wrote';
export const LONGEST_LINE = 200;
export function lineIn({ changes }: { changes: Record<string, [unknown, unknown]> }): string {
  const line = changes.line?.[1];
  return typeof line === 'string' ? line : '';
}
