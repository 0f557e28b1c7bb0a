/** The network of a test file starts before its tests and closes after them. */
import { afterAll, beforeAll } from 'vitest';
import type { Client } from './client';
import { startNetwork, type Network } from './network';

/** Stands for an object that exists only while the tests run. The properties in `now` are available before them. */
const later = <Value extends object, Now extends object>(find: () => Value | undefined, now: Now) =>
  new Proxy(now as Value & Now, {
    get: (_, name) => {
      if (Object.hasOwn(now, name)) return Reflect.get(now, name) as unknown;
      const found = find();
      if (!found) throw new Error('Only tests and hooks may use the network.');
      return Reflect.get(found, name) as unknown;
    },
  });

/**
 * Call it at the top of a file: `const network = useNetwork()`, then `const admin = network.client('admin')`.
 * @param env settings that differ from the usual ones; the application then serves this file only.
 */
export function useNetwork(env: Record<string, string> = {}) {
  let network: Network | undefined;
  const clients = new Map<string, Client | undefined>();
  beforeAll(async () => {
    const started = await startNetwork(env);
    for (const name of clients.keys()) clients.set(name, await started.as(name));
    network = started;
  });
  afterAll(() => network?.close());
  return later(() => network, {
    client: (username: string): Client => {
      clients.set(username, undefined);
      return later(() => clients.get(username), {});
    },
  });
}
