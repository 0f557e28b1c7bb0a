/** The wrapper of JSON calls: permission, input, idempotency, answer. Most are made from commands. */
import { createHash } from 'node:crypto';
import type * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { checkPermission, type AnyCommand, type Command } from '~/domain/kernel/command.server';
import { type Allowance, countCall } from '~/domain/platform/rate-limit.server';
import { DomainError, type ErrorKind } from '~/domain/kernel/errors';
import { NoInput } from '~/domain/kernel/schema';
import { asDomainError } from '~/domain/kernel/faults.server';
import { once, type Answer, type Work } from '~/domain/platform/idempotency.server';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { log } from '~/process/log.server';
import { readJson } from './body.server';
import type { ApiHandler, Args, Call, Endpoint, Endpoints, Handler, Media, Method } from './call';
import { splitLimit, takesLimit } from './first-entries.server';
import { formerHeaders } from './former.server';
import { errorForReader, errorForScripts, errorHeaders, STATUS } from './errors.server';
import { acceptedBy, languageOf } from './language.server';
import { cachedResponse, responseCache, STORED_AND_CHECKED } from './response-cache.server';
import { keyedHash } from '~/process/secret.server';
import { clientOf, findActor, findEarlier, requireApiActor, withVersions } from './session.server';
import { readId } from '~/domain/kernel/ids';
import { say } from '~/domain/kernel/sentence';
import { inLanguage } from '~/words/spoken.server';
import type { Spoken } from '~/words/languages';

type Context<Input> = Args & {
  actor: Actor;
  input: Input;
  /** The version that `versionOf` returned in `cacheBy`. */
  version?: number;
};

/** Returns the caller, or throws before anything is read. Rules decide later which rows the caller may use. */
async function permitted(request: Request, { may, scoped }: Pick<Call, 'may' | 'scoped'>): Promise<Actor> {
  const actor = await requireApiActor(request);
  if (may !== 'anybody') checkPermission(actor, { may, scoped });
  return actor;
}

/** A body that PostgreSQL has already written as JSON. */
export class JsonText {
  constructor(
    readonly body: string,
    readonly headers: Record<string, string> = {},
  ) {}
}

type Calls = Partial<Record<Method, AnyCommand | Endpoint>>;

/**
 * The exports of a route `app/routes/api.….ts`. Each method is a command, or made by `read`, `open` or `paged`. The
 * description, the names in the metrics and the tests read the calls from the build (./api-routes.server.ts).
 */
export function api(calls: Calls): { loader: ApiHandler; action: ApiHandler } {
  const endpoints: Endpoints = Object.fromEntries(
    Object.entries(calls).map(([method, call]) => [
      method,
      typeof call === 'function' ? endpointOf(method as Method, call) : call,
    ]),
  );
  // Both answer all methods, so that a method without a call is a 405 here, and not Remix's own answer.
  const answer = Object.assign(handlerOf(endpoints), { endpoints });
  return { loader: answer, action: answer };
}

/** Answers the calls of one path. */
function handlerOf(endpoints: Endpoints): Handler {
  const allow = Object.keys(endpoints).join(', ');
  return async (args) => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const endpoint = (endpoints as Record<string, Endpoint | undefined>)[method];
    if (!endpoint) {
      return Response.json(
        { error: `${method} is not allowed here`, code: 'methodNotAllowed' },
        { status: 405, headers: { Allow: allow } },
      );
    }
    if (endpoint.isVersioned) withVersions();
    let allowance: Allowance | null = null;
    let response: Response;
    try {
      allowance = await allowanceOf(args.request, endpoint);
      response =
        allowance && !allowance.granted
          ? await refusal(allowance.refusal, args.request)
          : await endpoint.handle(args);
    } catch (error) {
      response = await failure(error, args);
    }
    for (const [name, value] of Object.entries(allowance?.headers ?? {})) response.headers.set(name, value);
    return response;
  };
}

/** Only calls with an API token are rate limited. */
async function allowanceOf(request: Request, { call }: Endpoint): Promise<Allowance | null> {
  if (call.may === 'anybody') return null;
  const actor = await findActor(request);
  return actor?.byToken ? countCall(actor) : null;
}

async function failure(error: unknown, { request }: Args): Promise<Response> {
  if (error instanceof Response) return error;
  const known = asDomainError(error);
  if (known?.kind === 'unavailable') log.warn({ err: error }, 'service unavailable');
  if (known) return refusal(known, request);
  log.error({ err: error, path: new URL(request.url).pathname }, 'request failed');
  return Response.json({ error: 'Something went wrong. Please try again.' }, { status: 500 });
}

async function refusal(error: DomainError, request: Request): Promise<Response> {
  const { status, body } = await answerTo(error, request);
  return Response.json(body, { status, headers: errorHeaders(error) });
}

/** A caller that prefers it gets the sentences in the language of its user as well. */
async function answerTo(error: DomainError, request: Request): Promise<Answer> {
  const status = STATUS[error.kind];
  if (!/\blanguage\b/.test(request.headers.get('Prefer') ?? ''))
    return { status, body: errorForScripts(error) };
  const language = await readersLanguage(request);
  return { status, body: inLanguage(language, () => errorForReader(error)) };
}

/** An old version stays old, so that a late attempt is refused as well, and If-Match is not a part of the key's request. */
const NOT_KEPT = new Set<ErrorKind>(['unauthenticated', 'stale', 'too_many', 'unavailable']);

async function keptRefusal(error: unknown, request: Request): Promise<Answer | null> {
  const known = asDomainError(error);
  return known && !NOT_KEPT.has(known.kind) && !known.details.mayPass ? answerTo(known, request) : null;
}

async function readersLanguage(request: Request): Promise<Spoken> {
  // The refusal may be that nobody can be found, because the database is away.
  const actor = await findActor(request).catch(() => null);
  return actor ? languageOf(actor, request.headers) : acceptedBy(request.headers);
}

// Browsers may store an answer only if its tag is known without making it.
const JSON_TO_CHECK = { 'Content-Type': 'application/json', 'Cache-Control': STORED_AND_CHECKED };

const textOf = (result: unknown) =>
  result instanceof JsonText ? result : new JsonText(JSON.stringify(result));

/** The version of an answer. It is read from the database before the answer is made. */
type Version<Input> = {
  etag: string;
  /** Replaces the input of `run`, when a part of it changes nothing. */
  input?: Input;
  /** The answer is kept under these values. Answers with the same key and version must be equal for all callers. */
  cacheBy?: { key: string; version: number };
};

type Reading<Input> = {
  /** With it, an unchanged answer is not made at all. */
  versionOf?: (context: Context<Input>) => Promise<Version<Input>>;
};

/** JsonText is JSON that PostgreSQL has written; a Response is anything but JSON. */
type Read<Shape> = Shape extends z.ZodType ? z.input<Shape> | JsonText : Response;

/** A GET call. Its input is the query string, and its body is the result of `run`. */
export function read<Input extends z.ZodType, Shape extends z.ZodType | Media>(
  call: Call<Input, Shape>,
  run: (context: Context<z.output<Input>>) => Promise<Read<Shape>>,
  { versionOf }: Reading<z.output<Input>> = {},
): Endpoint {
  const isLimited = takesLimit(call);
  const handle = async ({ request, params, context }: Args) => {
    const actor = await permitted(request, call);
    const asked = Object.fromEntries(new URL(request.url).searchParams);
    const { query, most } = isLimited ? splitLimit(asked) : { query: asked, most: undefined };
    const input = parseInput(call.input, query);
    const received = { actor, input, params, request, context };
    const { etag: known, cacheBy, input: used = input } = (await versionOf?.(received)) ?? {};
    const answer = () => run({ ...received, input: used, ...(cacheBy && { version: cacheBy.version }) });
    if (known && matches(request, known))
      return new Response(null, { status: 304, headers: { ETag: known } });
    if (known && cacheBy && most === undefined) {
      const make = async () => textOf(await answer()).body;
      const body = await responseCache.getOrMake(
        `${new URL(request.url).pathname} ${cacheBy.key}`,
        cacheBy.version,
        make,
      );
      return cachedResponse(request, body, { ...JSON_TO_CHECK, ETag: known });
    }
    const result = await answer();
    if (result instanceof Response) return result;
    const text = textOf(most === undefined ? result : firstOf(result, most));
    const tag = known ?? etagOf(result) ?? `W/"${createHash('sha1').update(text.body).digest('base64url')}"`;
    const headers = {
      ...(known === undefined ? { ...JSON_TO_CHECK, 'Cache-Control': 'no-store' } : JSON_TO_CHECK),
      ETag: tag,
    };
    if (matches(request, tag)) return new Response(null, { status: 304, headers: { ETag: tag } });
    return new Response(text.body, { headers: { ...headers, ...text.headers } });
  };
  return { call, handle, isVersioned: versionOf !== undefined };
}

const firstOf = (list: unknown, most: number): unknown =>
  ((list instanceof JsonText ? JSON.parse(list.body) : list) as unknown[]).slice(0, most);

type Writing<Body> = {
  /** The answer to a repetition, without values that may be shown only once. */
  repeated?: (body: Body) => unknown;
};
/** A list as an answer. A full page has a Link to the next page, which starts after its last row. */
function nextPage<Row>(
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

/** A call that changes something. Its input is the JSON body. With an Idempotency-Key, a repetition has no effect. */
const write = <Input extends z.ZodType, Shape extends z.ZodType>(
  call: Call<Input, Shape>,
  run: (context: Context<z.output<Input>>) => Promise<z.input<Shape>>,
  options: Writing<z.input<Shape>> = {},
): Endpoint => writing(call, null, run, options);

/** Like `write`, but a slow part without changes runs before the transaction of the key. */
const writePrepared = <Input extends z.ZodType, Shape extends z.ZodType, Prepared>(
  call: Call<Input, Shape>,
  prepare: (context: Context<z.output<Input>>) => Promise<Prepared>,
  run: (context: Context<z.output<Input>>, prepared: Prepared) => Promise<z.input<Shape>>,
  options: Writing<z.input<Shape>> = {},
): Endpoint => writing(call, prepare, run, options);

function writing<Input extends z.ZodType, Shape extends z.ZodType, Prepared>(
  call: Call<Input, Shape>,
  prepare: ((context: Context<z.output<Input>>) => Promise<Prepared>) | null,
  run: (context: Context<z.output<Input>>, prepared: Prepared) => Promise<z.input<Shape>>,
  { repeated }: Writing<z.input<Shape>>,
): Endpoint {
  const handle = async ({ request, params, context }: Args) => {
    const actor = await permitted(request, call);
    const { text, value } = await readJson(request, call.input, call.bytes);
    const received = () => ({ actor, input: parseInput(call.input, value), params, request, context });
    const effect = async (prepared: Prepared): Promise<Answer> => {
      const body = await run(received(), prepared);
      const status = call.creates?.(body) ? 201 : (call.status ?? 200);
      return { status, body, ...(repeated && { repeated: repeated(body) }) };
    };
    const ready = async (): Promise<Work> => {
      const prepared = await prepare?.(received());
      return () => effect(prepared as Prepared);
    };
    const key = request.headers.get('Idempotency-Key');
    const former = formerHeaders(call.input, value);
    if (key === null) return answerOf(await (await ready())(), former);
    const fingerprint = keyedHash(`${request.method} ${new URL(request.url).pathname}\n${text}`);
    const work = prepare ? { prepare: ready } : await ready();
    const { replayed, ...answer } = await once(actor, key, fingerprint, work, {
      known: await findEarlier(request),
      answerTo: (error) => keptRefusal(error, request),
    });
    return answerOf(answer, { ...former, ...(replayed && { 'Idempotent-Replayed': 'true' }) });
  };
  return { call, handle };
}

type Opened<Input, Shape extends z.ZodType> = (context: Omit<Context<Input>, 'actor'>) => Promise<{
  body: z.input<Shape>;
  headers?: Record<string, string>;
  /** Values of Set-Cookie. */
  cookies?: string[];
}>;

/**
 * A call that needs no session. Its input is the JSON body; a GET has none.
 * @param admit may refuse before the body is read.
 */
export function open<Input extends z.ZodType, Shape extends z.ZodType>(
  call: Call<Input, Shape> & { may: 'anybody' },
  run: Opened<z.output<Input>, Shape>,
  admit?: () => Promise<void>,
): Endpoint {
  const handle = async ({ request, params, context }: Args) => {
    await admit?.();
    const { value } = await readJson(request, call.input);
    const {
      body,
      headers = {},
      cookies = [],
    } = await run({
      input: parseInput(call.input, value),
      params,
      request,
      context,
    });
    const answer = Response.json(body, { status: call.status ?? 200, headers });
    for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
    return answer;
  };
  return { call, handle };
}

function answerOf({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  const tag = etagOf(body);
  return Response.json(body ?? null, { status, headers: { ...headers, ...(tag && { ETag: tag }) } });
}

/**
 * The tag of a row with a version. The part after the hyphen is its place in an order. If-Match ignores that part,
 * because a changed place overwrites nothing.
 */
function etagOf(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('version' in result)) return undefined;
  const place =
    'order_index' in result && typeof result.order_index === 'number' ? `-${String(result.order_index)}` : '';
  return `"${String(result.version)}${place}"`;
}

/** The version in If-Match; -1, which no row has, for an invalid header. */
function expectedVersion(request: Request): number | undefined {
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

/** An id from the path. */
export function pathId(value: string | undefined): number {
  const id = readId(value);
  if (id === null) throw new DomainError('malformed', say('invalidId'));
  return id;
}

type Received = Args & { actor: unknown; input: unknown };

/** A command as a JSON call. */
function endpointOf(method: Method, command: AnyCommand): Endpoint {
  return { ...endpointFor(method, command), takes: Object.keys(command.spec.at ?? {}) };
}

function endpointFor(method: Method, command: AnyCommand): Endpoint {
  const { spec, prepare } = command;
  const call = callOf(spec);
  const given = (received: Received) => givenTo(spec, received);
  if (method === 'GET') return read(call, (received) => command(given(received)));
  const { repeated } = spec;
  const options = repeated ? { repeated: (answer: unknown) => repeated(answer as never) } : {};
  if (prepare)
    return writePrepared<z.ZodType, z.ZodType, () => Promise<unknown>>(
      call,
      (received) => prepare(given(received)),
      (_, rest) => rest(),
      options,
    );
  return write(call, (received) => command(given(received)), options);
}

/** A list as a JSON call. A full page has a Link to the next page, which starts after its last row. */
export const paged = <At, Input extends { limit?: number | undefined }, Row>(
  list: Command<At, Input, Row[]>,
  cursorAfter: (last: Row) => string,
): Endpoint =>
  read({ ...callOf(list.spec), paged: true }, async (received) => {
    const { limit } = received.input as Input;
    return nextPage(received.request, await list(givenTo(list.spec, received)), limit, cursorAfter);
  });

function callOf({ at = {}, input = NoInput, creates, ...said }: AnyCommand['spec']) {
  const call: Call<z.ZodType, z.ZodType> = {
    ...said,
    input,
    path: at,
    status: creates === true ? 201 : 200,
    ...(typeof creates === 'function' && { creates: (answer) => creates(answer as never) }),
  };
  return call;
}

const givenTo = ({ at = {}, guarded }: AnyCommand['spec'], { actor, input, ...args }: Received) =>
  ({
    ...clientOf(args),
    ...valuesAt(at, args.params),
    actor,
    input,
    ...(guarded && { expectedVersion: expectedVersion(args.request) }),
  }) as never;

/** @throws malformed for values that can't be valid. */
function valuesAt(at: NonNullable<AnyCommand['spec']['at']>, params: Args['params']) {
  return Object.fromEntries(
    Object.entries(at).map(([name, schema]) => {
      const parsed = schema.safeParse(params[name]);
      if (!parsed.success) throw new DomainError('malformed', say('invalidId'));
      return [name, parsed.data];
    }),
  );
}
