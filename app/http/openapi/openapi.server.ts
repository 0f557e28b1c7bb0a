/** The description of the API, made from the declarations of its calls. */
import * as z from 'zod/v4';
import { ROLES } from '~/domain/kernel/actor';
import { reach } from '~/domain/kernel/permissions';
import { LARGEST_ID } from '~/domain/kernel/ids';
import { id } from '~/domain/kernel/schema';
import type { ApiRoute, Call, Method } from '~/http/call';
import { hasFormer } from '~/http/former.server';
import { LIMIT_PARAMETER, takesLimit } from '~/http/first-entries.server';
import { Problem } from '~/http/errors.server';
import examples from './examples.json';
import { answersOf, HEADERS, sharedAnswers } from './answers';
import { DELIVERIES } from './webhooks';
import { type Document, type JsonSchema, type Operation, type Parameter, type Ref, refTo } from './document';

const WEBHOOKS = 'Webhooks';
/** Requests and answers of the calls that are used most, by method and path. */
const EXAMPLES: Record<string, { request?: unknown; answer?: unknown }> = examples;

/** The section of a call in the documentation, by the beginning of its path. */
const TAGS: [beginning: string, tag: string][] = [
  ['/api/tasks', 'Tasks'],
  ['/api/map', 'Tasks'],
  ['/api/route-optimization', 'Routes'],
  ['/api/history', 'History'],
  ['/api/account', 'Accounts'],
  ['/api/dealership', 'Dealerships'],
  ['/api/messages', 'Messages'],
  ['/api/positions', 'Positions'],
  ['/api/run', 'Runs'],
  ['/api/closed-days', 'Runs'],
  ['/api/intake', 'Inbox'],
  ['/api/shifts', 'Shifts'],
  ['/api/drivers', 'People'],
  ['/api/user', 'People'],
  ['/api/admin', 'Administration'],
  ['', 'Sessions and API description'],
];
const tagOf = (path: string) => TAGS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? '';

const ABOUT = `JSON over HTTP. Sign in with an API token (Settings, API Tokens) in \`Authorization: Bearer …\`, or with the cookie of POST /api/login.
Times are ISO 8601 with a time zone. Ids are numbers; requests may also send "12" for 12. Unknown fields are rejected.
Answers to API tokens have the headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.`;

export function describeApi(routes: ApiRoute[]): Document {
  const book = new SchemaBook();
  const problem = book.output(Problem);
  const paths: Document['paths'] = {};
  for (const { path, endpoints } of routes) {
    const operations: Record<string, Operation> = {};
    for (const [method, { call }] of Object.entries(endpoints))
      operations[method.toLowerCase()] = operationOf(method as Method, path, call, book);
    paths[path] = operations;
  }
  const used = new Set([...routes.map(({ path }) => tagOf(path)), WEBHOOKS]);
  return {
    openapi: '3.1.0',
    info: { title: 'Parts Dispatch', version: '1', description: ABOUT },
    servers: [{ url: '/' }],
    tags: [...new Set([...TAGS.map(([, name]) => name), WEBHOOKS])]
      .filter((name) => used.has(name))
      .map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      DELIVERIES.map(({ event, label, body }) => [
        event,
        { post: deliveryOf(event, label, book.output(body)) },
      ]),
    ),
    components: {
      schemas: { ...book.components, ...IDS },
      responses: sharedAnswers(problem),
      headers: HEADERS,
      parameters: { ...SHARED_PARAMETERS, ...book.ids },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token' },
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'From POST /api/login' },
      },
    },
  };
}

const deliveryOf = (event: string, summary: string, schema: JsonSchema) => ({
  operationId: operationId('POST', `webhook ${event}`),
  summary,
  description: 'Signed according to Standard Webhooks, with the secret of the webhook.',
  tags: [WEBHOOKS],
  security: [],
  parameters: DELIVERY_HEADERS.map((name) => refTo('parameters', name)),
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { '2XX': { description: 'Taken. After any other answer, or none in 10 s, it is sent again.' } },
});

function operationOf(method: Method, path: string, call: Call, book: SchemaBook): Operation {
  const { summary, about, may, input, bytes, answer } = call;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const schema = book.input(input);
  const success = 'media' in answer ? {} : book.output(answer);
  const isSignedIn = may !== 'anybody';
  const example = EXAMPLES[`${method} ${path}`] ?? {};
  return {
    operationId: operationId(method, path),
    summary,
    ...(about && { description: about }),
    tags: [tagOf(path)],
    ...(isSignedIn && { 'x-roles': rolesOf(may) }),
    security: isSignedIn ? [{ token: [] }, { session: [] }] : [],
    parameters: [
      ...names.map((name) => pathParameter(name, call, book)),
      ...(method === 'GET' ? queryParameters(schema) : []),
      ...(method === 'GET' && takesLimit(call) ? [refTo('parameters', 'limit')] : []),
      ...headerParameters(method, call),
    ],
    ...(method !== 'GET' &&
      takesSomething(schema) && {
        requestBody: {
          required: (schema.required ?? []).length > 0,
          content: {
            'application/json': { schema, ...('request' in example && { example: example.request }) },
            ...Object.fromEntries((bytes?.types ?? []).map((type) => [type, { schema: {} }])),
          },
        },
      }),
    responses: answersOf(method, call, {
      success,
      example: example.answer,
      ids: names.length > 0,
      goes: hasFormer(input),
    }),
  };
}

const takesSomething = ({ properties }: JsonSchema) => Object.keys(properties ?? {}).length > 0;

/** For example `getTasksTaskId`. Programs that generate clients use it. */
function operationId(method: Method, path: string): string {
  const words = path.split(/\W+/).filter((word) => word !== '' && word !== 'api');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return method.toLowerCase() + words.map(capital).join('');
}

function rolesOf(may: Exclude<Call['may'], 'anybody'>): Operation['x-roles'] {
  const reaches = ROLES.map((role) => {
    const far = may === 'signed in' ? 'any' : reach({ roles: [role] }, may);
    return far === 'no' ? [] : [[role, far] as const];
  });
  return Object.fromEntries(reaches.flat());
}

function pathParameter(name: string, { path }: Call, book: SchemaBook): Parameter | Ref {
  const said = path?.[name];
  const inPath = { name, in: 'path', required: true } as const;
  if (said && said !== id) return { ...inPath, schema: book.input(said) };
  book.ids[name] = { ...inPath, schema: schemaRef('Id') };
  return refTo('parameters', name);
}

function queryParameters({ properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema,
  }));
}

type Said = [description: string, schema?: JsonSchema];
const headers = <Name extends string>(said: Record<Name, Said>) =>
  Object.fromEntries(
    Object.entries<Said>(said).map(([name, [description, schema = {}]]) => [
      name,
      { name, in: 'header', description, schema: { type: 'string', ...schema } },
    ]),
  ) as Record<Name, Parameter>;

const SHARED_PARAMETERS = {
  limit: LIMIT_PARAMETER,
  ...headers({
    'X-User-Id': ['The id of the user this call is meant for; 401 if someone else is signed in'],
    'If-None-Match': ['The ETag you received'],
    'Idempotency-Key': [
      'Repeating the same key and body within 7 days returns the first response again, with the header Idempotent-Replayed: true',
      { minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
    ],
    'If-Match': ['The ETag you received; 412 if it has changed since'],
    'webhook-id': ['Stays the same for all attempts'],
    'webhook-timestamp': ['Seconds since 1970'],
    'webhook-signature': ['`v1,` and the base64 of the HMAC-SHA256'],
  }),
};
const DELIVERY_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

function headerParameters(method: Method, { may, guarded }: Call): Ref[] {
  if (may === 'anybody') return [];
  const names: (keyof typeof SHARED_PARAMETERS)[] = [
    'X-User-Id',
    method === 'GET' ? 'If-None-Match' : 'Idempotency-Key',
    ...(guarded ? (['If-Match'] as const) : []),
  ];
  return names.map((name) => refTo('parameters', name));
}

/** The document describes itself as any JSON object. */
export const AnyDocument = z.looseObject({ openapi: z.literal('3.1.0') });

const ID = { type: 'integer', minimum: 1, maximum: LARGEST_ID };
/** Ids in answers and paths, and those that clients send. */
const IDS: Record<string, JsonSchema> = {
  Id: ID,
  GivenId: { anyOf: [ID, { type: 'string', pattern: '^[1-9]\\d{0,9}$' }] },
};
const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

class SchemaBook {
  readonly components: Record<string, JsonSchema> = {};
  /** Parameters of paths that are ids, by name. */
  readonly ids: Record<string, Parameter> = {};

  /** The schema of values that the client sends. */
  input(schema: z.ZodType): JsonSchema {
    return this.#take(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  }

  /** The schema of values that the server sends. */
  output(schema: z.ZodType): JsonSchema {
    return this.#take(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
  }

  #take(made: object): JsonSchema {
    const moved = JSON.parse(
      JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'),
      (_, part: unknown) => (typeof part === 'object' && part !== null ? plain(part as JsonSchema) : part),
    ) as JsonSchema & { id?: string; $defs?: Record<string, JsonSchema & { id?: string }> };
    const { $schema: _, $defs = {}, ...schema } = moved;
    for (const { id: name = '', ...named } of Object.values($defs)) this.components[name] = named;
    const { id: name, ...own } = schema;
    if (name === undefined) return own;
    this.components[name] = own;
    return schemaRef(name);
  }
}

/** Shortens a part of zod's output. */
function plain(schema: JsonSchema): JsonSchema {
  const { type, minimum, maximum, format, ...rest } = schema;
  if (format === 'id') return { ...rest, ...schemaRef('GivenId') };
  if (type === ID.type && minimum === ID.minimum && maximum === ID.maximum)
    return { ...rest, ...schemaRef('Id') };
  if (schema.format === 'date-time' || schema.format === 'date') {
    delete schema.pattern;
    delete schema.anyOf;
    schema.type = 'string';
  }
  if (['uuid', 'ipv4', 'ipv6'].includes(schema.format ?? '')) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  return schema;
}
