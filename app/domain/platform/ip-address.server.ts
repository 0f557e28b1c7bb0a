/**
 * IP addresses: which of them belong to this machine or a private network, and the address that attempts are
 * counted by.
 */
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/**
 * Returns null for every text that Node.js does not accept as an address, because ipaddr.js also reads
 * `0x7f.1`.
 */
const parse = (text: string) => (isIP(text) === 0 ? null : ipaddr.parse(text));

/** Removes the brackets of an IPv6 address in a URL, and the dot at the end of a full name. */
export const bareHost = (host: string) => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** Returns true for names and addresses that only lead to this machine. An IPv6 address may have brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = bareHost(host);
  return name === 'localhost' || name.endsWith('.localhost') || parse(name)?.range() === 'loopback';
}

const NEARBY = ['loopback', 'private', 'linkLocal', 'uniqueLocal'];

/** Returns true for addresses of this machine and of its networks. */
export const isNearby = (address: string) => NEARBY.includes(parse(address)?.range() ?? '');

const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns false for every reserved range, and for IPv6 addresses that can lead to an IPv4 address. */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}

/** Returns an IPv4 address as such, also when a socket of both families writes `::ffff:203.0.113.9`. */
export const withoutMapping = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/, '');

/**
 * Returns an IPv4 address, or the network of an IPv6 address, because whoever has one address there has 2^64
 * of them.
 */
export function networkOf(ip: string): string {
  const parsed = parse(ip);
  if (!(parsed instanceof ipaddr.IPv6)) return ip;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
