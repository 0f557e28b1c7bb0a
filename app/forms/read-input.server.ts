/**
 * Reads the fields of a form as the input of a command, with the command's schema. So forms need no schema of their
 * own.
 */
import type { SubmissionResult } from '@conform-to/react';
import * as z from 'zod/v4';
import { DomainError } from '~/domain/kernel/errors';
import { inputErrors } from '~/domain/kernel/parse-input.server';
import { NoInput } from '~/domain/kernel/schema';
import type { Actor } from '~/domain/kernel/actor';
import { shownValue } from '~/domain/kernel/field-table';
import {
  mergeStale,
  type FormInputs,
  type Merged,
  type MergeField,
  type Stale,
} from '~/domain/kernel/form-merge';
import { notEchoed } from '~/http/body.server';
import { fieldsIn } from '~/http/errors.server';

type Fields = Record<string, unknown>;
type Problems = Record<string, string[]>;

export type Reading<Given> = {
  /** Required fields, with the sentence for an empty one. */
  required?: Record<string, string>;
  /**
   * Finds problems that a browser would report before sending. Sentences by field, which are added to those of the
   * schema.
   */
  check?: (fields: Fields) => Problems;
  /**
   * Makes the command's input from the fields. Needed when several fields make one value, or when the page adds values.
   * @throws invalid, with sentences by field, for problems that the command can't see.
   */
  compose?: (fields: Fields, given: Given) => Fields | Promise<Fields>;
};

/** The parsed input of a command, or sentences by field. @throws other errors of `compose`. */
export async function inputOf<Given>(
  form: FormData,
  { input: schema = NoInput, guarded }: { input?: z.ZodType; guarded?: true },
  { required, check, compose = (read: Fields) => read }: Reading<Given>,
  given: Given,
): Promise<{ value: unknown } | { error: Problems }> {
  const missing = missingIn(form, required);
  if (missing) return { error: missing };
  const { version, ...read } = readInput(form, schema);
  const fields = guarded || version === undefined ? read : { ...read, version };
  const problems = check?.(fields) ?? {};
  const hasProblems = Object.keys(problems).length > 0;
  try {
    const composed = await compose(fields, given);
    const parsed = schema.safeParse(composed);
    if (parsed.success) return hasProblems ? { error: problems } : { value: parsed.data };
    const typed = { ...fields, ...composed, ...Object.fromEntries(form) };
    return { error: { ...fieldsIn(inputErrors(parsed.error, typed)), ...problems } };
  } catch (error) {
    if (hasProblems) return { error: problems };
    if (error instanceof DomainError && error.details.fields)
      return { error: fieldsIn(error.details.fields) };
    throw error;
  }
}

/** Sentences for required fields that are empty; null without any. */
function missingIn(form: FormData, required: Record<string, string> = {}): Problems | null {
  const missing = Object.entries(required).filter(
    ([name]) => !form.getAll(name).some((value) => value !== ''),
  );
  return missing.length > 0
    ? Object.fromEntries(missing.map(([name, sentence]) => [name, [sentence]]))
    : null;
}

type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
};
type Reader = (form: FormData, name: string) => unknown;

/** The name of hidden fields that list the form's checkboxes, because browsers send nothing for an unchecked box. */
const BOX = '_box';

const readers = new WeakMap<z.ZodType, Record<string, Reader>>();

/**
 * Leaves out fields that the form does not have. An empty string stays for text. Other types get null if null is
 * allowed, and are left out otherwise.
 */
function readInput(form: FormData, schema: z.ZodType): Fields {
  const known = readers.get(schema) ?? readersOf(schema);
  readers.set(schema, known);
  const boxes = new Set(form.getAll(BOX));
  const input: Fields = {};
  for (const name of new Set([...form.keys(), ...boxes])) {
    if (typeof name !== 'string' || name.startsWith('_')) continue;
    const read = Object.hasOwn(known, name) ? known[name] : readText;
    const value = read?.(form, name);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function readersOf(schema: z.ZodType): Record<string, Reader> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, readerOf(field)]));
}

function readerOf(field: JsonSchema): Reader {
  const kinds = field.anyOf ?? [field];
  const isNullable = kinds.some(({ type }) => type === 'null');
  const value = kinds.filter(({ type }) => type !== 'null');
  if (value.some(({ type }) => type === 'array')) return (form, name) => form.getAll(name);
  if (value.some(({ type }) => type === 'boolean')) return readBox;
  if (field.format !== 'id' && value.some(isText)) return readText;
  const isNumber =
    field.format !== 'id' && value.every(({ type }) => type === 'number' || type === 'integer');
  return (form, name) => {
    const text = readText(form, name);
    if (text === '') return isNullable ? null : undefined;
    return isNumber && typeof text === 'string' && Number.isFinite(Number(text)) ? Number(text) : text;
  };
}

const isText = ({ type, format, enum: choices, const: constant }: JsonSchema) =>
  (type === 'string' || type === undefined) && format === undefined && !choices && constant === undefined;

/** Browsers send line breaks as CRLF. */
const readText: Reader = (form, name) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : (value ?? undefined);
};

const readBox: Reader = (form, name) => {
  const value = form.get(name);
  return value === 'on' || value === 'true' ? true : value === null || value === 'false' ? false : value;
};

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
