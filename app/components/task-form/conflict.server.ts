/** A form that was overtaken: what the other did, field by field, and the form with what only they changed. */
import { businessTime } from '~/domain/business-time.server';
import type { Actor } from '~/domain/actor';
import { DomainError } from '~/domain/errors';
import { conflictOf, rowBefore, type Conflict, type FormInputs } from '~/domain/form-merge';
import { mergeForm, type MergedField, type MergedKey } from '~/domain/tasks/form/merge';
import { namesOf, type Names } from '~/domain/tasks/form/names.server';
import type { Activity } from '~/domain/tasks/board/queries.server';
import { PRIORITY_LABELS, STATUS_LABELS, TYPE_LABELS, type Task } from '~/domain/tasks/task';
import { dateLabel, hourLabel } from '~/domain/time';
import { valuesOf } from './values.server';

export type Overtaken = { conflict: Conflict; inputs: FormInputs };

/** @returns null for an error that is no overtaking. Nothing contested and nothing taken: the form is not concerned. */
export async function overtakenBy(
  actor: Actor,
  error: unknown,
  form: FormData,
  formerVersion: number | undefined,
): Promise<Overtaken | null> {
  if (!(error instanceof DomainError) || error.code !== 'stale' || formerVersion === undefined) return null;
  const current = error.details.current as Task;
  const changes = error.details.changes as Activity[];
  const base = rowBefore(current, changes);
  const mine: FormInputs = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const names = await namesOf(
    actor,
    [base, current].flatMap((task) => [task.driver_id, task.transfer_to_driver_id]).concat(peopleIn(mine)),
    [base.destination_account_id, current.destination_account_id],
  );
  const [before, theirs] = [base, current].map((task) => ({
    ...valuesOf(task),
    destination_name: names.account(task.destination_account_id) ?? '',
  }));
  if (!before || !theirs) return null;
  const merge = mergeForm(before, mine, theirs);
  const versions = { base: [before, base], mine: [mine], theirs: [theirs, current] } as const;
  const conflict = conflictOf(merge, {
    ...{ version: current.version, changes, theirs, otherwise: current.updated_at },
    show: (field: MergedField, whose) => {
      const [values, task] = versions[whose];
      return show(field.key, values, names, task);
    },
  });
  return { conflict, inputs: merge.inputs };
}

const peopleIn = (inputs: FormInputs) =>
  [inputs.driver_id, inputs.transfer_to_driver_id].map((id) => Number(id) || null);

const NOTHING = '–';

/** @param task where the values come from, when they are stored: a need-by then has its minutes. */
function show(key: MergedKey, values: FormInputs, names: Names, task?: Task): string {
  const value = (values[key] ?? '').trim();
  if (key === 'need_by') {
    if (task) return task.need_by ? businessTime(task.need_by) : NOTHING;
    const { need_by_date: date, need_by_hour: hour } = values;
    return date ? `${dateLabel(date)} ${hour ? hourLabel(Number(hour)) : ''}`.trim() : NOTHING;
  }
  if (key === 'destination_account_id') return value ? (values.destination_name ?? '') || NOTHING : NOTHING;
  if (key === 'driver_id' || key === 'transfer_to_driver_id') return names.person(Number(value)) ?? NOTHING;
  const labels: Partial<Record<MergedKey, Record<string, string>>> = {
    type: TYPE_LABELS,
    status: STATUS_LABELS,
    priority: PRIORITY_LABELS,
  };
  return (labels[key]?.[value] ?? value) || NOTHING;
}
