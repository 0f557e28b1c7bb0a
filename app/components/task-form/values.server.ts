/** From a stored task to the form's fields, and back to the command's input. */
import { businessInstant } from '~/domain/business-time.server';
import { invalid } from '~/domain/errors';
import type { DraftFields } from '~/domain/drafts.server';
import type { TaskForm } from '~/domain/tasks/form/form';
import { needByNotice, needByShown } from '~/domain/tasks/form/need-by';
import type { Task } from '~/domain/tasks/task';
import { wallClock } from '~/domain/time';
import { env } from '~/env.server';
import { draftValues } from '~/http/form.server';
import type { TaskFormValues } from './fields';

/** The command's input: everything that the form shows, and the need-by as an instant. */
export async function inputOf(form: TaskForm, stored?: Task) {
  const { need_by_date, need_by_hour, need_by_shown, linked, status, ...rest } = form;
  const { version: _version, destination_name: _name, ...fields } = rest;
  // What a delivery is while it is linked, its transfer says.
  if (stored?.status === 'linked')
    return { priority: fields.priority, notes: fields.notes, part_numbers: fields.part_numbers };
  const needBy =
    status === 'hold' && need_by_date
      ? await needByOf(need_by_date, need_by_hour ?? 0, need_by_shown, stored)
      : null;
  return { ...fields, ...unusedBy(form), ...(status && { status, need_by: needBy }) };
}

/** Fields of another type are hidden, and sent by browsers all the same. */
function unusedBy({ type, linked }: TaskForm) {
  return {
    ...(type !== 'delivery' && { invoice_number: '' }),
    ...(type === 'delivery' && !linked && { part_numbers: '' }),
    ...(type !== 'pickup' && { destination_account_id: null }),
    ...(type !== 'transfer' && {
      transfer_to_driver_id: null,
      transfer_destination_location: null,
      transfer_destination_address: null,
    }),
  };
}

/**
 * A need-by whose day and hour were not touched keeps its minutes. Another one that has something to it (a clock change,
 * the past) is taken once the form has said so.
 */
async function needByOf(date: string, hour: number, shown: string | undefined, stored?: Task) {
  if (stored?.need_by) {
    const known = wallClock(new Date(stored.need_by), env.BUSINESS_TIME_ZONE);
    if (known.date === date && known.hour === hour) return stored.need_by;
  }
  const notice = needByNotice(date, hour, new Date(), env.BUSINESS_TIME_ZONE);
  if (notice && !(notice.possible && shown === needByShown(date, hour)))
    throw invalid(notice.text, { need_by_hour: [notice.text] });
  return businessInstant(date, hour);
}

/** The form's fields for a task that is stored. */
export function valuesOf(task: Task): Omit<TaskFormValues, 'destination_name' | 'version'> {
  const needBy = task.need_by ? wallClock(new Date(task.need_by), env.BUSINESS_TIME_ZONE) : null;
  const idText = (personOrAccount: number | null) =>
    personOrAccount === null ? '' : String(personOrAccount);
  return {
    type: task.type,
    location: task.location,
    address: task.address,
    invoice_number: task.invoice_number,
    part_numbers: task.part_numbers,
    notes: task.notes,
    status: task.status,
    priority: task.priority,
    driver_id: idText(task.driver_id),
    destination_account_id: idText(task.destination_account_id),
    transfer_to_driver_id: idText(task.transfer_to_driver_id),
    transfer_destination_location: task.transfer_destination_location ?? '',
    transfer_destination_address: task.transfer_destination_address ?? '',
    need_by_date: needBy?.date ?? '',
    need_by_hour: needBy ? String(needBy.hour) : '',
  };
}

/** What was typed before the session ended, over what the form would show otherwise. */
export function withDraft(
  values: Partial<TaskFormValues>,
  draft: DraftFields | null,
): Partial<TaskFormValues> {
  return { ...values, ...draftValues(draft) };
}
