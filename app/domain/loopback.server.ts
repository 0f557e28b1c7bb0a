import { isIPv4 } from 'node:net';

/** True for names and addresses that only lead to this machine. An IPv6 address may stand in brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
}
