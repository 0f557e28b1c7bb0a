/** The task form: flat fields as a browser sends them. Safe in the browser. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/limits';
import { id, nameText, text } from '~/domain/schema';
import { formProblems } from './problems';
import { CHOOSABLE_STATUSES } from '~/domain/tasks/lifecycle/transitions';
import { PRIORITIES, TASK_TYPES } from '~/domain/tasks/task';

// An empty field of a form is no field; the wrapper leaves it out.
const optionalText = (limit: number, label: string, kind = text) =>
  kind(limit, label)
    .optional()
    // Browsers send line breaks as two characters; they are stored as one.
    .transform((value) => (value ?? '').replace(/\r\n?/g, '\n'));
const optionalChoice = id.optional().transform((value) => value ?? null);

export const TaskForm = z
  .object({
    type: z.enum(TASK_TYPES, 'Type must be pickup, delivery or transfer'),
    location: optionalText(LIMITS.name, 'Location name', nameText),
    address: optionalText(LIMITS.address, 'Address'),
    invoice_number: optionalText(500, 'Invoice number'),
    part_numbers: optionalText(500, 'Part numbers'),
    notes: optionalText(LIMITS.notes, 'Notes'),
    /** Absent where there is nothing to choose: a linked task. */
    status: z.enum(CHOOSABLE_STATUSES, 'Choose a status').optional(),
    priority: z.enum(PRIORITIES, 'Choose a priority'),
    driver_id: optionalChoice,
    destination_account_id: optionalChoice,
    /** As it is shown; the id decides. */
    destination_name: optionalText(LIMITS.name, 'Deliver to'),
    transfer_to_driver_id: optionalChoice,
    transfer_destination_location: optionalText(LIMITS.name, 'Delivery location name', nameText),
    transfer_destination_address: optionalText(LIMITS.address, 'Delivery address'),
    need_by_date: z.iso.date('Choose a date').optional(),
    need_by_hour: z.coerce.number('Choose an hour').int().min(0).max(23).optional(),
    /** The day and hour whose notice the form has shown (needByShown). */
    need_by_shown: z.string().optional(),
    /** The version that the form was opened with. */
    version: z.coerce.number().int().optional(),
    /** Whether the task came out of a transfer and so needs no invoice. */
    linked: z.stringbool().optional(),
  })
  .check((context) => {
    for (const [field, messages] of Object.entries(formProblems(context.value))) {
      for (const message of messages)
        context.issues.push({ code: 'custom', message, path: [field], input: context.value });
    }
  });
export type TaskForm = z.output<typeof TaskForm>;
