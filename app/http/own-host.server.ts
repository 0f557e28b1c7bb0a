/**
 * The names and addresses of this machine. Without APP_ORIGIN no other host is answered: an attacker's name may resolve to
 * this machine (DNS rebinding), and the attacker's page would then be same-origin.
 */
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { bareHost, isLoopbackHost, withoutMapping } from '~/domain/ip-address.server';
import { env } from '~/env.server';
import { hostOf } from './origin.server';

/** Name endings that do not exist in public DNS. */
const PRIVATE = ['local', 'lan', 'home', 'home.arpa', 'internal', 'intranet', 'localdomain', 'corp'];

const own = hostname().toLowerCase();
const [short = own] = own.split('.');
const names = new Set([own, short, ...PRIVATE.map((end) => `${short}.${end}`), env.HOST?.toLowerCase()]);

/** True for APP_ORIGIN, for a host of this machine, and for everything from a trusted proxy. */
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

/** The refusal, for the operator. */
export const notOurs = (request: IncomingMessage) =>
  `Parts Dispatch has not been told that its address is ${hostOf(request)}. Whoever runs it sets APP_ORIGIN to the address that people open, such as APP_ORIGIN=http://${hostOf(request)}, and starts it again.`;
