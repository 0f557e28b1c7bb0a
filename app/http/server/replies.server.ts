/**
 * Receives customers' answers to text messages from the provider, in Twilio's format. Only the signature counts: no
 * cookie is read here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bucket } from '~/domain/platform/rate-limit.server';
import { networkOf } from '~/domain/platform/ip-address.server';
import { isSigned, receiveReply } from '~/domain/customers/messages/replies.server';
import { env } from '~/process/env.server';
import { refuse } from '~/http/errors.server';
import { hold, readBody, UNKNOWN } from '~/http/incoming-body.server';

export const REPLIES = '/sms/replies';

/** The limit for wrong signatures, per instance. */
const mayMiss = bucket({ most: 30, perSecond: 0.2 });

type Received = { url: URL; client: string };

export async function takeReply(
  request: IncomingMessage,
  response: ServerResponse,
  { url, client }: Received,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    refuse(request, response, 405, `${request.method ?? ''} is not allowed here`);
    return;
  }
  const held = hold(null);
  response.once('close', held.release);
  const read = await readBody(request, { limit: UNKNOWN, hold: held });
  if (read === null) return;
  if (read === 'no room' || !read.isWhole || !('bytes' in read)) {
    refuse(request, response, 413, 'The request is too large');
    return;
  }
  const fields = new URLSearchParams(read.bytes.toString('utf8'));
  // The provider signs the public address, even if a proxy rewrites it.
  const address = `${env.APP_ORIGIN ?? ''}${url.pathname}${url.search}`;
  const signature = request.headers['x-twilio-signature'];
  if (typeof signature !== 'string' || !isSigned(address, fields, signature)) {
    // The limit applies to wrong signatures only. Signed messages are always accepted, so that a STOP does not get
    // lost.
    const isCounted = mayMiss.take(networkOf(client));
    refuse(
      request,
      response,
      isCounted ? 403 : 429,
      isCounted ? 'The signature is wrong' : 'Too many requests',
    );
    return;
  }
  const answer = await receiveReply(fields);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/xml; charset=utf-8');
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Response>${answer ? said(answer) : ''}</Response>`);
}

const said = (text: string) =>
  `<Message>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</Message>`;
