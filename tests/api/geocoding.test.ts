import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/task';
import type { App } from '../support/app';
import type { Client } from '../support/client';
import { delivery, make, transfer } from '../support/factories';
import { KEY, startGoogle, type Provider } from '../support/geocoders';
import { startNetwork, type Network } from '../support/network';
import { listenTo } from '../support/sockets';

const DOOR = { lat: 39.0153, lng: -94.5899 };
const EXACT = { latitude: '39.0153', longitude: '-94.5899', geo_precision: 'exact' };
const NOWHERE = { latitude: null, longitude: null, geo_precision: null };
/** The centre of ZIP code 64113. */
const CENTRE = { latitude: '39.0123', longitude: '-94.5947', geo_precision: 'approximate' };

let google: Provider;
let network: Network;
let second: App;
let dispatcher: Client;

beforeAll(async () => {
  google = await startGoogle();
  network = await startNetwork({
    GOOGLE_MAPS_SERVER_KEY: KEY,
    GOOGLE_MAPS_SERVER_URL: google.url,
    GEOCODE_RETRY_SECONDS: '0.2',
  });
  second = await network.another();
  dispatcher = await network.as('dispatcher');
});
afterAll(async () => {
  await network.close();
  await google.close();
});

let houses = 6_000;
/** An address that no other test has. */
const newAddress = () => {
  houses += 1;
  return `${String(houses)} Oak St, Kansas City, MO 64113`;
};
const placeOf = ({ latitude, longitude, geo_precision }: Task) => ({ latitude, longitude, geo_precision });
const path = ({ id }: Task) => `/api/tasks/${String(id)}`;
const read = async (task: Task) => (await dispatcher.get<Task>(path(task))).body;
const askedFor = (address: string) => google.asked.filter((asked) => asked === address).length;
const locatedEvents = (task: Task) =>
  network.database.rows<{ actor_id: number | null }>(
    "select actor_id from task_events where task_id = $1 and action = 'located'",
    [task.id],
  );

/** Waits, told by the socket and not by the clock, until the task's place has been filled in. */
async function located(task: Task): Promise<Task> {
  const board = await listenTo(second.origin, { cookie: dispatcher.cookie() });
  for (;;) {
    const now = await read(task);
    if (now.latitude !== null) {
      board.close();
      return now;
    }
    const seen = board.messages.length;
    await board.heard((message) => board.messages.indexOf(message) >= seen && message.taskId === task.id);
  }
}

function gate(): { until: Promise<void>; open: () => void } {
  let open = () => undefined as void;
  const until = new Promise<void>((resolve) => (open = resolve));
  return { until, open };
}

test('an address that the provider knows is exact at once, and is asked for once however it is spelled', async () => {
  google.answer('4501 Main St', { kind: 'found', at: DOOR });
  const first = await make(dispatcher, delivery({ address: '4501 Main St, Kansas City, MO 64111' }));
  expect(placeOf(first)).toEqual(EXACT);
  const again = await make(
    dispatcher,
    delivery({ address: '4501  MAIN ST., Suite 200, Kansas City MO 64111-1234, USA' }),
  );
  expect(placeOf(again)).toEqual(EXACT);
  expect(google.asked.filter((asked) => /4501/i.test(asked))).toEqual([
    '4501 Main St, Kansas City, MO 64111',
  ]);
});
