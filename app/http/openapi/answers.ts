/** The possible answers of a call, by status. Refusals are written once, and calls lead to them. */
import type { Call, Method } from '~/http/call';
import { ROLES } from '~/domain/kernel/actor';
import { reach } from '~/domain/kernel/permissions';
import { type Answer, type JsonSchema, type Ref, refTo } from './document';

const number = (description: string) => ({ description, schema: { type: 'string', pattern: '^\\d+$' } });
const text = (description: string) => ({ description, schema: { type: 'string' } });

export const HEADERS = {
  'RateLimit-Limit': number('For API tokens: calls per minute'),
  'RateLimit-Remaining': number('For API tokens: calls left'),
  'RateLimit-Reset': number('For API tokens: seconds until the limit resets'),
  'Retry-After': number('Seconds to wait'),
  ETag: text('Send it in If-None-Match when reading again, or in If-Match when changing it'),
  Link: text('`<…>; rel="next"`: the next page, if there is one'),
  Deprecation: text('`@` and seconds since 1970: the request has a field that goes, which was decided then'),
  Sunset: text('The field that goes will work until then at least'),
};

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const REFUSALS: Record<number, string> = {
  400: 'The URL, an id in it, or the JSON is malformed',
  401: 'Authentication required',
  403: 'You don’t have permission, or the request came from another site',
  404: 'Not found, or not visible to you',
  408: 'The request took too long to arrive',
  409: 'Conflicts with the current state',
  412: 'If-Match does not match the current version',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'A value is not valid',
  429: 'Too many calls',
  431: 'The headers are too large',
  503: 'The service or its database is temporarily unavailable',
};

const ALWAYS = [400, 408, 422, 431, 503];
const OF_WRITES = [403, 409, 413, 415];

/** True when every role has this permission for all rows. */
const isOpenToAll = ({ may }: Call) =>
  may === 'anybody' || may === 'signed in' || ROLES.every((role) => reach({ roles: [role] }, may) === 'any');

/** Refusals and what is unchanged, by status. @param problem the body of every refusal */
export function sharedAnswers(problem: JsonSchema): Record<string, Answer> {
  const refusals = Object.entries(REFUSALS).map(([status, description]): [string, Answer] => [
    status,
    {
      description,
      headers: headers(...LIMITS, ...(['429', '503'].includes(status) ? (['Retry-After'] as const) : [])),
      content: json(problem),
    },
  ]);
  return {
    ...Object.fromEntries(refusals),
    304: {
      description: 'Not changed since you received that ETag',
      headers: headers(...LIMITS, 'ETag'),
    },
  };
}

/** @param ids true when the path names something that may not exist. @param goes true if it takes a field that goes. */
export function answersOf(
  method: Method,
  call: Call,
  { success, example, ids, goes }: { success: JsonSchema; example: unknown; ids: boolean; goes: boolean },
): Record<string, Answer | Ref> {
  const isSignedIn = call.may !== 'anybody';
  const statuses = new Set([...ALWAYS, ...(call.refusals ?? [])]);
  if (isSignedIn) for (const status of [401, 429]) statuses.add(status);
  if (method !== 'GET') for (const status of OF_WRITES) statuses.add(status);
  if (!isOpenToAll(call)) statuses.add(403);
  if (ids) statuses.add(404);
  if (call.guarded) statuses.add(412);
  const isRead = method === 'GET';
  const names = [
    ...(isRead ? (['ETag'] as const) : []),
    ...(call.paged ? (['Link'] as const) : []),
    ...(goes ? (['Deprecation', 'Sunset'] as const) : []),
  ];
  const answer: Answer = {
    description: call.status === 201 ? 'Created' : 'OK',
    ...(isSignedIn && names.length > 0 && { headers: headers(...names) }),
    content: contentOf(call, success, call.creates ? undefined : example),
  };
  const status = call.status ?? 200;
  if (isRead && isSignedIn) statuses.add(304);
  for (const each of statuses)
    if (each !== 304 && !(each in REFUSALS)) throw new Error(`No description for status ${String(each)}`);
  return {
    [String(status)]: answer,
    ...(call.creates &&
      status === 200 && {
        201: { ...answer, description: 'Created', content: contentOf(call, success, example) },
      }),
    ...Object.fromEntries([...statuses].map((each) => [String(each), refTo('responses', String(each))])),
  };
}

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

function contentOf({ answer }: Call, success: JsonSchema, example?: unknown): Answer['content'] {
  if (!('media' in answer)) return json(success, example);
  return Object.fromEntries(answer.media.map((type) => [type, { schema: {} }]));
}
