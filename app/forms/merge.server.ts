/** Merges forms whose row was changed since they were opened, and returns input of forms that stay on their page. */
import type { SubmissionResult } from '@conform-to/react';
import type { Actor } from '~/domain/kernel/actor';
import type { DomainError } from '~/domain/kernel/errors';
import { shownValue } from '~/domain/kernel/field-table';
import {
  mergeStale,
  type FormInputs,
  type Merged,
  type MergeField,
  type Stale,
} from '~/domain/kernel/form-merge';
import { notEchoed } from '~/http/body.server';

/** Fields by name, such as a table of fields. */
export type MergeTable = Readonly<Record<string, MergeField>>;

/** @param mine the sent inputs. @param error a `stale` error, which has the stored row and the changes. */
export type Merging = (given: {
  actor: Actor;
  mine: FormInputs;
  error: DomainError;
}) => Promise<Merged> | Merged;

/** Merges text fields that have the same names in the form and in the stored row. */
export const mergeTexts =
  (table: MergeTable): Merging =>
  ({ mine, error: { details } }) => {
    const fields = Object.values(table);
    return mergeStale(fields, mine, details as Stale<Record<string, unknown>>, {
      inputsOf: (row) =>
        Object.fromEntries(fields.map(({ key }) => [key, typeof row[key] === 'string' ? row[key] : ''])),
      show: (field, inputs) => shownValue(field, inputs[field.key]),
    });
  };

/** The texts of a form. Of several values it takes the last. */
export const inputsIn = (form: FormData): FormInputs =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The result that makes conform continue the form with these values. */
export function keepTyped(
  form: FormData,
  changed: Partial<Record<string, string>> = {},
): SubmissionResult & { initialValue: Record<string, string> } {
  const left = notEchoed(form);
  const typed = Object.entries(inputsIn(form)).filter(([name]) => !left.has(name));
  return { initialValue: { ...Object.fromEntries(typed), ...changed } as Record<string, string> };
}
