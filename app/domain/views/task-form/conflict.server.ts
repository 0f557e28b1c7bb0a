/** Merges a stale task form with the changes that others made since it was opened. */
import type { Actor } from '~/domain/kernel/actor';
import type { DomainError } from '~/domain/kernel/errors';
import { shownValue, type FieldFacts } from '~/domain/kernel/field-table';
import { mergeStale, type FormInputs, type Merged, type Stale } from '~/domain/kernel/form-merge';
import { NOTHING } from '~/domain/kernel/activity';
import { idsIn, shownTaskValue } from '~/domain/tasks/activity/describe.server';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import type { Task } from '~/domain/tasks/model/task';
import { clockLabel, dateLabel, hourLabel, isClock } from '~/domain/kernel/time';
import { boxesOf } from './compose.server';
import { type Names, namesOf } from '~/domain/tasks/store/queries.server';

type Given = { actor: Actor; mine: FormInputs; error: DomainError };

export async function mergeTask({ actor, mine, error }: Given): Promise<Merged> {
  const { current, changes } = error.details as Stale<Task>;
  const all = changes.map((change) => change.changes);
  const chosen = [mine.driver_id, mine.transfer_to_driver_id].map((id) => Number(id) || null);
  const names = await namesOf(
    actor,
    [...idsIn(all, 'user'), ...chosen, current.driver_id, current.transfer_to_driver_id],
    [...idsIn(all, 'account'), current.destination_account_id],
  );
  return mergeStale(
    Object.values(FORM_FIELDS),
    mine,
    { current, changes },
    {
      inputsOf: (task) => ({
        ...boxesOf(task),
        destination_name: names.account(task.destination_account_id) ?? '',
      }),
      show: (field, inputs, task) =>
        task ? shownTaskValue(field, task[field.key], names) : shownInput(field, inputs, names),
      otherwise: current.updated_at,
    },
  );
}

function shownInput(field: FieldFacts & { key: string }, inputs: FormInputs, names: Names): string {
  const value = (inputs[field.key] ?? '').trim();
  if (field.kind === 'instant') {
    const { need_by_date: date, need_by_hour: hour } = inputs;
    const [day, clock] = [inputs[`${field.key}_date`], inputs[`${field.key}_time`]];
    const shown =
      field.key === 'need_by'
        ? [date && dateLabel(date), date && hour && hourLabel(Number(hour))]
        : [day && dateLabel(day), clock && isClock(clock) && clockLabel(clock)];
    return shown.filter(Boolean).join(' ') || NOTHING;
  }
  if (field.kind === 'account') return (value && inputs.destination_name) || NOTHING;
  return field.kind === 'user' ? (names.person(Number(value)) ?? NOTHING) : shownValue(field, value);
}
