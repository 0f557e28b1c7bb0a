/** What a task form lacks, as far as it can be told before it is sent. Safe and small in the browser. */
import { goesToItself, missingForType, OWN_TARGET, type TaskType } from '~/domain/tasks/task';

/** The fields of the form, parsed or as typed; empty or absent is none. */
type Fields = {
  type?: string;
  location?: string;
  invoice_number?: string;
  part_numbers?: string;
  transfer_destination_location?: string;
  status?: string | undefined;
  need_by_date?: string | undefined;
  need_by_hour?: string | number | undefined;
  linked?: unknown;
  driver_id?: string | number | null | undefined;
  transfer_to_driver_id?: string | number | null | undefined;
  destination_account_id?: string | number | null | undefined;
  destination_name?: string | undefined;
};

export const NO_ACCOUNT = 'Choose an account from the list, or leave it empty.';

/** Sentences by field; empty when all is well. */
export function formProblems(fields: Fields): Record<string, string[]> {
  const { type, status, need_by_date: day, need_by_hour: hour = '' } = fields;
  const problems = missingForType({
    type: type as TaskType,
    invoice_number: fields.invoice_number ?? '',
    part_numbers: fields.part_numbers ?? '',
    transfer_destination_location: fields.transfer_destination_location ?? '',
    linked_task_id: fields.linked ? 1 : null,
  });
  if (!fields.location?.trim()) problems.location = ['Location name is required'];
  if (status === 'hold' && day && hour === '') problems.need_by_hour = ['Choose an hour'];
  if (type === 'pickup' && fields.destination_name?.trim() && !fields.destination_account_id)
    problems.destination_name = [NO_ACCOUNT];
  if (goesToItself(fields)) problems.transfer_to_driver_id = [OWN_TARGET];
  return problems;
}
