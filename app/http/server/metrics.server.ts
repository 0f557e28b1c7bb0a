/** `/metrics`, with a token or on a separate port, and the names of routes in it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { httpRequests, withProcessMetrics } from '~/domain/administration/system/metrics.server';
import { metrics } from '~/domain/platform/metrics.server';
import { startSampling } from '~/domain/administration/system/samples.server';
import { env } from '~/process/env.server';
import { RECEIVER } from '~/domain/tracking/devices';
import { REPLIES } from './replies.server';
import { pathOf } from '~/http/api-routes.server';
import { METHODS } from '~/http/call';
import { FORMER_HEADERS } from '~/http/former.server';
import { routeFinder } from './route-finder.server';

const PATH = '/metrics';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const expected = env.METRICS_TOKEN && sha256(`Bearer ${env.METRICS_TOKEN}`);

/** Answers a request for the metrics. @returns false for other requests, and if there is no such page. */
export async function serveMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  if (path !== PATH || request.method !== 'GET' || !expected) return false;
  if (timingSafeEqual(sha256(request.headers.authorization ?? ''), expected)) await answer(response);
  else {
    response.writeHead(401, {
      'WWW-Authenticate': 'Bearer',
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    });
    response.end(JSON.stringify({ error: 'Metrics require the metrics token' }));
  }
  return true;
}

const PREFIX = 'parts_dispatch_';
const FOREIGN = /^# HELP (?:process|nodejs)_/;

/** Our names get a prefix, as metrics of all programs share one space. The former names go with the next release. */
const withPrefix = (text: string): string =>
  text
    .split(/^(?=# HELP )/m)
    .map((block) => {
      if (FOREIGN.test(block)) return block;
      const named = block.replace(/^(# (?:HELP|TYPE) |)(?=[a-z])/gm, `$1${PREFIX}`);
      return named + block.replace(/^# HELP (\S+) .*/, `# HELP $1 Former name of ${PREFIX}$1`);
    })
    .join('');

async function answer(response: ServerResponse): Promise<void> {
  const text = withPrefix(await metrics.metrics());
  response.writeHead(200, {
    'Content-Type': metrics.contentType,
    'Cache-Control': 'no-store',
    ...FORMER_HEADERS,
  });
  response.end(text);
}

/**
 * Starts to measure, and opens the port of the metrics if one is set.
 * @returns its address, and a function that closes it.
 */
export async function openMetrics(): Promise<{ address?: string; close: () => Promise<void> }> {
  const { METRICS_PORT: port, METRICS_HOST: host } = env;
  const sampling = startSampling();
  if (port !== undefined || expected) withProcessMetrics();
  if (port === undefined) {
    return {
      close: () => {
        sampling.stop();
        return Promise.resolve();
      },
    };
  }
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.split('?')[0] === PATH)
      answer(response).catch(() => response.destroy());
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Error(`METRICS_PORT can't be opened: ${error.message}`));
    });
    server.listen(port, host, resolve);
  });
  return {
    address: `http://${host}:${String((server.address() as AddressInfo).port)}${PATH}`,
    close: async () => {
      sampling.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const OTHER = 'other';
const ALONE = ['/healthz', '/readyz', PATH];
const DATA = '.data';

/**
 * Names requests by their routes, never by their address, so that there are few names without ids or links.
 * @returns `/api/tasks/:taskId`, `/dispatcher.data`, `/build/*`; "other" for public files and missing pages.
 */
export function routeNames({ routes }: Pick<ServerBuild, 'routes'>): (path: string) => string {
  const paths = Object.keys(routes).map((id) => pathOf(routes, id));
  const names = [`${RECEIVER}:token`, REPLIES, ...new Set(paths)].filter((path) => !path.includes('*'));
  const find = routeFinder(names.map((name) => [name, name]));
  return (path) => {
    if (path.startsWith('/build/')) return '/build/*';
    if (ALONE.includes(path)) return path;
    const isData = path.endsWith(DATA);
    const found = find((isData ? path.slice(0, -DATA.length) : path).replace(/^\/_root$/, ''));
    return found ? `${found.value || '/'}${isData ? DATA : ''}` : OTHER;
  };
}

/** 202 redirects a data request to the sign-in page. */
const TURNED_AWAY = new Set([202, 302, 303, 401, 403, 405]);
const SIGN_IN = /^\/(auth|api\/login|api\/register|setup|api\/setup)\b/;

/** Counts a request that was answered, or whose client has left. */
export function countRequest(
  { method = '' }: IncomingMessage,
  { statusCode, writableFinished }: ServerResponse,
  { route, isSignedIn, ms }: { route: string; isSignedIn: boolean; ms: number },
): void {
  const known = method === 'HEAD' || METHODS.some((each) => each === method);
  const status = writableFinished ? String(statusCode) : 'aborted';
  // A stranger who tries many addresses must not create a series for each.
  const isNamed = isSignedIn || !TURNED_AWAY.has(statusCode) || SIGN_IN.test(route);
  httpRequests.observe(
    { method: known ? method : OTHER, route: isNamed ? route : OTHER, status },
    ms / 1_000,
  );
}
