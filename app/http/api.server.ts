/** The one JSON wrapper: who, what, once, answer. A route of /api is a table from method to rule. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { createHash } from 'node:crypto';
import type * as z from 'zod/v4';
import type { Actor } from '~/domain/actor';
import { DomainError } from '~/domain/errors';
import { asDomainError } from '~/domain/faults.server';
import { once, type Answer } from '~/domain/idempotency.server';
import { log } from '~/log.server';
import { readJson } from './body.server';
import { errorResponse } from './errors.server';
import { requireApiActor } from './session.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Context<Input> = {
  actor: Actor;
  input: Input;
  params: Args['params'];
  request: Request;
  context: Args['context'];
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Endpoint = (args: Args) => Promise<Response>;

/** A body that is JSON already, as PostgreSQL printed it. */
export class JsonText {
  constructor(
    readonly body: string | Uint8Array,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** `export const { loader, action } = api({ GET: …, POST: … })` */
export function api(methods: Partial<Record<Method, Endpoint>>) {
  const allow = Object.keys(methods).join(', ');
  const answer = async (args: Args): Promise<Response> => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const endpoint = (methods as Record<string, Endpoint | undefined>)[method];
    if (!endpoint) {
      return Response.json(
        { error: `${method} is not allowed here` },
        { status: 405, headers: { Allow: allow } },
      );
    }
    try {
      return await endpoint(args);
    } catch (error) {
      return failure(error, args);
    }
  };
  return { loader: answer, action: answer };
}

function failure(error: unknown, { request, context }: Args): Response {
  if (error instanceof Response) return error;
  const known = asDomainError(error);
  if (known?.code === 'unavailable')
    log.warn({ err: error, requestId: context.requestId }, 'service unavailable');
  if (known) return errorResponse(known);
  log.error(
    { err: error, requestId: context.requestId, path: new URL(request.url).pathname },
    'request failed',
  );
  return Response.json({ error: 'Something went wrong. Please try again.' }, { status: 500 });
}

type Reading<Input> = {
  /** Known before the answer is made; an unchanged one is then not made at all. */
  etag?: (context: Context<Input>) => Promise<string>;
};

/** A GET. Its input is the query string. What `run` returns is the body. */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: Context<z.output<Schema>>) => Promise<unknown>,
  { etag }: Reading<z.output<Schema>> = {},
): Endpoint {
  return async ({ request, params, context }) => {
    const actor = await requireApiActor(request);
    const input = parse(schema, Object.fromEntries(new URL(request.url).searchParams));
    const asked = { actor, input, params, request, context };
    const known = etag ? await etag(asked) : undefined;
    if (known && matches(request, known))
      return new Response(null, { status: 304, headers: { ETag: known } });
    const result = await run(asked);
    if (result instanceof Response) return result;
    const text = result instanceof JsonText ? result : new JsonText(JSON.stringify(result));
    const tag = known ?? etagOf(result) ?? `W/"${createHash('sha1').update(text.body).digest('base64url')}"`;
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-cache', ETag: tag };
    if (matches(request, tag)) return new Response(null, { status: 304, headers: { ETag: tag } });
    return new Response(text.body as BodyInit, { headers: { ...headers, ...text.headers } });
  };
}

/** A list as an answer. A page that is full names the next one, which begins behind its last row. */
export function nextPage<Row>(
  request: Request,
  rows: Row[],
  limit: number | undefined,
  cursorAfter: (last: Row) => string,
): JsonText {
  const last = rows[rows.length - 1];
  const body = JSON.stringify(rows);
  if (last === undefined || limit === undefined || rows.length < limit) return new JsonText(body);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('cursor', cursorAfter(last));
  return new JsonText(body, { Link: `<${pathname}?${searchParams}>; rel="next"` });
}

/** A call that changes something. Its input is the JSON body; an Idempotency-Key makes repeating it harmless. */
export function write<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: Context<z.output<Schema>>) => Promise<unknown>,
  { status = 200 }: { status?: number } = {},
): Endpoint {
  return async ({ request, params, context }) => {
    const actor = await requireApiActor(request);
    const { text, value } = await readJson(request);
    const work = async (): Promise<Answer> => {
      const input = parse(schema, value);
      return { status, body: await run({ actor, input, params, request, context }) };
    };
    const key = request.headers.get('Idempotency-Key');
    if (key === null) return answerOf(await work());
    const fingerprint = `${request.method} ${new URL(request.url).pathname}\n${text}`;
    const { replayed, ...answer } = await once(actor, key, fingerprint, work);
    return answerOf(answer, replayed ? { 'Idempotent-Replayed': 'true' } : {});
  };
}

/** A call that needs no session. */
export function open<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: Omit<Context<z.output<Schema>>, 'actor'>) => Promise<Response>,
): Endpoint {
  return async ({ request, params, context }) => {
    const { value } = await readJson(request);
    return run({ input: parse(schema, value), params, request, context });
  };
}

function answerOf({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  const tag = etagOf(body);
  return Response.json(body ?? null, { status, headers: { ...headers, ...(tag && { ETag: tag }) } });
}

/**
 * The tag of something that has a version. The part behind the hyphen is its place in an order, which no change of
 * somebody's overwrites: If-Match compares the version alone.
 */
function etagOf(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('version' in result)) return undefined;
  const place =
    'order_index' in result && typeof result.order_index === 'number' ? `-${String(result.order_index)}` : '';
  return `"${String(result.version)}${place}"`;
}

/** The version that If-Match names; one that never exists when the header makes no sense. */
export function expectedVersion(request: Request): number | undefined {
  const header = request.headers.get('If-Match');
  if (header === null || header.trim() === '*') return undefined;
  return Number(/^"(\d{1,9})(?:-\d+)?"$/.exec(header.trim())?.[1] ?? -1);
}

function matches(request: Request, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  const header = request.headers.get('If-None-Match');
  return (
    header !== null && (header.trim() === '*' || header.split(',').some((tag) => weak(tag) === weak(etag)))
  );
}

/** Parses or throws `invalid` with a sentence for each field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[key] = [`Unknown field: ${key}`];
    else (fields[issue.path.join('.') || 'body'] ??= []).push(issue.message);
  }
  const [first] = Object.values(fields);
  throw new DomainError('invalid', first?.[0] ?? 'The request is not valid', { fields });
}

/** An id from the path. */
export function pathId(value: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : NaN;
  if (!(id <= 2_147_483_647)) throw new DomainError('malformed', 'Invalid id');
  return id;
}
