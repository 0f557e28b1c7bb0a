/** Between the boxes of the task form and the input of its commands. */
import * as z from 'zod/v4';
import type { Actor } from '~/domain/actor';
import { businessInstant } from '~/domain/business-time.server';
import { invalid } from '~/domain/errors';
import { keysOf } from '~/domain/field-table';
import { parseInput } from '~/domain/parse-input.server';
import { optionalId } from '~/domain/schema';
import { getTask } from '~/domain/tasks/board/queries.server';
import { FORM_FIELDS, unusedFields } from '~/domain/tasks/fields';
import { requireDriver } from '~/domain/tasks/lifecycle/change.server';
import type { Task, TaskType } from '~/domain/tasks/task';
import { clockAt, isClock, wallClock } from '~/domain/time';
import { businessZone } from '~/domain/network/network.server';
import { needByNotice, needByShown } from './problems';

type Fields = Record<string, unknown>;

/** The boxes for a stored task; without the name of its destination. */
export function boxesOf(task: Task): Record<string, string> {
  const needBy = task.need_by ? wallClock(new Date(task.need_by), businessZone()) : null;
  return {
    ...Object.fromEntries(
      keysOf(FORM_FIELDS)
        .filter((key) => key !== 'need_by' && key !== 'deliver_by')
        .map((key) => [key, String(task[key] ?? '')]),
    ),
    need_by_date: needBy?.date ?? '',
    need_by_hour: needBy ? String(needBy.hour) : '',
    ...dueBoxes(task.deliver_by),
  };
}

/** The boxes of a new task like this one. Its invoice is another one, and its time is not over. */
export const boxesOfCopy = (task: Task): Record<string, string> => ({
  ...boxesOf(task),
  invoice_number: '',
  status: 'pending',
  need_by_date: '',
  need_by_hour: '',
  ...dueBoxes(null),
});

/** The input of `createTask`. */
export const composeNew = (fields: Fields): Promise<Fields> =>
  compose({ ...fields, driver_id: fields.driver_id ?? null }, null);

const LINKED_FIELDS = ['priority', 'notes', 'part_numbers'];

/** The input of `updateTask`. */
export async function composeChange(
  fields: Fields,
  { actor, taskId }: { actor: Actor; taskId: number },
): Promise<Fields> {
  const stored = await getTask({ actor, taskId });
  // Its transfer decides everything else.
  if (stored.status === 'linked') return { ...pick(fields, LINKED_FIELDS), ...(await dueIn(fields, stored)) };
  if (fields.status !== 'completed') {
    // Also when it is the driver whom the task had before.
    await requireDriver(idIn(fields.driver_id), 'driver_id');
    if (fields.type === 'transfer')
      await requireDriver(idIn(fields.transfer_to_driver_id), 'transfer_to_driver_id');
  }
  return compose(fields, stored);
}

async function compose(fields: Fields, stored: Task | null): Promise<Fields> {
  const type = (fields.type ?? stored?.type) as TaskType;
  return {
    ...pick(fields, Object.keys(FORM_FIELDS)),
    ...(await dueIn(fields, stored)),
    // A browser also sends the hidden boxes of another type.
    ...unusedFields(type, Boolean(stored?.linked_task_id)),
    ...('status' in fields && { need_by: await needByOf(fields, stored) }),
  };
}

const pick = (fields: Fields, keys: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)));

const idIn = (value: unknown) => optionalId.safeParse(value).data ?? null;

const NeedBy = z.object({
  need_by_date: z.iso.date('Choose a date'),
  need_by_hour: z.coerce.number('Choose an hour').int().min(0).max(23),
});

/**
 * A need-by whose day and hour were not touched keeps its minutes. Another one that has something to it (a clock change,
 * the past) is taken once the form has said so.
 */
async function needByOf(fields: Fields, stored: Task | null): Promise<string | null> {
  if (fields.status !== 'hold' || !fields.need_by_date) return null;
  const { need_by_date: date, need_by_hour: hour } = parseInput(NeedBy, fields);
  if (stored?.need_by) {
    const known = wallClock(new Date(stored.need_by), businessZone());
    if (known.date === date && known.hour === hour) return stored.need_by;
  }
  const notice = needByNotice(date, hour, new Date(), businessZone());
  if (notice && !(notice.possible && fields.need_by_shown === needByShown(date, hour)))
    throw invalid(notice.text, { need_by_hour: [notice.text] });
  return businessInstant(date, hour);
}

function dueBoxes(iso: string | null): Record<'deliver_by_time' | 'deliver_by_date', string> {
  if (iso === null) return { deliver_by_time: '', deliver_by_date: '' };
  const [at, zone] = [new Date(iso), businessZone()];
  return { deliver_by_time: clockAt(at, zone), deliver_by_date: wallClock(at, zone).date };
}

const DeliverBy = z.object({
  deliver_by_time: z.string().refine(isClock, 'Type a time such as 4:00 PM'),
  deliver_by_date: z.union([z.literal(''), z.iso.date('Choose a date')]).default(''),
});

/**
 * A new task without a time leaves it to the account. A time without a date is today's. One that was not touched keeps
 * its seconds.
 */
async function dueIn(fields: Fields, stored: Task | null): Promise<Fields> {
  if (!('deliver_by_time' in fields) && !('deliver_by_date' in fields)) return {};
  if (!fields.deliver_by_time && !fields.deliver_by_date) return stored ? { deliver_by: null } : {};
  const typed = parseInput(DeliverBy, { ...fields, deliver_by_time: fields.deliver_by_time ?? '' });
  const known = dueBoxes(stored?.deliver_by ?? null);
  if (known.deliver_by_time === typed.deliver_by_time && known.deliver_by_date === typed.deliver_by_date)
    return { deliver_by: stored?.deliver_by };
  const date = typed.deliver_by_date || wallClock(new Date(), businessZone()).date;
  const [hour, minute] = typed.deliver_by_time.split(':').map(Number);
  return { deliver_by: await businessInstant(date, hour ?? 0, minute) };
}
