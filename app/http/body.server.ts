/** Reads JSON bodies and forms. Refuses input that our pages do not send and that would be expensive to parse. */
import { isUtf8 } from 'node:buffer';
import type * as z from 'zod/v4';
import { DomainError } from '~/domain/kernel/errors';
import { errorResponse } from './errors.server';
import { bodyLimit, bodyOf, turnToParse, UNKNOWN } from './incoming-body.server';
import { excessIn, limitsOf } from './json-limits.server';
import { boundaryOf, partsOf, type Part } from './multipart.server';

/**
 * The JSON body and its text. An empty body is an empty object.
 * @param schema the schema of the call, which parses the body later.
 */
export async function readJson(
  request: Request,
  schema: z.ZodType,
): Promise<{ text: string; value: unknown }> {
  const bytes = await bodyOf(request);
  if (bytes.length === 0) return { text: '', value: {} };
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new DomainError('unsupported', 'Content-Type must be application/json');
  }
  await turnToParse(bytes);
  const excess = excessIn(bytes, limitsOf(schema));
  if (excess) throw excess;
  const notJson = () => new DomainError('malformed', 'The body is not valid JSON');
  if (!isUtf8(bytes)) throw notJson();
  const text = bytes.toString('utf8', bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0);
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw notJson();
  }
}

const BOM = Buffer.from('\uFEFF');

/** Enough for a batch of a thousand tasks. */
const MOST_FIELDS = 2_000;
/** A refused form returns all typed values. */
const MOST_NAMES = 100;
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
// The field names of our pages. The form library reads brackets and dots as paths, and `a[99999999]` as a list of that
// length.
const NAME = /^_?[a-z][\w-]{0,59}$/i;

/** @throws a Response for bodies that no form of our pages sends. An empty body is a form without fields. */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = await bodyOf(request);
  if (bytes.length === 0) return new FormData();
  const type = request.headers.get('Content-Type') ?? '';
  if (!FORM.test(type)) throw refusal('unsupported', 'This page accepts forms only');
  await turnToParse(bytes);
  const form = /^multipart/i.test(type)
    ? formOfParts(bytes, type, new URL(request.url).pathname)
    : formOfPairs(bytes);
  const names = new Set(form.keys());
  if (names.size > MOST_NAMES) throw tooMany();
  for (const name of names) {
    if (!NAME.test(name)) throw refusal('malformed', 'The form has an unknown field');
  }
  return form;
}

function formOfPairs(bytes: Buffer): FormData {
  // This is checked before parsing, because a million empty fields are a small body.
  let count = 0;
  for (let at = bytes.indexOf('&'); at !== -1; at = bytes.indexOf('&', at + 1)) count += 1;
  if (count > MOST_FIELDS) throw tooMany();
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(bytes.toString())) form.append(name, value);
  return form;
}

function formOfParts(bytes: Buffer, type: string, path: string): FormData {
  const limit = bodyLimit(path, type);
  const form = new FormData();
  let count = 0;
  let textBytes = 0;
  for (const part of readable(bytes, type)) {
    count += 1;
    if (count > MOST_FIELDS) throw tooMany();
    const { name, filename, body } = part;
    const isFile = filename !== null && name === limit.file;
    if (name === limit.drawing?.name) {
      if (body.length > limit.drawing.bytes) throw tooLong();
    } else if (!isFile) textBytes += body.length;
    if (textBytes > UNKNOWN) throw tooLong();
    if (filename === null) form.append(name, body.toString());
    else form.append(name, new File([new Uint8Array(body)], filename, { type: part.type }));
  }
  return form;
}

function* readable(bytes: Buffer, type: string): Generator<Part> {
  try {
    yield* partsOf(bytes, boundaryOf(type) ?? '');
  } catch (error) {
    throw error instanceof SyntaxError ? refusal('malformed', 'The form can’t be read') : error;
  }
}

const tooMany = () => refusal('too_large', 'The form has too many fields');
const tooLong = () => refusal('too_large', 'A text in the form is too long');

const refusal = (code: 'malformed' | 'unsupported' | 'too_large', message: string) =>
  errorResponse(new DomainError(code, message));
