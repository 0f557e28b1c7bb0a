/** A form that was overtaken: what the other did, field by field, and the form with what only they changed. */
import { data } from '@remix-run/node';
import { ACCOUNT_TYPE_LABELS, isAccountType } from '~/domain/accounts/account';
import type { ToldChange } from '~/domain/accounts/record.server';
import type { Actor } from '~/domain/actor';
import {
  mergeFields,
  settleChoices,
  type Conflict,
  type FormInputs,
  type MergeField,
} from '~/domain/form-merge';
import { readForm } from '~/http/form-body.server';
import { submit, type Refused } from '~/http/form.server';
import { STATUS } from '~/http/status';
import { keepTyped } from '~/parts/task-form/answer.server';

type Stored = Record<string, unknown> & { version: number };

/** Like `submit`; a form that was overtaken is answered with what to choose from. */
export async function submitOrMerge(
  request: Request,
  actor: Actor,
  fields: MergeField[],
  intents: Parameters<typeof submit>[2],
) {
  const form = await readForm(request);
  settleChoices(form, fields);
  // `submit` takes out of the form what steers it.
  const sent = new FormData();
  for (const [name, value] of form) sent.append(name, value);
  const answer = await submit(request, actor, intents, form);
  if (!('data' in answer) || !answer.data.problem?.changes) return answer;
  const { current, changes } = answer.data.problem;
  const { conflict, inputs } = overtaken(fields, sent, current as Stored, changes as ToldChange[]);
  const lastResult = keepTyped(sent, { ...inputs, version: String(conflict.version) });
  return data<Refused & { conflict: Conflict }>(
    { ...answer.data, lastResult, conflict },
    { status: STATUS.conflict },
  );
}

function overtaken(fields: MergeField[], form: FormData, current: Stored, changes: ToldChange[]) {
  const mine = textsOf(fields, Object.fromEntries(form));
  const theirs = textsOf(fields, current);
  const base = textsOf(fields, { ...current, ...before(changes) });
  const { contested, taken, inputs } = mergeFields(fields, { base, mine, theirs });
  const told = ({ key, label }: MergeField) => {
    const last = changes.filter((change) => key in change.changes).at(-1);
    return { key, label, by: last?.by ?? 'Somebody', at: last?.occurredAt ?? '', theirs: show(theirs[key]) };
  };
  const conflict: Conflict = {
    version: current.version,
    contested: contested.map((field) => ({
      ...told(field),
      mine: show(mine[field.key]),
      inputs: [{ name: field.key, value: theirs[field.key] ?? '' }],
    })),
    taken: taken.map((field) => ({ ...told(field), before: show(base[field.key]) })),
  };
  return { conflict, inputs };
}

/** What stood there before the first of these changes. */
const before = (changes: ToldChange[]) =>
  Object.fromEntries(
    [...changes]
      .reverse()
      .flatMap((change) => Object.entries(change.changes).map(([field, [value]]) => [field, value])),
  );

const textsOf = (fields: MergeField[], values: Record<string, unknown>): FormInputs =>
  Object.fromEntries(
    fields.map(({ key }) => {
      const value = values[key];
      return [key, typeof value === 'string' ? value : ''];
    }),
  );

const show = (value: string | undefined) =>
  (isAccountType(value) ? ACCOUNT_TYPE_LABELS[value] : value?.trim()) || '–';
