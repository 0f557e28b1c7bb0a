/** Makes answers from refusals, by the domain or before Remix. Every refusal has the same JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/v4';
import type { DomainError, ErrorKind, Fields } from '~/domain/kernel/errors';
import { asDomainError } from '~/domain/kernel/faults.server';
import { inEnglish, readSaid, type Said } from '~/domain/kernel/sentence';
import { discardBody } from './incoming-body.server';

export const Problem = z
  .strictObject({
    error: z.string().min(1).describe('One sentence for a person, in English'),
    code: z
      .string()
      .optional()
      .describe(
        'Names the sentence and never changes; missing where a request is malformed or the server is busy',
      ),
    detail: z
      .string()
      .optional()
      .describe('With `Prefer: language`: the sentence in the language of the user, or of Accept-Language'),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('When values are not valid: messages by field'),
    tasks: z
      .array(z.strictObject({ id: z.int(), error: z.string() }))
      .optional()
      .describe('In a batch: each task that was refused'),
    current: z.unknown().optional().describe('In a conflict: the current state'),
    changes: z.unknown().optional().describe('Who changed what since your version'),
    mustChangePassword: z.literal(true).optional().describe('The temporary password must be replaced first'),
  })
  .meta({ id: 'Problem', description: 'The body of every error response' });

/** The HTTP status of each kind of error of the domain. */
export const STATUS: Record<ErrorKind, number> = {
  malformed: 400,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  unavailable: 503,
};

/** The JSON of every error: one sentence for the reader, and details. */
export const errorBody = (error: DomainError) => bodyOf(error, readSaid);

function bodyOf(error: DomainError, words: (said: Said) => string): z.input<typeof Problem> {
  const { fields, tasks, current, changes, mustChangePassword } = error.details;
  return {
    error: words(error.said),
    code: error.code,
    fields: fields && fieldsIn(fields, words),
    tasks: tasks?.map(({ id, error: said }) => ({ id, error: words(said) })),
    current,
    changes,
    mustChangePassword,
  };
}

/** Sentences by field, in the language of the reader. */
const fieldsIn = (fields: Fields, words = readSaid): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, said.map((each) => words(each))]));

/** The JSON of an error for scripts: `error` is always English, so that scripts can rely on it. */
export const errorForScripts = (error: DomainError) => bodyOf(error, inEnglish);

/** The same for a reader: the sentence in their language is added, and those of fields and tasks are in it. */
export const errorForReader = (error: DomainError): z.input<typeof Problem> => {
  const { error: detail, ...own } = errorBody(error);
  return { ...own, error: error.message, detail };
};

export function errorHeaders(error: DomainError): Record<string, string> {
  const seconds = error.details.retryAfterSeconds;
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

/** The answer of a page to a refusal. Other errors are rethrown and logged once. */
export function errorResponse(error: unknown): Response {
  const known = asDomainError(error);
  if (!known) throw error;
  return Response.json(errorBody(known), { status: STATUS[known.kind], headers: errorHeaders(known) });
}

export const isApiPath = (path: string) => /^\/api(\/|$)/.test(path);

const page = (message: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title><h1>${message}</h1><p><a href="/">Back to Parts Dispatch</a></p></html>`;

/** Refuses with JSON or, if a browser requests a page, with a small page. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  code?: string,
): void {
  const wantsPage = !isApiPath(request.url ?? '') && (request.headers.accept ?? '').includes('text/html');
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', wantsPage ? 'text/html; charset=utf-8' : 'application/json');
  if (!request.complete) discardBody(request);
  const body = wantsPage ? page(message) : JSON.stringify({ error: message, code });
  response.end(request.method === 'HEAD' ? undefined : body);
}
