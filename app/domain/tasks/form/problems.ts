/** What a task form lacks, as far as it can be told before it is sent. Safe and small in the browser. */
import { goesToItself, missingForType, OWN_TARGET, type TaskType } from '~/domain/tasks/task';

export const NO_ACCOUNT = 'Choose an account from the list, or leave it empty.';

/** Sentences by field; empty when all is well. @param fields as they were typed. */
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
  if (text('status') === 'hold' && text('need_by_date') && !text('need_by_hour'))
    problems.need_by_hour = ['Choose an hour'];
  if (type === 'pickup' && text('destination_name') && !text('destination_account_id'))
    problems.destination_name = [NO_ACCOUNT];
  const [driver_id, transfer_to_driver_id] = [text('driver_id'), text('transfer_to_driver_id')];
  if (goesToItself({ type, driver_id, transfer_to_driver_id })) problems.transfer_to_driver_id = [OWN_TARGET];
  return problems;
}
