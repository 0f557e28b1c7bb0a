/** Reads JSON bodies and forms. Refuses input that our pages do not send and that would be expensive to parse. */
import { isUtf8 } from 'node:buffer';
import type * as z from 'zod/v4';
import type { Bytes } from '~/domain/kernel/command.server';
import { DomainError } from '~/domain/kernel/errors';
import { errorResponse } from './errors.server';
import { bodyOf, limitOfPage, turnToParse, UNKNOWN } from './incoming-body.server';
import { excessIn, limitsOf } from './json-limits.server';
import { type Said, say, untranslated } from '~/domain/kernel/sentence';

/**
 * The JSON body and its text. An empty body is an empty object.
 * @param schema the schema of the call, which parses the body later.
 * @param raw types of bodies that are not JSON, and the field that they become.
 */
export async function readJson(
  request: Request,
  schema: z.ZodType,
  raw?: Bytes,
): Promise<{ text: string; value: unknown }> {
  const bytes = await bodyOf(request);
  if (bytes.length === 0) return { text: '', value: {} };
  const type = request.headers.get('Content-Type') ?? '';
  if (raw?.types.includes(type.replace(/;.*$/, '').trim().toLowerCase())) {
    const text = bytes.toString('base64');
    return { text, value: { [raw.as]: text } };
  }
  if (!/^application\/json\b/i.test(type)) {
    throw new DomainError('unsupported', untranslated('jsonOnly', 'Content-Type must be application/json'));
  }
  await turnToParse(bytes);
  const excess = excessIn(bytes, limitsOf(schema));
  if (excess) throw excess;
  const notJson = () =>
    new DomainError('malformed', untranslated('invalidJson', 'The body is not valid JSON'));
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
/** A refused form returns all typed values. A schedule of runs with sixty stops has nearly a thousand. */
const mostNames = (path: string) => (path.startsWith('/dispatcher/runs/') ? 1_000 : 100);
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
// The field names of our pages. The form library reads brackets and dots as paths, and `a[99999999]` as a list of that
// length.
const NAME = /^_?[a-z][\w-]{0,59}$/i;

/** @throws a Response for bodies that no form of our pages sends. An empty body is a form without fields. */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = await bodyOf(request);
  if (bytes.length === 0) return new FormData();
  const type = request.headers.get('Content-Type') ?? '';
  if (!FORM.test(type)) throw refusal('unsupported', say('formsOnly'));
  await turnToParse(bytes);
  const { pathname } = new URL(request.url);
  const form = /^multipart/i.test(type) ? formOfParts(bytes, type, pathname) : formOfPairs(bytes);
  const names = new Set(form.keys());
  if (names.size > mostNames(pathname)) throw tooMany();
  for (const name of names) {
    if (!NAME.test(name) || name in Object.prototype) throw refusal('malformed', say('unknownFormField'));
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
  const limit = limitOfPage(path, type);
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
    throw error instanceof SyntaxError ? refusal('malformed', say('formUnreadable')) : error;
  }
}

const tooMany = () => refusal('too_large', say('tooManyFormFields'));
const tooLong = () => refusal('too_large', say('formTextTooLong'));

const refusal = (kind: 'malformed' | 'unsupported' | 'too_large', said: Said) =>
  errorResponse(new DomainError(kind, said));

/** A part of a multipart form. The boundary is searched for, because the usual library reads some bodies byte by byte. */
type Part = {
  name: string;
  /** Null for fields that are not files. */
  filename: string | null;
  type: string;
  body: Buffer;
};

const LONGEST_PART_HEAD = 2_048;
const END_OF_HEAD = '\r\n\r\n';

export function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2] ?? null;
}

/** The parts in their order. @throws SyntaxError for malformed bodies. */
function* partsOf(bytes: Buffer, boundary: string): Generator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let at = delimiter.length - 2;
  if (!bytes.subarray(0, at).equals(delimiter.subarray(2))) throw new SyntaxError('No boundary');
  for (;;) {
    const after = bytes.toString('latin1', at, at + 2);
    if (after === '--') return;
    if (after !== '\r\n') throw new SyntaxError('No line after a boundary');
    const head = headAt(bytes, at + 2);
    const next = head ? bytes.indexOf(delimiter, head.end) : -1;
    if (!head || next === -1) throw new SyntaxError('A part without an end');
    yield { ...head.part, body: bytes.subarray(head.end, next) };
    at = next + delimiter.length;
  }
}

function headAt(bytes: Buffer, at: number) {
  const end = bytes.subarray(at, at + LONGEST_PART_HEAD).indexOf(END_OF_HEAD);
  if (end === -1) return null;
  const text = bytes.toString('utf8', at, at + end);
  const disposition = /^content-disposition: ?form-data *(;[^\r\n]*)$/im.exec(text)?.[1] ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) return null;
  const filename = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  const type = /^content-type:([^\r\n]*)$/im.exec(text)?.[1]?.trim() ?? '';
  const part = { name: unescaped(name), filename: filename === undefined ? null : unescaped(filename), type };
  return { part, end: at + end + END_OF_HEAD.length };
}

/** Browsers escape quotes and line breaks in names. */
const unescaped = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));

/**
 * Makes a complete form from a truncated one by leaving out the truncated part. Null if that part is not allowed to be
 * long.
 */
export function withoutCutPart(
  start: Buffer,
  boundary: string,
  mayBeLong: (part: Pick<Part, 'name' | 'filename'>) => boolean,
): Buffer | null {
  const last = start.lastIndexOf(`--${boundary}\r\n`);
  if (last === -1) return null;
  const from = last + boundary.length + 4;
  const head = headAt(start, from);
  if (!head || !mayBeLong(head.part)) return null;
  return Buffer.concat([start.subarray(0, last), Buffer.from(`--${boundary}--\r\n`)]);
}

/** The limit of the input that is returned with a refused form, so that large forms can't fill the memory. */
const MOST_ECHOED_BYTES = 64 * 1_024;
/** The overhead of a field in bytes: its name, quotes and brackets. */
const BESIDES = 80;

/**
 * Names of fields that are not returned: passwords and secrets, and the longest fields if all together are too large. A page
 * contains each value twice, in its field and in the data for its JavaScript. Both are counted.
 */
export function notEchoed(form: Iterable<[string, FormDataEntryValue]>): Set<string> {
  const bytes = new Map<string, number>();
  for (const [name, value] of form)
    bytes.set(
      name,
      (bytes.get(name) ?? 0) + written(name) + (typeof value === 'string' ? written(value) : 0),
    );
  const left = new Set<string>();
  let sum = 0;
  for (const [name, more] of [...bytes].sort(([, a], [, b]) => a - b)) {
    sum += more;
    if (sum > MOST_ECHOED_BYTES || /password|secret/i.test(name)) left.add(name);
  }
  return left;
}

function written(text: string): number {
  if (text.length > MOST_ECHOED_BYTES) return Infinity;
  const asHtml = Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0);
  // The value is a JSON string within a JSON string within a script.
  const asData =
    Buffer.byteLength(JSON.stringify(JSON.stringify(text))) + 5 * (text.match(/[&<>]/g)?.length ?? 0);
  return asHtml + asData + BESIDES;
}
