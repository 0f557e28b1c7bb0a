/** Instances stop, and are killed, while they ask the provider of coordinates. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { client } from '../support/client';
import { delivery, make } from '../support/factories';
import { KEY, startGoogle, type Provider } from '../support/geocoders';
import { startNetwork, type Network } from '../support/network';
import { listenTo, lookUntil } from '../support/sockets';

const DOOR = { lat: 39.0153, lng: -94.5899 };
const EXACT = { latitude: '39.0153', longitude: '-94.5899', geo_precision: 'exact' };

let google: Provider;
let network: Network;

beforeAll(async () => {
  google = await startGoogle();
  network = await startNetwork({
    GOOGLE_MAPS_SERVER_KEY: KEY,
    GOOGLE_MAPS_SERVER_URL: google.url,
    GEOCODE_RETRY_SECONDS: '0.2',
  });
});
afterAll(async () => {
  await network.close();
  await google.close();
});

/** Waits until the task has coordinates. */
async function located({ id }: Task): Promise<Task> {
  const dispatcher = await network.as('dispatcher');
  const board = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  const found = await lookUntil(board, async () => {
    const { body } = await dispatcher.get<Task>(`/api/tasks/${String(id)}`);
    return body.latitude === null ? null : body;
  });
  board.close();
  return found;
}

test('an instance that is stopped gives its question back; one that dies loses it after a while', async () => {
  const third = await network.another();
  const elsewhere = client(third.origin);
  await elsewhere.signIn('dispatcher2');
  const [stopped, died] = ['6001 Oak St, Kansas City, MO 64113', '6002 Oak St, Kansas City, MO 64113'];
  let open = (): void => undefined;
  const until = new Promise<void>((resolve) => (open = resolve));
  for (const address of [stopped, died])
    google.answer(address, { kind: 'slow', until, then: { kind: 'quota' } });
  const first = await make(elsewhere, delivery({ address: stopped }));
  google.answer(stopped, { kind: 'found', at: DOOR });
  await third.stop();
  expect(await located(first)).toMatchObject(EXACT);

  const fourth = await network.another();
  const fromFourth = client(fourth.origin);
  await fromFourth.signIn('dispatcher2');
  const second = await make(fromFourth, delivery({ address: died }));
  await fourth.kill();
  google.answer(died, { kind: 'found', at: DOOR });
  // This ends the lease without waiting.
  await network.database.rows(
    'update geocode_queue set next_try_at = now() where address_key = address_key($1)',
    [died],
  );
  expect(await located(second)).toMatchObject(EXACT);
  open();
});
