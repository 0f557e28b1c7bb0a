/** Requests that follow the document, and requests that do not. */
import fc from 'fast-check';
import {
  type Document,
  type JsonSchema,
  type Operation,
  type Parameter,
  parametersIn,
} from '~/http/openapi/document';
import { oddText, oddValue, valuesOf, type Samples } from './values';

export const ACTORS = ['admin', 'dispatcher', 'driver', 'token', 'nobody'] as const;
export type ActorName = (typeof ACTORS)[number];

export type Planned = {
  actor: ActorName;
  method: string;
  /** The path as the document writes it. */
  template: string;
  /** Values of the path's parameters. Ids are numbers or placeholders, and others are the text of the address. */
  path: Record<string, unknown>;
  query: [string, unknown][];
  headers: Record<string, string>;
  body?: unknown;
  /** Bytes to send instead of JSON. */
  raw?: string | Uint8Array;
  /** The change made to the request; null when it follows the document. */
  mutation: string | null;
};

type Known = { template: string; method: string; operation: Operation; parameters: Parameter[] };

const OFFICE_FIRST = fc.oneof(
  { weight: 5, arbitrary: fc.constant<ActorName>('admin') },
  { weight: 5, arbitrary: fc.constantFrom<ActorName>(...ACTORS) },
);

export function operationsOf(document: Document): Known[] {
  return Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      template,
      method: method.toUpperCase(),
      operation,
      parameters: parametersIn(document, operation),
    })),
  );
}

/** Returns requests to each call of the document: half of them follow it. */
export function requestsFrom(document: Document, samples: Samples): fc.Arbitrary<Planned>[] {
  const { valueOf, objectOf } = valuesOf(document, samples);

  const valid = ({ template, method, operation, parameters }: Known): fc.Arbitrary<Planned> => {
    const of = (place: string) => parameters.filter((each) => each.in === place);
    const path = Object.fromEntries(of('path').map(({ name, schema }) => [name, valueOf(schema, name)]));
    const query = fc.record(
      Object.fromEntries(of('query').map(({ name, schema }) => [name, valueOf(schema, name)])),
      { requiredKeys: of('query').flatMap(({ name, required }) => (required ? [name] : [])) },
    );
    const schema = operation.requestBody?.content['application/json']?.schema;
    const body: fc.Arbitrary<unknown> = schema ? objectOf(schema) : fc.constant(undefined);
    const key = fc.option(fc.uuid(), { freq: 3, nil: undefined });
    return fc.record({
      actor: operation.security.length === 0 ? fc.constant<ActorName>('nobody') : OFFICE_FIRST,
      method: fc.constant(method),
      template: fc.constant(template),
      path: fc.record(path),
      query: query.map((values): [string, unknown][] => Object.entries(values)),
      headers: key.map((each): Record<string, string> =>
        method === 'GET' || each === undefined ? {} : { 'Idempotency-Key': each },
      ),
      body,
      mutation: fc.constant(null),
    });
  };

  return operationsOf(document).map((known) => {
    const asDescribed = valid(known);
    return fc.oneof(
      asDescribed,
      asDescribed.chain((plan) => mutated(plan, known)),
    );
  });
}

const ODD_IDS = [
  '0',
  '-1',
  'abc',
  '1e3',
  '1.0',
  '99999999999',
  '2147483648',
  '%20',
  '%00',
  '..%2f',
  '%F0%9F%98%80',
  '%E0%A4%A',
  '1%0d%0a',
  '١',
  'null',
];

const ODD_HEADERS: Record<string, string[]> = {
  'Idempotency-Key': ['', ' ', 'a b', 'x'.repeat(201), 'é', '\t', '{}'],
  'If-Match': ['', '*', '"1"', 'W/"1"', '"999999999"', '"9999999999999"', 'abc', '"1-2"'],
  'If-None-Match': ['', '*', '"1"', 'W/"x", "y"', ','],
  'X-User-Id': ['', '0', '999999', 'abc', '1, 1'],
  'Content-Type': [
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'application/jsonx',
  ],
  'Content-Encoding': ['gzip', 'identity'],
  Accept: ['', 'text/html', 'image/*', '*/*;q=0'],
  'Accept-Encoding': ['gzip, br', 'identity;q=0', '*;q=0'],
  Authorization: [
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer pd_' + 'a'.repeat(43),
    'Basic YTpi',
    'bearer \u00ff',
  ],
  Cookie: ['session=', 'session=' + 'a'.repeat(43), 'session=a; session=b', 'flash=x.y'],
  Origin: ['https://evil.example', 'null', 'not a url', ''],
  'Sec-Fetch-Site': ['cross-site', 'same-site', 'none', 'odd'],
  Range: ['bytes=0-1', 'bytes=9-1'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Forwarded-For': ['1.2.3.4', 'x'],
  Host: ['evil.example', ''],
};

function mutated(plan: Planned, { operation, parameters }: Known): fc.Arbitrary<Planned> {
  const names = Object.keys(plan.path);
  const schema: JsonSchema = operation.requestBody?.content['application/json']?.schema ?? {};
  const fields = Object.keys(schema.properties ?? {});
  const body = typeof plan.body === 'object' && plan.body !== null ? plan.body : {};
  const queries = parameters.filter((each) => each.in === 'query').map(({ name }) => name);

  const ways: fc.Arbitrary<Planned>[] = [
    fc.constantFrom(...Object.keys(ODD_HEADERS)).chain((name) =>
      fc.constantFrom(...(ODD_HEADERS[name] ?? [''])).map((value) => ({
        ...plan,
        headers: { ...plan.headers, [name]: value },
        mutation: `header ${name}`,
      })),
    ),
    fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND').map((method) => ({
      ...plan,
      method,
      ...((method === 'GET' || method === 'HEAD') && { body: undefined }),
      mutation: 'method',
    })),
    fc
      .tuple(fc.constantFrom('unknown', '__proto__', 'constructor', 'limit', ...queries), oddText)
      .map(([name, value]) => ({
        ...plan,
        query: [...plan.query, [name, value]],
        mutation: `query ${name}`,
      })),
  ];
  if (names.length > 0)
    ways.push(
      fc.tuple(fc.constantFrom(...names), fc.constantFrom(...ODD_IDS)).map(([name, value]) => ({
        ...plan,
        path: { ...plan.path, [name]: value },
        mutation: `path ${name}`,
      })),
    );
  if (plan.method !== 'GET') {
    const withBody = (changed: unknown, mutation: string): Planned => ({ ...plan, body: changed, mutation });
    ways.push(
      fc
        .tuple(fc.constantFrom('unknown', 'id', '__proto__', ...fields), oddValue)
        .map(([name, value]) => withBody(withOwn(body, name, value), `field ${name}`)),
      oddValue.map((value) => withBody(value, 'body')),
      fc
        .constantFrom<string | Uint8Array>(
          '{',
          '',
          '\0',
          '{"a":1e400}',
          'undefined',
          '[1,]',
          '\ufeff{}',
          '{"taskIds":[1],"taskIds":[2]}',
          new Uint8Array([0x7b, 0xff, 0x7d]),
        )
        .map((raw) => ({ ...plan, raw, mutation: 'raw body' })),
      fc.constantFrom(70_000, 500_000).map((size) => ({
        ...plan,
        raw: JSON.stringify({ notes: 'x'.repeat(size) }),
        mutation: 'huge body',
      })),
    );
    if (fields.length > 0)
      ways.push(
        fc
          .constantFrom(...fields)
          .chain((name) => oddValue.map((value) => withBody(withOwn(body, name, value), `field ${name}`))),
        fc
          .constantFrom(...fields)
          .map((name) =>
            withBody(
              Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)),
              `without ${name}`,
            ),
          ),
      );
  }
  return fc.oneof(...ways);
}

const withOwn = (body: object, name: string, value: unknown) =>
  Object.fromEntries([...Object.entries(body), [name, value]]);
