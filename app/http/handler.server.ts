/** One request, from the socket to Remix and back. The order of the steps matters. */
import type { ServerBuild } from '@remix-run/node';
import { createRequestHandler } from '@remix-run/node';
import compression from 'compression';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { log } from '~/log.server';
import { sendResponse, toRequest } from './adapter.server';
import { answerUnchanged } from './fast-path.server';
import { admit, refuse } from './gate.server';
import { DATA_POLICY, pagePolicy, securityHeaders } from './headers.server';
import { clientIpOf, hostOf, isSecure } from './origin.server';

type Options = {
  build: ServerBuild;
  /** Folder of the files that anybody may have. */
  publicFolder: string;
  /** Whether to send traffic here: database reachable, migrations current, not stopping. */
  isReady: () => Promise<boolean>;
};

export function createHandler({ build, publicFolder, isReady }: Options): RequestListener {
  const remix = createRequestHandler(build, 'production');
  const assets = sirv(publicFolder, {
    etag: true,
    setHeaders: (response, path) => {
      const hashed = path.startsWith('/build/');
      response.setHeader(
        'Cache-Control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const compress = compression();

  const answer = async (request: IncomingMessage, response: ServerResponse, requestId: string) => {
    const secure = isSecure(request);
    for (const [name, value] of Object.entries(securityHeaders({ secure }))) response.setHeader(name, value);
    response.setHeader('X-Request-Id', requestId);
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/healthz' || path === '/readyz') {
      await answerHealth(response, path === '/healthz' || (await isReady()));
      return;
    }
    await step((next) => {
      compress(request as never, response as never, next);
    });
    const isApi = path?.startsWith('/api') ?? false;
    if (!isApi && (await served(assets, request, response))) return;
    const unchanged = isApi && request.method === 'GET' ? await answerUnchanged(request) : null;
    if (unchanged) {
      response.writeHead(unchanged.status, unchanged.headers).end();
      return;
    }
    const admitted = await admit(request, response, hostOf(request));
    if (!admitted) return;
    const cspNonce = randomBytes(16).toString('base64');
    const context = { cspNonce, requestId, clientIp: clientIpOf(request), secure };
    const result = await remix(toRequest(request, response, admitted), context);
    const isPage = result.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    response.setHeader(
      'Content-Security-Policy',
      isPage ? pagePolicy({ nonce: cspNonce, host: hostOf(request), secure }) : DATA_POLICY,
    );
    if (!result.headers.has('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
    await sendResponse(response, result, request.method === 'HEAD');
  };

  return (request, response) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    response.once('close', () => {
      const { method, url = '' } = request;
      const ms = Math.round(performance.now() - startedAt);
      log.info({ requestId, method, path: url.split('?')[0], status: response.statusCode, ms }, 'request');
    });
    answer(request, response, requestId).catch((error: unknown) => {
      if (request.destroyed && !response.writable) return;
      log.error({ err: error, requestId }, 'request failed');
      if (response.headersSent) response.destroy();
      else refuse(request, response, 500, 'Something went wrong. Please try again.');
    });
  };
}

const step = (run: (next: (error?: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    run((error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });

/** Whether the request was for a file, which has then been sent. */
function served(
  assets: ReturnType<typeof sirv>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return Promise.resolve(false);
  return new Promise((resolve) => {
    response.once('close', () => {
      resolve(true);
    });
    assets(request, response, () => {
      resolve(false);
    });
  });
}

function answerHealth(response: ServerResponse, well: boolean): Promise<void> {
  response.writeHead(well ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ ok: well }));
  return Promise.resolve();
}
