/**
 * Problems of a task, which its form shows before it is sent, and notices about it. Safe and small in the
 * browser.
 */
import { clockLabel, dateLabel, hourLabel, isClock, isDay, momentsOf, wallClock } from '~/domain/kernel/time';
import type { TaskType } from './task';
import { isHeld } from './statuses';

export const OWN_TARGET = 'A transfer goes to another driver. Choose someone else.';

/** The refusal of two times without any time between them. */
export const EMPTY_WINDOW = 'Deliver After must be before Deliver By';

/** True when a transfer's target is the driver who has the task. */
export const goesToItself = (task: {
  type?: string | undefined;
  driver_id?: number | string | null | undefined;
  transfer_to_driver_id?: number | string | null | undefined;
}) =>
  task.type === 'transfer' &&
  Boolean(task.driver_id) &&
  String(task.driver_id) === String(task.transfer_to_driver_id);

/**
 * Returns the fields that the type needs and that are missing, from the task as it would be stored: field
 * names to sentences, empty if there are none. The delivery of a transfer has part numbers instead of an
 * invoice.
 */
export function missingForType(task: {
  type: TaskType;
  invoice_number: string;
  part_numbers: string;
  transfer_destination_location: string | null;
  linked_task_id?: number | null;
}): Record<string, string[]> {
  const missing: Record<string, string[]> = {};
  if (task.linked_task_id) return missing;
  if (task.type === 'delivery' && !task.invoice_number.trim()) {
    missing.invoice_number = ['Delivery tasks require a valid invoice number'];
  }
  if (task.type !== 'delivery' && !task.part_numbers.trim()) {
    missing.part_numbers = ['Pickup and transfer tasks require valid part numbers'];
  }
  if (task.type === 'transfer' && !task.transfer_destination_location?.trim()) {
    missing.transfer_destination_location = ['Transfer tasks require a delivery location name'];
  }
  return missing;
}

export const NO_ACCOUNT = 'Choose an account from the list, or leave it empty.';

/** Returns sentences by field, empty if there is no problem. @param fields as they were typed. */
export function formProblems(fields: Record<string, unknown>): Record<string, string[]> {
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const type = text('type') as TaskType;
  const problems = missingForType({
    type,
    invoice_number: text('invoice_number'),
    part_numbers: text('part_numbers'),
    transfer_destination_location: text('transfer_destination_location'),
    linked_task_id: text('linked') ? 1 : null,
  });
  if (!text('location')) problems.location = ['Location name is required'];
  if (isHeld({ status: text('status') }) && text('need_by_date') && !text('need_by_hour'))
    problems.need_by_hour = ['Choose an hour'];
  if (type === 'pickup' && text('destination_name') && !text('destination_account_id'))
    problems.destination_name = [NO_ACCOUNT];
  const [driver_id, transfer_to_driver_id] = [text('driver_id'), text('transfer_to_driver_id')];
  const [after, by] = (['deliver_after', 'deliver_by'] as const).map((name) => ({
    day: text(`${name}_date`),
    time: text(`${name}_time`),
  }));
  // The day of a time without a date is known only to the server, so only equal entries are compared here.
  if (type !== 'pickup' && after?.time && by?.time && after.day === by.day && after.time >= by.time)
    problems.deliver_after_time = [EMPTY_WINDOW];
  if (goesToItself({ type, driver_id, transfer_to_driver_id })) problems.transfer_to_driver_id = [OWN_TARGET];
  return problems;
}

type NeedByNotice = {
  text: string;
  /** Whether the task can be saved despite the notice. */
  possible: boolean;
};

/** @param hour null if none is chosen. */
export function needByNotice(
  date: string,
  hour: number | null,
  now: Date,
  zone: string,
): NeedByNotice | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return null;
  const day = dateLabel(date);
  if (hour === null)
    return { possible: false, text: `No full hour is left on ${day}. Choose another day or an hour.` };
  const label = hourLabel(hour);
  const moments = momentsOf(date, hour, zone);
  const [last] = moments.slice(-1);
  if (last === undefined) {
    const text = `${label} does not exist on ${day} because clocks move forward. Choose another hour.`;
    return { possible: false, text };
  }
  if (last <= now.getTime()) {
    return {
      possible: true,
      text: `${label} on ${day} has already passed: the task becomes Pending right away.`,
    };
  }
  if (moments.length > 1) {
    const text = `${label} happens twice on ${day} because clocks move back. The task waits for the second one.`;
    return { possible: true, text };
  }
  return null;
}

/** A delivery that is already due may be entered despite the notice. @param date empty for today. */
export function deliverByNotice(date: string, clock: string, now: Date, zone: string): string | null {
  const day = date || wallClock(now, zone).date;
  if (!isClock(clock) || !isDay(day)) return null;
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const [last] = momentsOf(day, hour, zone).slice(-1);
  if (last === undefined || last + minute * MINUTE_MS > now.getTime()) return null;
  return `${clockLabel(clock)} on ${dateLabel(day)} has already passed: the delivery is late from the start.`;
}

const MINUTE_MS = 60_000;

/** The value that a form sends when it has shown the notice for this day and time. */
export const deliverByShown = (date: string, clock: string) => `${date} ${clock}`;

/** The value that a form sends when it has shown the notice for this day and hour. */
export const needByShown = (date: string, hour: number) => `${date} ${String(hour)}`;
