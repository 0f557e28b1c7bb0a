/** Handles one request from the socket to Remix and back. The order of the steps matters. */
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { asDomainError } from '~/domain/kernel/faults.server';
import { databaseNow } from '~/domain/platform/clock.server';
import { dataAsOf, withReads } from '~/domain/platform/replica.server';
import { env } from '~/process/env.server';
import { log, loggablePath, loggedAs, type LoggedRequest } from '~/process/log.server';
import { headersOf, sendResponse, toRequest } from './adapter.server';
import { withBody } from '~/http/incoming-body.server';
import {
  findActor,
  hasJustWritten,
  justWritten,
  lookingUpOnce,
  queueClientOf,
  rememberClient,
} from '~/http/session.server';
import { serveAssets, SERVICE_WORKER, serviceWorker } from '~/http/assets.server';
import { errorHeaders, isApiPath, refuse, STATUS } from '~/http/errors.server';
import { addressOf, admit } from './gate.server';
import { pagePolicy, securityHeaders } from './headers.server';
import { describeApi } from '~/http/openapi/openapi.server';
import { apiRoutes } from '~/http/api-routes.server';
import { COMPRESSED_FROM_BYTES, STORED_AND_CHECKED } from '~/http/response-cache.server';
import { countRequest, routeNames, serveMetrics } from './metrics.server';
import {
  canClearBrowser,
  clientIpOf,
  hostOf,
  isOwnHost,
  isPlain,
  isSecure,
  isStrictlySecure,
  notOurs,
  proxyRequestIdOf,
} from '~/http/origin.server';
import { createPages } from './pages.server';
import { callFinder, type FoundCall } from './route-finder.server';
import { REPLIES, takeReply } from './replies.server';
import { answerTile, TILES } from './tiles.server';
import { isReceiver, receive } from './trackers.server';
import { requestQueue, runInTurn } from '~/http/request-queue.server';
import { version } from '~/process/version.server';
import { inLanguage } from '~/words/spoken.server';
import { acceptedBy } from '~/http/language.server';

type Options = {
  build: ServerBuild;
  /** The folder of public files. */
  publicFolder: string;
  isStopping: () => boolean;
  /** True when the database can be reached, so that this instance may get traffic. */
  isReady: () => Promise<boolean>;
  /** False when only a restart can help. */
  isAlive: () => boolean;
};

type Admitted = {
  url: URL;
  call: FoundCall | null;
  body: Buffer | null;
  info: LoggedRequest;
  response: ServerResponse;
};

/** Scripts may name the version that they were written for. */
const VERSION_OF_API = /^\/api\/v1(?=\/)/;
const RETRY_AFTER_S = '2';
const WHEN_BUSY_S = '5';

export function createHandler({
  build,
  publicFolder,
  isStopping,
  isReady,
  isAlive,
}: Options): RequestListener {
  const isRemixAlone = env.TEST_REMIX_ROUTES === 'on';
  const pages = isRemixAlone ? createRequestHandler(build, 'production') : createPages(build);
  const serveAsset = serveAssets(publicFolder);
  const routeOf = routeNames(build);
  const findCall = callFinder(build.routes);
  const calls = apiRoutes(build.routes);
  const serveWorker = serviceWorker(build);
  let description: ReturnType<typeof describeApi> | undefined;
  const describe = () => (description ??= describeApi(calls));

  const queue = requestQueue(env.LONGEST_WAIT_SECONDS * 1_000);

  const answer = async (request: IncomingMessage, response: ServerResponse, info: LoggedRequest) => {
    const { requestId } = info;
    const url = addressOf(request);
    const headers = securityHeaders({ isStrict: isStrictlySecure(request), path: url?.pathname ?? '' });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('X-Request-Id', requestId);
    if (isStopping()) response.setHeader('Connection', 'close');

    if (!url) {
      refuse(request, response, 400, 'The URL is not valid');
      return;
    }
    const path = url.pathname;
    if (path === '/healthz') {
      answerHealth(response, isAlive(), { version });
      return;
    }
    if (path === '/readyz') {
      answerHealth(response, !isStopping() && (await isReady()));
      return;
    }
    if (!isPlain(request) && (await serveMetrics(request, response, path))) return;

    if (!isOwnHost(request)) {
      refuse(request, response, 400, notOurs(request));
      return;
    }
    if (isPlain(request)) {
      // A form or a token in plain text is not redirected, so that it is not sent again.
      if (isReading(request))
        response.setHeader('Location', `https://${hostOf(request)}${request.url ?? '/'}`);
      refuse(request, response, isReading(request) ? 307 : 400, 'Use https for this URL');
      return;
    }
    const tooMany = () => {
      response.setHeader('Retry-After', WHEN_BUSY_S);
      refuse(request, response, 503, 'The service is busy. Please try again in a few seconds.');
    };
    if (isReceiver(path)) {
      await receive(request, response, { url, client: info.client, queue, busy: tooMany });
      return;
    }
    if (path === REPLIES) {
      await takeReply(request, response, { url, client: info.client });
      return;
    }
    const isApi = isApiPath(path);
    if (!isApi && isReading(request)) {
      await compressing(request, response);
      if (path === SERVICE_WORKER && request.method === 'GET') {
        await serveWorker(response);
        return;
      }
      if (await serveAsset(request, response)) return;
    }
    if (path.startsWith('/build/')) {
      refuse(request, response, 404, 'Not found');
      return;
    }
    // This is checked before the body is read, and again when the request gets its turn.
    if (queue.refusalOf(queueClientOf(request, info.client))) {
      tooMany();
      return;
    }
    if (isApi || !isReading(request)) await compressing(request, response);
    const call = isApi ? findCall(path) : null;
    const body = await admit(request, response, {
      path,
      call,
      findActor: () => findActor({ headers: headersOf(request) }),
    });
    if (body === 'refused') return;
    if (info.userId !== undefined) rememberClient(request, info.userId);
    let sent: Promise<void> | undefined;
    const isTaken = await runInTurn(queue, queueClientOf(request, info.client), async () => {
      if (response.destroyed) return; // the client disconnected while it waited
      const result = await route(request, { url, call, body, info, response });
      // Phones correct the times of taps by it. A proxy may replace the header Date.
      if (!isReading(request) && info.userId !== undefined)
        response.setHeader('Server-Time', new Date(databaseNow()).toISOString());
      const asOf = dataAsOf();
      if (asOf !== null) response.setHeader('Data-As-Of', asOf);
      if (env.DATABASE_READ_URL && !isReading(request) && result.status < 400)
        response.appendHeader('Set-Cookie', justWritten(isSecure(request)));
      const cacheControl = result.headers.get('Cache-Control');
      // An answer that a logout can't clear must not be stored at all.
      if (cacheControl === STORED_AND_CHECKED && !canClearBrowser(request))
        result.headers.set('Cache-Control', 'no-store');
      else if (cacheControl === null) response.setHeader('Cache-Control', 'no-store');
      sent = sendResponse(response, result, request.method === 'HEAD');
      await compressed(response, sent);
    });
    if (!isTaken) tooMany();
    await sent;
  };

  /** The part of a request that runs in the queue. */
  const route = async (
    request: IncomingMessage,
    { url, call, body, info, response }: Admitted,
  ): Promise<Response> => {
    const path = url.pathname;
    const { requestId, client: clientIp } = info;
    const secure = isSecure(request);
    const cspNonce = randomBytes(16).toString('base64');
    const context = { cspNonce, requestId, clientIp, secure, describeApi: describe };
    if (isApiPath(path) && !isRemixAlone) {
      if (!call)
        return Response.json({ error: 'This API call does not exist', code: 'noSuchCall' }, { status: 404 });
      const asking = withBody(toRequest(request, response, url, null), body);
      const answer = isReading(request) ? call.loader : call.action;
      return answer({ request: asking, params: call.params, context });
    }
    const sent = toRequest(request, response, url, body);
    if (path.startsWith(TILES) && isReading(request)) return answerTile(sent);
    const result = await inLanguage(acceptedBy(sent.headers), () => pages(sent, context));
    if (result.headers.get('Content-Type')?.startsWith('text/html')) {
      const policy = pagePolicy({ nonce: cspNonce, host: hostOf(request), secure });
      response.setHeader('Content-Security-Policy', policy);
    }
    return result;
  };

  return (request, response) => {
    request.url = request.url?.replace(VERSION_OF_API, '/api');
    const requestId = randomUUID();
    const proxyRequestId = proxyRequestIdOf(request);
    const info: LoggedRequest = {
      requestId,
      client: clientIpOf(request),
      ...(proxyRequestId && { proxyRequestId }),
    };
    const startedAt = performance.now();
    response.once('close', () => {
      if (info.userId !== undefined) rememberClient(request, info.userId);
      const { method, url = '' } = request;
      const ms = performance.now() - startedAt;
      const [sent = ''] = url.split('?');
      countRequest(request, response, { route: routeOf(sent), isSignedIn: info.userId !== undefined, ms });
      const path = loggablePath(sent);
      loggedAs(info, () => {
        const level = isPositionTaken(sent, response) ? 'debug' : 'info';
        log[level]({ method, path, status: response.statusCode, ms: Math.round(ms) }, 'request');
      });
    });
    const failed = (error: unknown) => {
      if (response.destroyed) return; // the client disconnected
      const known = asDomainError(error);
      if (known) log.warn({ err: error }, 'service unavailable');
      else log.error({ err: error }, 'request failed');
      if (response.headersSent) {
        response.destroy();
        return;
      }
      for (const [name, value] of Object.entries(known ? errorHeaders(known) : {}))
        response.setHeader(name, value);
      const message = known?.message ?? 'Something went wrong. Please try again.';
      refuse(request, response, known ? STATUS[known.kind] : 500, message);
    };
    void loggedAs(info, () =>
      withReads(!isReading(request) || hasJustWritten(request), () =>
        lookingUpOnce(() => answer(request, response, info)).catch(failed),
      ),
    );
  };
}

/** Phones report every few seconds, and would fill most of the log. Metrics count them. */
const isPositionTaken = (path: string, { statusCode }: ServerResponse) =>
  statusCode === 200 && (isReceiver(path) || path === '/api/positions');

const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

type Step = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

// It is typed for Express, but it only uses Node's request and response.
const compress = compression({ threshold: COMPRESSED_FROM_BYTES }) as unknown as Step;

/** Compresses the answer from now on, if its type and the client allow it. */
const compressing = (request: IncomingMessage, response: ServerResponse) =>
  new Promise<void>((resolve, reject) => {
    compress(request, response, (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });

const LONGEST_SENDING_MS = 1_000;

/** Resolves when an answer is compressed. A turn includes that work, but not sending to a slow client. */
function compressed(response: ServerResponse, sent: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(resolve, LONGEST_SENDING_MS);
    const end = () => {
      clearTimeout(late);
      resolve();
    };
    response.once('finish', end).once('close', end);
    sent.catch(reject);
  });
}

function answerHealth(response: ServerResponse, well: boolean, more: object = {}): void {
  if (!well) response.setHeader('Retry-After', RETRY_AFTER_S);
  response.writeHead(well ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ ok: well, ...more }));
}
