/** Reading a form: what a page of ours may have sent, and nothing that what reads it next would choke on. */
import { DomainError } from '~/domain/errors';
import { errorResponse } from './errors.server';

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
  // Before it is parsed: a million empty fields are a small file.
  const separator = /^multipart/i.test(type) ? '\r\n--' : '&';
  if (countOf(separator, bytes) > MOST_FIELDS) throw refusal('too_large', 'The form has too many fields');
  const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => {
      throw refusal('malformed', 'The form can not be read');
    });
  for (const name of form.keys()) {
    if (!NAME.test(name)) throw refusal('malformed', 'The form has a field that is none of ours');
  }
  return form;
}

function countOf(separator: string, bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(separator); at !== -1 && count <= MOST_FIELDS; count += 1)
    at = bytes.indexOf(separator, at + separator.length);
  return count;
}

const refusal = (code: 'malformed' | 'unsupported' | 'too_large', message: string) =>
  errorResponse(new DomainError(code, message));
