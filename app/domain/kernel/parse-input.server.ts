/** Parses the input of a form or of an API call. */
import type * as z from 'zod/v4';
import { DomainError } from './errors';

/** An answer says what is wrong, and is not as long as what was sent. */
const MOST_TOLD = 100;
const LONGEST_NAME = 100;

/** Parses or throws `invalid` with a sentence for each field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = inputErrors(parsed.error, value);
  const [first] = Object.values(fields);
  throw new DomainError('invalid', first?.[0] ?? 'The request is not valid', { fields });
}

/** Sentences by field. */
export function inputErrors(error: z.ZodError, value: unknown): Record<string, string[]> {
  // Without a prototype, a field may have any name.
  const fields = Object.create(null) as Record<string, string[]>;
  const told = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key, `Unknown field: ${key.slice(0, LONGEST_NAME)}`] as const)
      : [[issue.path.join('.') || 'body', sentenceOf(issue, value)] as const],
  );
  for (const [name, message] of told.slice(0, MOST_TOLD))
    (fields[name.slice(0, LONGEST_NAME)] ??= []).push(message);
  return fields;
}

/** A missing field is called required, not of the wrong type. */
function sentenceOf({ path, message }: z.core.$ZodIssue, value: unknown): string {
  if (path.length === 0 || valueAt(value, path) !== undefined || / (is|are) required$/.test(message))
    return message;
  return `${path.join('.').slice(0, LONGEST_NAME)} is required`;
}

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
