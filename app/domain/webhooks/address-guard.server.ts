/** A webhook may not call this machine and the networks it stands in, whatever name leads there. */
import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { bareHost, isPublic } from '~/domain/ip-address.server';
import { env } from '~/env.server';

const isGuarded = env.WEBHOOK_PRIVATE_ADDRESSES === 'off';
const sentence = (address: string) =>
  `${address} is an address of a private network, which webhooks may not call`;

/** The reason for not calling a host that is written as an address; null when it may be called, or is a name. */
export function refusedLiteral(hostname: string): string | null {
  const host = bareHost(hostname);
  return isGuarded && isIP(host) !== 0 && !isPublic(host) ? sentence(host) : null;
}

/**
 * For `http.request`: checks the very addresses that are then called, so that a second lookup can not name others. A name
 * with one refused address is not called at all.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused = error ? undefined : found.find(({ address }) => isGuarded && !isPublic(address));
    const fault = error ?? (refused && new Error(sentence(refused.address)));
    const [first] = fault ? [] : found;
    if (!first) callback(fault ?? new Error(`${hostname} has no address`), '', 0);
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
