/** Whom a webhook may not call: this machine and the networks it stands in, whatever name leads there. */
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { env } from '~/env.server';

const REFUSED: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Only what is global, less what can lead back to IPv4. */
const REFUSED_6: [network: string, prefix: number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
];

const list = new BlockList();
for (const [network, prefix] of REFUSED) list.addSubnet(network, prefix, 'ipv4');
const list6 = new BlockList();
for (const [network, prefix] of REFUSED_6) list6.addSubnet(network, prefix, 'ipv6');

export function isRefusedAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return list.check(address, 'ipv4');
  return family !== 6 || list6.check(address, 'ipv6');
}

const isGuarded = env.WEBHOOK_PRIVATE_ADDRESSES === 'off';
const sentence = (address: string) =>
  `${address} is an address of a private network, which webhooks may not call`;

/** Why a host that is written as an address is not called; null when it may be, or is a name. */
export function refusedLiteral(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isGuarded && isIP(host) !== 0 && isRefusedAddress(host) ? sentence(host) : null;
}

/**
 * For `http.request`: finds the addresses that are then called, so that nobody can say another one in between. One that is
 * refused refuses all.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused = error ? undefined : found.find(({ address }) => isGuarded && isRefusedAddress(address));
    const fault = error ?? (refused && new Error(sentence(refused.address)));
    const [first] = fault ? [] : found;
    if (!first) callback(fault ?? new Error(`${hostname} has no address`), '', 0);
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
