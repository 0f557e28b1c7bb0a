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
  'Idempotent-Replayed': text('`true` when this repeats the first response to the same Idempotency-Key'),
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
    nameOf(status),
    {
      description,
      headers: headers(...LIMITS, ...(['429', '503'].includes(status) ? (['Retry-After'] as const) : [])),
      content: json(problem),
    },
  ]);
  return {
    ...Object.fromEntries(refusals),
    [nameOf(304)]: {
      description: 'Not changed since you received that ETag',
      headers: headers(...LIMITS, 'ETag'),
    },
  };
}

const nameOf = (status: number | string) => `Status${String(status)}`;

/** @param ids true when the path names something that may not exist. */
export function answersOf(
  method: Method,
  call: Call,
  { success, ids }: { success: JsonSchema; ids: boolean },
): Record<string, Answer | Ref> {
  const isSignedIn = call.may !== 'anybody';
  const statuses = new Set([...ALWAYS, ...(call.refusals ?? [])]);
  if (isSignedIn) for (const status of [401, 429]) statuses.add(status);
  if (method !== 'GET') for (const status of OF_WRITES) statuses.add(status);
  if (!isOpenToAll(call)) statuses.add(403);
  if (ids) statuses.add(404);
  if (call.guarded) statuses.add(412);
  const isRead = method === 'GET';
  const answer: Answer = {
    description: call.status === 201 ? 'Created' : 'OK',
    ...(isSignedIn && {
      headers: headers(
        ...LIMITS,
        isRead ? 'ETag' : 'Idempotent-Replayed',
        ...(call.paged ? (['Link'] as const) : []),
      ),
    }),
    content: contentOf(call, success),
  };
  const status = call.status ?? 200;
  if (isRead && isSignedIn) statuses.add(304);
  for (const each of statuses)
    if (each !== 304 && !(each in REFUSALS)) throw new Error(`No description for status ${String(each)}`);
  return {
    [String(status)]: answer,
    ...(call.creates && status === 200 && { 201: { ...answer, description: 'Created' } }),
    ...Object.fromEntries([...statuses].map((each) => [String(each), refTo('responses', nameOf(each))])),
  };
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

function contentOf({ answer }: Call, success: JsonSchema): Answer['content'] {
  if (!('media' in answer)) return json(success);
  return Object.fromEntries(answer.media.map((type) => [type, { schema: {} }]));
}
