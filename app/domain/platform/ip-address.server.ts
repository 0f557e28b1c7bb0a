/** IP addresses: which lead to this machine or to a private network, and by which attempts are counted. */
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Null for everything that Node.js does not take for an address: ipaddr.js also reads `0x7f.1`. */
const parse = (text: string) => (isIP(text) === 0 ? null : ipaddr.parse(text));

/** Without the brackets that a URL puts around an IPv6 address, and without the dot at the end of a full name. */
export const bareHost = (host: string) => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** True for names and addresses that only lead to this machine. An IPv6 address may stand in brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = bareHost(host);
  return name === 'localhost' || name.endsWith('.localhost') || parse(name)?.range() === 'loopback';
}

const NEARBY = ['loopback', 'private', 'linkLocal', 'uniqueLocal'];

/** True for addresses of this machine and of the networks it stands in. */
export const isNearby = (address: string) => NEARBY.includes(parse(address)?.range() ?? '');

const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** False for every range that is reserved, and for IPv6 addresses that can lead to an IPv4 address. */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}

/** An IPv4 address as such, also where a socket of both families writes `::ffff:203.0.113.9`. */
export const withoutMapping = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/, '');

/** An IPv4 address, or the network of an IPv6 address: who has one address of a network has 2^64 of them. */
export function networkOf(ip: string): string {
  const parsed = parse(ip);
  if (!(parsed instanceof ipaddr.IPv6)) return ip;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
