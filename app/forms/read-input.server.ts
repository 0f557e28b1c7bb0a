/** Reads a form with the schema of its command, by conform. So forms need no schema of their own. */
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { configureCoercion } from '@conform-to/zod/v4/future';
import * as z from 'zod/v4';
import { DomainError, type Fields as Sentences } from '~/domain/kernel/errors';
import { sentencesOf } from '~/domain/kernel/parse-input.server';
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
import { readSaid } from '~/domain/kernel/sentence';
import { notEchoed } from '~/http/body.server';

/** The fields as conform reads them: a text or a file, and a list where a name was sent several times. */
type Fields = Record<string, unknown>;

export type Reading<Given> = {
  /** Required fields, with the sentence for an empty one. */
  required?: Record<string, string>;
  /** Finds problems that a browser would report before sending. Its sentences replace those of the schema. */
  check?: (fields: Fields) => Record<string, string[]>;
  /**
   * Makes the command's input from the fields. Needed when several fields make one value, or when the page adds values.
   * @throws invalid, with sentences by field, for problems that the command can't see.
   */
  compose?: (fields: Fields, given: Given) => Fields | Promise<Fields>;
};

const coercion = configureCoercion({
  // An empty text empties a field. `withEmpties` reads other empty fields.
  stripEmptyString: (text) => text,
  type: { boolean: isOn },
});

function isOn(text: string): boolean {
  if (text === 'on' || text === 'true') return true;
  if (text === 'false') return false;
  throw new TypeError('Neither on nor off');
}

/**
 * Parses a form as the input of a command.
 * @returns `refusal`: the error of `compose` that is about no field, if there is one.
 */
export async function parseForm<Input, Given = null>(
  form: FormData,
  { input = NoInput as z.ZodType<Input>, guarded }: { input?: z.ZodType<Input>; guarded?: true },
  { required, check, compose = (read: Fields) => read }: Reading<Given>,
  given: Given,
): Promise<{ submission: Submission<unknown, string[], Input>; refusal: unknown }> {
  let refusal: unknown = null;
  let known: Fields = {};
  const read = async (sent: Fields, context: z.RefinementCtx): Promise<unknown> => {
    const refuse = (fields: Sentences, { goesOn = false } = {}) => {
      for (const [name, said] of Object.entries(fields))
        for (const each of said)
          context.addIssue({
            code: 'custom',
            path: name === '' ? [] : [name],
            message: readSaid(each),
            params: OURS,
            continue: goesOn,
          });
      return z.NEVER;
    };
    const missing = missingIn(form, required);
    if (missing) return refuse(missing);
    const { version, ...others } = withEmpties(sent, input);
    const fields = guarded || version === undefined ? others : { ...others, version };
    const problems = check?.(fields) ?? {};
    try {
      const composed = await compose(fields, given);
      known = { ...composed, ...sent };
      refuse(problems, { goesOn: true });
      return composed;
    } catch (error) {
      if (Object.keys(problems).length > 0) return refuse(problems);
      if (error instanceof DomainError && error.details.fields) return refuse(error.details.fields);
      refusal = error;
      return refuse({ '': [''] });
    }
  };
  const submission = await parseWithZod(withoutReturns(form), {
    schema: z.record(z.string(), z.unknown()).transform(read).pipe(coercion.coerceFormValue(input)),
    async: true,
    disableAutoCoercion: true,
    formatError: (issues: z.core.$ZodIssue[]) => {
      const ours = issues.filter((issue) => issue.code === 'custom' && issue.params === OURS);
      if (ours.length > 0) return ours.map(({ message }) => message);
      return issues.flatMap((issue) => sentencesOf(issue, known)).map((said) => readSaid(said));
    },
  });
  return { submission, refusal };
}

/** Marks sentences of ours, which replace those of the schema. */
const OURS = {};

/** Browsers send line breaks as CRLF. */
function withoutReturns(form: FormData): FormData {
  const read = new FormData();
  for (const [name, value] of form)
    read.append(name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);
  return read;
}

/** Sentences for required fields that are empty; null without any. */
function missingIn(form: FormData, required: Record<string, string> = {}): Sentences | null {
  const missing = Object.entries(required).filter(
    ([name]) => !form.getAll(name).some((value) => value !== ''),
  );
  return missing.length > 0
    ? Object.fromEntries(missing.map(([name, sentence]) => [name, [sentence]]))
    : null;
}

/** The name of hidden fields that list the form's checkboxes, because browsers send nothing for an unchecked box. */
const BOX = '_box';

/** Reads empty fields and unchecked boxes by the schema, and leaves out the fields of the form itself. */
function withEmpties({ [BOX]: boxes = [], ...sent }: Fields, schema: z.ZodType): Fields {
  const empties = emptiesOf(schema);
  const unchecked = [boxes].flat().filter((name): name is string => empties.has(name as string));
  const read = { ...Object.fromEntries(unchecked.map((name) => [name, ''])), ...sent };
  return Object.fromEntries(
    Object.entries(read)
      .map(([name, value]) => [name, value === '' && empties.has(name) ? empties.get(name) : value] as const)
      .filter(([name, value]) => value !== undefined && !name.startsWith('_')),
  );
}

type Empty = [] | false | null | undefined;
const remembered = new WeakMap<z.ZodType, Map<string, Empty>>();

type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
};

/** The values of empty fields, by name: undefined where null is not allowed. An empty text stays one. */
function emptiesOf(schema: z.ZodType): Map<string, Empty> {
  const found = remembered.get(schema);
  if (found) return found;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const fields = Object.entries(properties).map(
    ([name, { anyOf, ...field }]) => [name, field.format, anyOf ?? [field]] as const,
  );
  const empties = new Map(
    fields.flatMap(([name, format, kinds]): [string, Empty][] => {
      const has = (wanted: string) => kinds.some(({ type }) => type === wanted);
      if (has('array')) return [[name, []]];
      if (has('boolean')) return [[name, false]];
      if (format !== 'id' && kinds.some(isText)) return [];
      return [[name, has('null') ? null : undefined]];
    }),
  );
  remembered.set(schema, empties);
  return empties;
}

const isText = ({ type, format, enum: choices, const: constant }: JsonSchema) =>
  (type === 'string' || type === undefined) && format === undefined && !choices && constant === undefined;

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
