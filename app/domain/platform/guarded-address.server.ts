/** Resolves hosts that a user has entered to addresses that may be called. */
import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { bareHost, isPublic } from './ip-address.server';

/** `name`: the caller in the text of a refusal. `isGuarded`: only public addresses may be called. */
export type Caller = { name: string; isGuarded: boolean };

export function guard({ name, isGuarded }: Caller) {
  const sentence = (address: string) => `${address} is in a private network, which ${name} may not call`;

  /**
   * Returns the reason for not calling a host that is written as an address; null when it may be called, or
   * is a name.
   */
  const refusedLiteral = (hostname: string): string | null => {
    const host = bareHost(hostname);
    return isGuarded && isIP(host) !== 0 && !isPublic(host) ? sentence(host) : null;
  };

  /**
   * For `http.request`: checks the same addresses that are then called, so that a second lookup can't return
   * others. A name with one refused address is not called at all.
   */
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const refused = error ? undefined : found.find(({ address }) => isGuarded && !isPublic(address));
      const fault = error ?? (refused && new Error(sentence(refused.address)));
      const [first] = fault ? [] : found;
      if (!first) callback(fault ?? new Error(`${hostname} could not be resolved`), '', 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

  /** For callers without such a lookup. @returns the address to call. @throws Error for one that may not be called. */
  const addressOf = (hostname: string): Promise<string> => {
    const host = bareHost(hostname);
    const refusal = refusedLiteral(host);
    return new Promise((resolve, reject) => {
      if (refusal) reject(new Error(refusal));
      else
        guardedLookup(host, {}, (error, address) => {
          if (error) reject(error);
          else if (typeof address === 'string') resolve(address);
          else reject(new Error(`${host} could not be resolved`));
        });
    });
  };

  return { refusedLiteral, guardedLookup, addressOf };
}
