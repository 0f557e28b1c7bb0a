/** All JSON calls by method and path. They are answered without Remix. */
import type { AnyCommand } from '~/domain/kernel/command.server';
import { NoInput } from '~/domain/kernel/schema';
import { handlerOf, endpointOf } from '~/http/api.server';
import { cachedResponse, responseCache, STORED_AND_CHECKED } from '~/http/response-cache.server';
import { AnyDocument } from '~/http/openapi/openapi.server';
import {
  METHODS,
  type Handler,
  type ApiRoute,
  type Endpoint,
  type Endpoints,
  type Method,
} from '~/http/call';
import { accountCalls } from './accounts.server';
import {
  administrationCalls,
  messageCalls,
  positionCalls,
  shiftCalls,
  userCalls,
  webhookCalls,
} from './administration.server';
import { intakeCalls } from './intake.server';
import { taskCalls } from './tasks.server';

type Calls = Record<`${Method} /api/${string}`, AnyCommand | Endpoint>;

/** Anyone may ask for it, so it is printed and compressed once. */
const description: Endpoint = {
  call: { summary: 'This description, as OpenAPI 3.1', may: 'anybody', input: NoInput, answer: AnyDocument },
  handle: async ({ request, context }) => {
    const document = () => Promise.resolve(JSON.stringify(context.describeApi()));
    const cached = await responseCache.getOrMake('/api/openapi.json', 0, document);
    return cachedResponse(request, cached, {
      'Content-Type': 'application/json',
      'Cache-Control': STORED_AND_CHECKED,
      Vary: 'Accept-Encoding',
    });
  },
};

const CALLS: Calls = {
  'GET /api/openapi.json': description,
  ...accountCalls,
  ...administrationCalls,
  ...intakeCalls,
  ...messageCalls,
  ...positionCalls,
  ...shiftCalls,
  ...taskCalls,
  ...userCalls,
  ...webhookCalls,
};

type Route = ApiRoute & { parts: string[]; names: string[]; handle: Handler };

const NAME = /:(\w+)/g;

/** Paths with fewer parameters come first, so that a parameter does not match a fixed word. */
const ROUTES: Route[] = [...endpointsByPath()]
  .map(([path, endpoints]) => ({
    path: path.replaceAll(NAME, '{$1}'),
    parts: path.toLowerCase().split('/'),
    names: [...path.matchAll(NAME)].map(([, name = '']) => name),
    endpoints,
    handle: handlerOf(endpoints),
  }))
  .sort((a, b) => a.names.length - b.names.length);

/** Sorted by path for the documentation. */
export const jsonRoutes: ApiRoute[] = [...ROUTES].sort((a, b) => (a.path < b.path ? -1 : 1));

type FoundCall = { handle: Handler; params: Record<string, string> };

/** @param path the path as it was sent. Its parameters are decoded here. */
export function findCall(path: string): FoundCall | null {
  const sent = path.replace(/\/$/, '').split('/');
  const found = ROUTES.find(({ parts }) => isSamePath(parts, sent));
  if (!found) return null;
  const values = sent.filter((_, index) => found.parts[index]?.startsWith(':'));
  const params = found.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]);
  return { handle: found.handle, params: Object.fromEntries(params) as Record<string, string> };
}

const isSamePath = (parts: string[], sent: string[]) =>
  parts.length === sent.length &&
  parts.every((part, index) =>
    part.startsWith(':') ? sent[index] !== '' : part === sent[index]?.toLowerCase(),
  );

function endpointsByPath(): Map<string, Endpoints> {
  const paths = new Map<string, Endpoints>();
  for (const [key, call] of Object.entries(CALLS)) {
    const [name = '', path = ''] = key.split(' ');
    const method = METHODS.find((each) => each === name);
    if (!method) throw new Error(`${key} has no method`);
    const endpoint = typeof call === 'function' ? endpointOf(method, call) : call;
    const named = [...path.matchAll(NAME)].map(([, each = '']) => each);
    const taken = Object.keys(endpoint.call.path ?? {});
    if (typeof call === 'function' && named.sort().join() !== taken.sort().join())
      throw new Error(`${key} does not name what its command takes`);
    paths.set(path, { ...paths.get(path), [method]: endpoint });
  }
  return paths;
}
