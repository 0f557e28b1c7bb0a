import { isIP } from 'node:net';

/**
 * What attempts are counted by: an IPv4 address, or the network of an IPv6 address, as whoever has one address of it has
 * 2^64 of them.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [start = '', end] = (ip.split('%')[0] ?? '').split('::');
  const groups = (text = '') => text.split(':').filter(Boolean);
  const missing = 8 - groups(start).length - groups(end).length;
  const all = [...groups(start), ...Array.from({ length: missing }, () => '0'), ...groups(end)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
