/** An answer is built and compressed once for all users who may read it. */
import { beforeAll, expect, test } from 'vitest';
import { changedMap, type MapAnswer, type MapChangesAnswer } from '~/domain/views/map/map';
import type { App } from '../support/app';
import { client, type Client } from '../support/client';
import { make, pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
let second: App;

beforeAll(async () => {
  second = await network.another();
});

const SHARED = ['/api/board', '/api/map', '/api/tasks'];

const AT = { latitude: '39.1', longitude: '-94.5' };

const read = async (person: Client, path: string) => {
  const { status, body } = await person.get<unknown>(path);
  return { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
};

test('an answer reaches nobody who may not read it, nor who no longer may', async () => {
  const secret = 'Not for drivers';
  await make(dispatcher, pickup({ location: secret, ...AT }));
  const once = await network.as('driver2');
  const setRoles = (roles: string) =>
    network.database.rows("update users set roles = $1 where username = 'driver2'", [`{${roles}}`]);
  await setRoles('dispatcher');
  for (const path of SHARED)
    for (const person of [dispatcher, once]) {
      const known = await read(person, path);
      expect([path, known.status, known.text.includes(secret)]).toEqual([path, 200, true]);
    }
  await setRoles('driver');
  for (const path of SHARED) {
    for (const person of [driver, once]) {
      const { status, text } = await read(person, path);
      expect([path, status, text.includes(secret)]).toEqual([path, path === '/api/tasks' ? 200 : 403, false]);
    }
    const outside = await read(client(network.app.origin), path);
    expect([path, outside.status]).toEqual([path, 401]);
    expect(outside.text).not.toContain(secret);
  }
});

test('no reader on any instance gets a state older than the write before, while many write and read @long', async () => {
  const readers = [dispatcher, dispatcher.through(second.origin)];
  let isOver = false;
  const readOn = async (reader: Client) => {
    while (!isOver) for (const path of SHARED) await reader.get(path);
  };
  const others = readers.map(readOn);
  const write = async (name: string) => {
    const { id } = await make(dispatcher, pickup({ location: name, ...AT }));
    for (let n = 0; n < 8; n += 1) {
      const location = `${name} ${String(n)};`;
      expect((await dispatcher.patch(`/api/tasks/${String(id)}`, { location })).status).toBe(200);
      await Promise.all(
        readers.flatMap((reader) =>
          SHARED.map(async (path) => {
            const { text } = await read(reader, path);
            expect([path, location, text.includes(location)]).toEqual([path, location, true]);
          }),
        ),
      );
    }
  };
  await Promise.all([write('One'), write('Two')]).finally(() => {
    isOver = true;
  });
  await Promise.all(others);
});

test('each reader gets the encoding they asked for, and nothing twice', async () => {
  await Promise.all(Array.from({ length: 20 }, () => make(dispatcher, pickup(AT))));
  for (const path of SHARED) {
    const plain = await dispatcher.get<unknown>(path);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const { headers, body } = await dispatcher.get<unknown>(path, { 'accept-encoding': accepted });
      expect([path, accepted, headers.get('content-encoding')]).toEqual([path, accepted, encoding]);
      expect(headers.get('vary')).toMatch(/accept-encoding/i);
      expect(body).toEqual(plain.body);
    }
    const etag = plain.headers.get('etag');
    if (etag === null) continue;
    const again = await dispatcher.get(path, { 'if-none-match': etag, 'accept-encoding': 'br' });
    expect([path, again.status, again.body]).toEqual([path, 304, '']);
  }
  const small = await dispatcher.get('/api/user', { 'accept-encoding': 'gzip, br' });
  expect(small.headers.get('content-encoding')).toBeNull();
  expect(small.headers.get('content-length')).toMatch(/^\d+$/);
});

test('a browser with a version of the map receives the changes since then, or the whole', async () => {
  const whole = async (reader: Client) => (await reader.get<MapAnswer>('/api/map')).body;
  const other = dispatcher.through(second.origin);
  let map = await whole(dispatcher);
  const { id } = await make(dispatcher, pickup({ location: 'Moves about', ...AT }));
  const acts = [
    () => dispatcher.patch(`/api/tasks/${String(id)}`, { driver_id: network.ids.driver }),
    () => dispatcher.patch(`/api/tasks/${String(id)}`, { driver_id: null, priority: 'urgent' }),
    () => make(dispatcher, pickup({ location: 'Another', driver_id: network.ids.driver, ...AT })),
    () => dispatcher.del(`/api/tasks/${String(id)}`),
  ];
  const changed: number[] = [];
  for (const act of acts) {
    await act();
    const address = `/api/map?since=${String(map.liveVersion)}`;
    const { body } = await dispatcher.get<MapAnswer | MapChangesAnswer>(address);
    if (!('since' in body)) throw new Error('The version is known');
    changed.push(body.changed.length + body.removed.length);
    const { body: there } = await other.get<MapAnswer | MapChangesAnswer>(address);
    const newer = changedMap(map, body);
    expect('since' in there ? changedMap(map, there) : there).toEqual(newer);
    map = await whole(dispatcher);
    expect(newer).toEqual(map);
  }
  expect(Math.max(...changed)).toBeLessThan(map.tasks.length);
  expect((await dispatcher.get('/api/map?since=1')).body).toEqual(map);
  expect((await dispatcher.get('/api/map?since=yesterday')).status).toBe(422);
});

test("stops of the map have the numbers of the driver's list, in which some are not on the map", async () => {
  const add = async (location: string, more: object = AT) => {
    const address = `${location}, Nowhere`;
    return (await make(dispatcher, pickup({ location, address, driver_id: network.ids.driver, ...more }))).id;
  };
  const [first, unknown, last, again] = [
    await add('One'),
    await add('Two', {}),
    await add('Three'),
    await add('One'),
  ];
  const { body } = await dispatcher.get<MapAnswer>('/api/map');
  const stopOf = (id: number) => body.tasks.find((task) => task.id === id)?.stop;
  expect(stopOf(unknown)).toBeUndefined();
  expect([last, again].map((id) => (stopOf(id) ?? NaN) - (stopOf(first) ?? NaN))).toEqual([2, 0]);
});

test("squares of the map's lines are for those who see the map, and kept by their browsers", async () => {
  const square = '/dispatcher/map-lines/1/9/60/97';
  const { status, headers, body } = await dispatcher.get<{ state: string; county: string }>(square);
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
  expect([body.state, body.county]).toEqual([expect.stringMatching(/^M/), expect.stringMatching(/^M/)]);
  expect((await driver.get(square)).status).toBe(403);
  expect((await client(network.app.origin).get(square)).status).toBe(302);
  for (const wrong of ['9/61/999', '9/61/-1', '9/061/98', '99/0/0', 'x/y/z'])
    expect((await dispatcher.get(`/dispatcher/map-lines/1/${wrong}`)).status).toBe(404);
});

test('the lists of the board are rendered for each zone and each filter, and with the data that the page contains', async () => {
  const location = 'Seen in two zones';
  const { id } = await make(dispatcher, pickup({ location, driver_id: network.ids.driver2, ...AT }));
  const seenAt = '2026-01-15T20:30:00Z';
  await network.database.rows("update tasks set status = 'pending', seen_at = $2 where id = $1", [
    id,
    seenAt,
  ]);
  await dispatcher.patch(`/api/tasks/${String(id)}`, { notes: 'seen' });
  const far = await network.as('dispatcher2');
  await network.database.rows("update users set time_zone = 'Asia/Tokyo' where username = 'dispatcher2'");
  const rowOf = async (reader: Client, search = '') => {
    const { body } = await reader.get<string>(`/dispatcher${search}`);
    const unmarked = body.replaceAll(/<\/?mark[^>]*>/g, '');
    return /<div role="row" data-driver-id="(?:(?!<div role="row"|<aside).)*Ben Driver(?:(?!<div role="row"|<aside).)*/.exec(
      unmarked,
    )?.[0];
  };
  const [near, there] = [await rowOf(dispatcher), await rowOf(far)];
  expect(near).toContain(location);
  expect(near).not.toBe(there);
  expect(there).toContain('Jan 16, 2026 5:30 AM');
  expect([await rowOf(far), await rowOf(dispatcher)]).toEqual([there, near]);
  expect(await rowOf(dispatcher, '?q=alma')).toBeUndefined();
  expect(await rowOf(dispatcher, '?q=ben')).toContain('q=ben');
  await dispatcher.patch(`/api/tasks/${String(id)}`, { location: 'Moved on' });
  expect(await rowOf(dispatcher)).toContain('Moved on');
});

test('two drivers who ask one after the other get their own tasks, whoever asked before', async () => {
  const driver2 = await network.as('driver2');
  const ofDriver = (username: string) =>
    pickup({ location: `Of ${username}`, driver_id: network.ids[username] });
  await make(dispatcher, ofDriver('driver'));
  await make(dispatcher, ofDriver('driver2'));
  const seen = async (person: Client, path = '/api/tasks') => {
    const { text } = await read(person, path);
    return ['Of driver"', 'Of driver2"'].map((name) => text.includes(name));
  };
  for (let i = 0; i < 2; i += 1) {
    expect(await seen(dispatcher)).toEqual([true, true]);
    expect(await seen(driver)).toEqual([true, false]);
    expect(await seen(driver2)).toEqual([false, true]);
    expect(await seen(dispatcher, '/api/tasks?driverOnly=true')).toEqual([false, false]);
    expect(await seen(driver, '/api/tasks?driverOnly=true')).toEqual([true, false]);
  }
});
