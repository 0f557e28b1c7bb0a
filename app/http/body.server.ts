import { DomainError } from '~/domain/errors';

/** The JSON body, and its text. No body at all reads as an empty object. */
export async function readJson(request: Request): Promise<{ text: string; value: unknown }> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return { text: '', value: {} };
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new DomainError('unsupported', 'Content-Type must be application/json');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw new DomainError('malformed', 'The body is not valid JSON');
  }
}
