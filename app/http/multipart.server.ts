/** Parses multipart forms by searching for the boundary, because the usual library reads some bodies byte by byte. */
export type Part = {
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
export function* partsOf(bytes: Buffer, boundary: string): Generator<Part> {
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
