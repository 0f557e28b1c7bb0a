/** A form whose subject was changed since it was opened: answered with what to choose from, and with what only they changed. */
import type { SubmissionResult } from '@conform-to/react';
import type { Actor } from '~/domain/actor';
import type { DomainError } from '~/domain/errors';
import { shownValue } from '~/domain/field-table';
import {
  conflictOf,
  mergeFields,
  rowBefore,
  type Conflict,
  type FormInputs,
  type MergeField,
} from '~/domain/form-merge';
import { notEchoed } from '~/http/echo.server';

export type Merged = { conflict: Conflict; inputs: FormInputs };

/** Fields by name, such as a table of fields. */
export type MergeTable = Readonly<Record<string, MergeField>>;

/** @param form the inputs as they were sent. @param error is `stale`: it carries the stored row and the changes. */
export type Merging = (given: {
  actor: Actor;
  form: FormData;
  error: DomainError;
}) => Promise<Merged> | Merged;

type Stored = Record<string, unknown> & { version: number };
type Changes = Parameters<typeof rowBefore>[1];

/** Merges fields that are texts under the same names in the form and in the stored row. */
export const mergeTexts =
  (table: MergeTable): Merging =>
  ({ form, error: { details } }) => {
    const fields = Object.values(table);
    const current = details.current as Stored;
    const changes = details.changes as Changes;
    const texts = (row: Record<string, unknown>): FormInputs =>
      Object.fromEntries(fields.map(({ key }) => [key, typeof row[key] === 'string' ? row[key] : '']));
    const versions = {
      base: texts(rowBefore(current, changes)),
      mine: texts(Object.fromEntries(form)),
      theirs: texts(current),
    };
    const merge = mergeFields(fields, versions);
    const conflict = conflictOf(merge, {
      ...{ version: current.version, changes, theirs: versions.theirs },
      show: (field, whose) => shownValue(field, versions[whose][field.key]),
    });
    return { conflict, inputs: merge.inputs };
  };

/** Conform's way of saying: the form goes on with these values. */
export function keepTyped(
  form: FormData,
  changed: Partial<Record<string, string>> = {},
): SubmissionResult & { initialValue: Record<string, string> } {
  const left = notEchoed(form);
  const typed = [...form].filter(([name, value]) => typeof value === 'string' && !left.has(name));
  return { initialValue: { ...Object.fromEntries(typed), ...changed } as Record<string, string> };
}
