/** Reads bodies: JSON, and forms. Refuses input that our pages do not send and that would be expensive to parse. */
import { DomainError } from '~/domain/kernel/errors';
import { errorResponse } from './errors.server';
import { bodyLimit, UNKNOWN } from './incoming-body.server';
import { boundaryOf, partsOf, type Part } from './multipart.server';

/** More than any call accepts: a batch has a thousand. */
const LONGEST_LIST = 5_000;
/** More than any object of a call has. */
const MOST_KEYS = 100;
const DEEPEST = 8;

/** The JSON body and its text. An empty body is an empty object. */
export async function readJson(request: Request): Promise<{ text: string; value: unknown }> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return { text: '', value: {} };
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new DomainError('unsupported', 'Content-Type must be application/json');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: ofReasonableShape(JSON.parse(text)) };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('malformed', 'The body is not valid JSON');
  }
}

/** Refuses what no call takes before a schema checks it: reporting the errors of a million entries would take a minute. */
function ofReasonableShape(value: unknown, name = 'body', depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const refuse = (message: string) => new DomainError('invalid', message, { fields: { [name]: [message] } });
  const most = (count: number) => count.toLocaleString('en-US');
  if (depth > DEEPEST) throw refuse('The body is nested too deeply');
  if (Array.isArray(value) && value.length > LONGEST_LIST)
    throw refuse(`A list has at most ${most(LONGEST_LIST)} entries`);
  const entries = Object.entries(value);
  if (!Array.isArray(value) && entries.length > MOST_KEYS)
    throw refuse(`An object has at most ${most(MOST_KEYS)} fields`);
  for (const [key, part] of entries)
    ofReasonableShape(part, depth === 0 ? key.slice(0, 100) : name, depth + 1);
  return value;
}

/** Enough for a batch of a thousand tasks. */
const MOST_FIELDS = 2_000;
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
// The field names of our pages. The form library reads brackets and dots as paths, and `a[99999999]` as a list of that length.
const NAME = /^_?[a-z][\w-]{0,59}$/i;

/** @throws a Response for bodies that are not a form of our pages. An empty body is a form without fields. */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return new FormData();
  const type = request.headers.get('Content-Type') ?? '';
  if (!FORM.test(type)) throw refusal('unsupported', 'This page accepts forms only');
  const form = /^multipart/i.test(type)
    ? formOfParts(bytes, type, new URL(request.url).pathname)
    : formOfPairs(bytes);
  for (const name of form.keys()) {
    if (!NAME.test(name)) throw refusal('malformed', 'The form has an unknown field');
  }
  return form;
}

function formOfPairs(bytes: Buffer): FormData {
  // Checked before parsing: a million empty fields are a small body.
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
