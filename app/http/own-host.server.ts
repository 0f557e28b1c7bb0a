/**
 * Names that this machine has without being told: without APP_ORIGIN no other is answered, as somebody else's name can be
 * made to lead here, and a page of theirs would then be one of ours.
 */
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { bareHost, isLoopbackHost, withoutMapping } from '~/domain/ip-address.server';
import { env } from '~/env.server';
import { hostOf } from './origin.server';

/** Ends of names that nobody can have in public. */
const PRIVATE = ['local', 'lan', 'home', 'home.arpa', 'internal', 'intranet', 'localdomain', 'corp'];

const own = hostname().toLowerCase();
const [short = own] = own.split('.');
const names = new Set([own, short, ...PRIVATE.map((end) => `${short}.${end}`), env.HOST?.toLowerCase()]);

/** Whether the request names APP_ORIGIN, this machine, or comes through a proxy that we were told to trust. */
export function isOwnHost(request: IncomingMessage): boolean {
  if (env.APP_ORIGIN !== undefined || env.TRUST_PROXY === 'on') return true;
  const name = nameOf(hostOf(request));
  if (isLoopbackHost(name) || names.has(name)) return true;
  if (withoutMapping(request.socket.localAddress ?? '') === name) return true;
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === name));
}

function nameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? bareHost(new URL(url).hostname) : '';
}

/** For the person who has to set it up. */
export const notOurs = (request: IncomingMessage) =>
  `Parts Dispatch has not been told that its address is ${hostOf(request)}. Whoever runs it sets APP_ORIGIN to the address that people open, such as APP_ORIGIN=http://${hostOf(request)}, and starts it again.`;
