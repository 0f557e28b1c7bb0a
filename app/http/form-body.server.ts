/** Reading a form: what a page of ours may have sent, and nothing that what reads it next would choke on. */
import { DomainError } from '~/domain/errors';
import { bodyLimit, UNKNOWN } from './body-limits.server';
import { errorResponse } from './errors.server';
import { boundaryOf, partsOf, type Part } from './multipart.server';

/** A batch names a thousand tasks, and little else. */
const MOST_FIELDS = 2_000;
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
// As our pages name them. To the parser of forms brackets and dots are paths, and `a[99999999]` is a list of that length.
const NAME = /^_?[a-z][\w-]{0,59}$/i;

/** Throws the answer to whatever is no form, or none of ours. No body at all reads as a form without fields. */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return new FormData();
  const type = request.headers.get('Content-Type') ?? '';
  if (!FORM.test(type)) throw refusal('unsupported', 'This page takes forms');
  const form = /^multipart/i.test(type)
    ? formOfParts(bytes, type, new URL(request.url).pathname)
    : formOfPairs(bytes);
  for (const name of form.keys()) {
    if (!NAME.test(name)) throw refusal('malformed', 'The form has a field that is none of ours');
  }
  return form;
}

function formOfPairs(bytes: Buffer): FormData {
  // Before it is parsed: a million empty fields are a small file.
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
    throw error instanceof SyntaxError ? refusal('malformed', 'The form can not be read') : error;
  }
}

const tooMany = () => refusal('too_large', 'The form has too many fields');
const tooLong = () => refusal('too_large', 'A text in the form is too long');

const refusal = (code: 'malformed' | 'unsupported' | 'too_large', message: string) =>
  errorResponse(new DomainError(code, message));
