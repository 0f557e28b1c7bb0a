import { DomainError } from '~/domain/errors';

/** More than any call accepts: a batch has a thousand. */
const LONGEST_LIST = 5_000;

/** The JSON body and its text. An empty body is an empty object. */
export async function readJson(request: Request): Promise<{ text: string; value: unknown }> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return { text: '', value: {} };
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new DomainError('unsupported', 'Content-Type must be application/json');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: withoutLongLists(JSON.parse(text)) };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('malformed', 'The body is not valid JSON');
  }
}

/** Refuses long lists before a schema checks them: reporting the errors of a million entries would take a minute. */
function withoutLongLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const [name, list] of [['body', Object.keys(value)], ...Object.entries(value)] as [
    string,
    unknown,
  ][]) {
    if (!Array.isArray(list) || list.length <= LONGEST_LIST) continue;
    const message = `A list has at most ${LONGEST_LIST.toLocaleString('en-US')} entries`;
    throw new DomainError('invalid', message, { fields: { [name]: [message] } });
  }
  return value;
}
