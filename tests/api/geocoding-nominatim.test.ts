import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { client } from '../support/client';
import { delivery, make } from '../support/factories';
import { startNominatim, type Provider } from '../support/geocoders';
import { startNetwork, type Network } from '../support/network';

let nominatim: Provider;
let network: Network;

const PER_SECOND = 3;

beforeAll(async () => {
  nominatim = await startNominatim();
  network = await startNetwork({
    NOMINATIM_URL: `${nominatim.url}/`,
    NOMINATIM_PER_SECOND: String(PER_SECOND),
    GEOCODE_RETRY_SECONDS: '0.2',
    APP_ORIGIN: 'https://dispatch.example.com',
  });
});
afterAll(async () => {
  await network.close();
  await nominatim.close();
});

const signedIn = async (origin: string) => {
  const dispatcher = client(origin);
  const { body, headers, status } = await dispatcher.post(
    '/api/login',
    { username: 'dispatcher', password: 'dispatch-demo' },
    { origin: 'https://dispatch.example.com' },
  );
  expect([status, typeof body]).toEqual([200, 'object']);
  return { dispatcher, headers };
};

test('it is asked politely, by its own protocol, and no faster than it wants by all instances together', async () => {
  const second = await network.another();
  const both = await Promise.all([network.app.origin, second.origin].map(signedIn));
  nominatim.answer('Walnut St', { kind: 'found', at: { lat: 39.1, lng: -94.58 } });
  const addresses = Array.from(
    { length: 12 },
    (_, i) => `${String(900 + i)} Walnut St, Kansas City, MO 64106`,
  );
  const begun = performance.now();
  const made = await Promise.all(
    addresses.map((address, i) => {
      const caller = both[i % 2]?.dispatcher;
      if (!caller) throw new Error('There are two');
      return make(caller, delivery({ address }));
    }),
  );
  const [reader] = both;
  for (const task of made) {
    const placeOf = async () => {
      const place = (await reader?.dispatcher.get<Task>(`/api/tasks/${String(task.id)}`))?.body;
      return [place?.latitude, place?.longitude, place?.geo_precision];
    };
    await expect.poll(placeOf).toEqual(['39.1', '-94.58', 'exact']);
  }
  expect([...nominatim.requests].sort()).toEqual(addresses);
  expect([...nominatim.userAgents]).toEqual(['parts-dispatch (https://dispatch.example.com)']);
  const at = nominatim.askedAt;
  // One request comes first, and eleven follow. The time counts from before the first one, because a busy machine may
  // notice it late.
  expect((at.at(-1) ?? 0) - begun).toBeGreaterThan((11 / PER_SECOND) * 1_000);
});
