/** The possible answers of a call, by status. */
import type { Call, Method } from '~/http/call';
import { ROLES } from '~/domain/kernel/actor';
import { reach } from '~/domain/kernel/permissions';
import type { Answer, JsonSchema } from './document';

const number = (description: string) => ({ description, schema: { type: 'string', pattern: '^\\d+$' } });
const text = (description: string) => ({ description, schema: { type: 'string' } });

const LIMITS = {
  'RateLimit-Limit': number('For API tokens: calls per minute'),
  'RateLimit-Remaining': number('Calls left'),
  'RateLimit-Reset': number('Seconds until the limit resets'),
};
const RETRY = { 'Retry-After': number('Seconds to wait') };
const ETAG = text('Send it in If-None-Match when reading again, or in If-Match when changing it');

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

/** @param ids true when the path names something that may not exist. */
export function answersOf(
  method: Method,
  call: Call,
  { success, problem, ids }: { success: JsonSchema; problem: JsonSchema; ids: boolean },
): Record<string, Answer> {
  const isSignedIn = call.may !== 'anybody';
  const statuses = new Set([...ALWAYS, ...(call.refusals ?? [])]);
  if (isSignedIn) for (const status of [401, 429]) statuses.add(status);
  if (method !== 'GET') for (const status of OF_WRITES) statuses.add(status);
  if (!isOpenToAll(call)) statuses.add(403);
  if (ids) statuses.add(404);
  if (call.guarded) statuses.add(412);
  const limits = isSignedIn ? LIMITS : {};

  const answers: Record<string, Answer> = {
    [String(call.status ?? 200)]: {
      description: call.status === 201 ? 'Created' : 'OK',
      headers: {
        ...limits,
        ...(method === 'GET' && isSignedIn ? { ETag: ETAG } : {}),
        ...(call.paged && { Link: text('`<…>; rel="next"`: the next page, if there is one') }),
        ...(method !== 'GET' &&
          isSignedIn && {
            'Idempotent-Replayed': text(
              '`true` when this repeats the first response to the same Idempotency-Key',
            ),
          }),
      },
      content: contentOf(call, success),
    },
  };
  if (call.creates && answers['200']) answers['201'] = { ...answers['200'], description: 'Created' };
  if (method === 'GET' && isSignedIn)
    answers['304'] = {
      description: 'Not changed since you received that ETag',
      headers: { ...limits, ETag: ETAG },
    };
  for (const status of statuses) {
    const description = REFUSALS[status];
    if (description === undefined) throw new Error(`No description for status ${String(status)}`);
    const headers = status === 429 || status === 503 ? { ...limits, ...RETRY } : limits;
    answers[String(status)] = { description, headers, content: json(problem) };
  }
  return answers;
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

function contentOf({ answer }: Call, success: JsonSchema): Answer['content'] {
  if (!('media' in answer)) return json(success);
  return Object.fromEntries(answer.media.map((type) => [type, { schema: {} }]));
}
