/** Parses the input of a form or of an API call. */
import * as z from 'zod/v4';
import { type Said, saidBy, say, untranslated } from '~/domain/kernel/sentence';
import { DomainError, type Fields } from './errors';

/** Limits the errors in an answer, so that it never gets as long as the input. */
export const MOST_ERRORS = 20;
const LONGEST_NAME = 100;

/** Parses the value. @throws invalid with a sentence for each field */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const looked = firstFaults(schema, value);
  const parsed = schema.safeParse(looked);
  if (parsed.success) return parsed.data;
  const fields = inputErrors(parsed.error, looked);
  const [first] = Object.values(fields);
  throw new DomainError('invalid', first?.[0] ?? say('invalidRequest'), { fields });
}

type List = { element: z.ZodType; most: number };
const lists = new WeakMap<z.ZodType, Map<string, List>>();

/** Finds the lists among the fields of an input, and how long they may be. */
function listsOf(schema: z.ZodType): Map<string, List> {
  const known = lists.get(schema);
  if (known) return known;
  const object = withoutWrapping(schema);
  const found = Object.entries(object instanceof z.ZodObject ? object.shape : {}).flatMap(([name, field]) => {
    const list = withoutWrapping(field as z.ZodType);
    if (!(list instanceof z.ZodArray)) return [];
    const { maxItems = Infinity } = z.toJSONSchema(list, { io: 'input', unrepresentable: 'any' });
    return [[name, { element: list.element as z.ZodType, most: maxItems }] as const];
  });
  lists.set(schema, new Map(found));
  return new Map(found);
}

function withoutWrapping(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return withoutWrapping(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? withoutWrapping(schema.in as z.ZodType) : schema;
}

/**
 * Cuts lists behind their first faults: describing thousands of faults would make the person and other
 * requests wait. A list that is too long is cut behind the first entry too many.
 */
function firstFaults(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const cut = { ...value } as Record<string, unknown>;
  for (const [name, { element, most }] of listsOf(schema)) {
    const list = cut[name];
    if (!Array.isArray(list) || list.length <= MOST_ERRORS) continue;
    const near = list.length > most ? list.slice(0, most + 1) : list;
    let faults = 0;
    const end = near.findIndex((entry) => !element.safeParse(entry).success && (faults += 1) === MOST_ERRORS);
    cut[name] = end < 0 ? near : near.slice(0, end + 1);
  }
  return cut;
}

/** Sentences by field. */
function inputErrors(error: z.ZodError, value: unknown): Fields {
  // Without a prototype, the object accepts any field name.
  const fields = Object.create(null) as Fields;
  const messages = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, MOST_ERRORS).map((key) => [key, unknownField(key)] as const)
      : [[issue.path.join('.') || 'body', sentenceOf(issue, value)] as const],
  );
  for (const [name, message] of messages.slice(0, MOST_ERRORS))
    (fields[name.slice(0, LONGEST_NAME)] ??= []).push(message);
  return fields;
}

/** The sentences of one issue. */
export const sentencesOf = (issue: z.core.$ZodIssue, value: unknown): Said[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MOST_ERRORS).map(unknownField)
    : [sentenceOf(issue, value)];

const unknownField = (key: string) =>
  untranslated('unknownField', `Unknown field: ${key.slice(0, LONGEST_NAME)}`);

/** A missing field is called required, not of the wrong type. */
function sentenceOf({ path, message }: z.core.$ZodIssue, value: unknown): Said {
  if (path.length === 0 || valueAt(value, path) !== undefined || / (is|are) required$/.test(message))
    return saidBy(message);
  return say('required', { label: path.join('.').slice(0, LONGEST_NAME) });
}

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
