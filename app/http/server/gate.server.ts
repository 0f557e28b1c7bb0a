/** The checks before any route runs. Remix has none for resource routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '~/domain/kernel/actor';
import {
  announcedBytes,
  discardBody,
  hold,
  limitOfCall,
  limitOfPage,
  readBody,
  UNKNOWN,
  type BodyLimit,
} from '~/http/incoming-body.server';
import { boundaryOf, withoutCutPart } from '~/http/body.server';
import { hostOf, isCrossSite } from '~/http/origin.server';
import type { Method } from '~/http/call';
import { isApiPath, refuse } from '~/http/errors.server';
import type { FoundCall } from './route-finder.server';
import { isReceiver } from './trackers.server';

const LONGEST_ADDRESS = 8 * 1_024;
const RETRY_AFTER_S = '2';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The requested URL; null when it or the Host header is malformed. */
export function addressOf(request: IncomingMessage): URL | null {
  const path = request.url ?? '/';
  if (!path.startsWith('/') || path.length > LONGEST_ADDRESS) return null;
  // A tracker app can't correct its positions, so they are dropped with an answer instead of a refusal.
  if (path.includes('%00') && !(isReceiver(path) && !path.split('?')[0]?.includes('%00'))) return null;
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    const host = hostOf(request) || 'localhost';
    // The address is concatenated, because `new URL('//elsewhere', base)` would be another host.
    const url = new URL(`http://${host}${path}`);
    // Older Remix versions requested data this way, and skipped parent loaders. Our pages never send it.
    if (url.searchParams.has('_data')) url.searchParams.delete('_data');
    const isHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host);
    return isHost ? url : null;
  } catch {
    return null;
  }
}

type Received = {
  path: string;
  /** The JSON call at this path. */
  call: FoundCall | null;
  /** Looks up the sender. Called only for bodies above the limit for everyone. */
  findActor: () => Promise<Pick<Actor, 'id'> | null>;
};

/** The request's body; null when it has none, or 'refused' when it was already answered. */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  received: Received,
): Promise<Buffer | null | 'refused'> {
  const { method = '', headers } = request;
  if (method === 'GET' || method === 'HEAD') return null;
  const no = (status: number, message: string, code?: string) => {
    refuse(request, response, status, message, code);
    return 'refused' as const;
  };
  if (!METHODS.includes(method)) {
    response.setHeader('Allow', METHODS.join(', '));
    return no(405, `${method} is not allowed here`, 'methodNotAllowed');
  }
  // Other sites can't set this header without a CORS preflight, which is never answered.
  const hasToken = /^Bearer /i.test(headers.authorization ?? '');
  if (!hasToken && isCrossSite(request)) return no(403, 'Cross-site request refused', 'crossSiteRequest');
  if (headers['content-encoding'] !== undefined) return no(415, 'Compressed request bodies are not accepted');
  const { path, call } = received;
  const contentType = headers['content-type'] ?? '';
  const limit = isApiPath(path)
    ? limitOfCall(call?.loader.endpoints[method as Method]?.call, contentType)
    : limitOfPage(path, contentType);
  const announced = announcedBytes(request);
  if (announced !== undefined && announced > limit.bytes) return no(413, TOO_LARGE);
  const isLarge = limit.bytes > UNKNOWN && (announced === undefined || announced > UNKNOWN);
  const sender = isLarge ? await received.findActor() : null;
  if (response.destroyed) return 'refused'; // the client disconnected
  const held = hold(sender?.id ?? null);
  response.once('close', held.release);
  const taken = await readBody(request, { limit: isLarge && !sender ? UNKNOWN : limit.bytes, hold: held });
  if (taken === null) return 'refused';
  if (taken === 'no room') {
    response.setHeader('Retry-After', RETRY_AFTER_S);
    return no(503, 'The service is busy. Please try again in a moment.');
  }
  if (taken.isWhole) return taken.bytes;
  if (sender || !isLarge) return no(413, TOO_LARGE);
  if (isApiPath(path)) return no(401, 'Authentication required');
  // The page keeps the input, without files, for after the sign-in.
  const typed = withoutFile(taken.bytes, contentType, limit);
  if (!typed) return no(413, TOO_LARGE);
  discardBody(request);
  return typed;
}

const TOO_LARGE = 'The request body is too large';

function withoutFile(start: Buffer, contentType: string, { file, drawing }: BodyLimit): Buffer | null {
  const boundary = boundaryOf(contentType);
  if (!boundary) return null;
  return withoutCutPart(start, boundary, ({ name, filename }) =>
    filename === null ? name === drawing?.name : name === file,
  );
}
