/** A browser with a version of the board receives what has changed since. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Board, BoardChanges } from '~/domain/views/board/board';
import { changedBoard } from '~/domain/views/board/changes';
import type { App } from '../support/app';
import { client, type Client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const admin = network.client('admin');
let second: App;

beforeAll(async () => {
  second = await network.another();
});

const AT = { latitude: '39.1', longitude: '-94.5' };
const SOON = new Date(Date.now() + 3_600_000).toISOString();

const whole = async (reader: Client) => (await reader.get<Board>('/api/board')).body;
const since = async (reader: Client, version: number) =>
  (await reader.get<Board | BoardChanges>(`/api/board?since=${String(version)}`)).body;
async function changesSince(reader: Client, version: number): Promise<BoardChanges> {
  const answer = await since(reader, version);
  if (!('since' in answer)) throw new Error('The version is known');
  return answer;
}
const rowOf = ({ drivers }: Pick<Board, 'drivers'>, username: string) =>
  drivers.find((each) => each.username === username);
const namesOf = ({ drivers }: BoardChanges) => drivers.changed.map(({ username }) => username);
const patch = (id: number, change: object) => dispatcher.patch(`/api/tasks/${String(id)}`, change);

test('any instance answers with the changes since any version, and they lead to the board that is read anew @long', async () => {
  const other = dispatcher.through(second.origin);
  const ofDriver = { driver_id: network.ids.driver, ...AT };
  const first = await make(dispatcher, pickup(ofDriver));
  const unassigned = await make(dispatcher, delivery({ need_by: SOON }));
  const acts: (() => Promise<{ status: number; body: unknown }>)[] = [
    () =>
      dispatcher.post(
        '/api/tasks',
        pickup({ ...ofDriver, location: 'A second stop', priority: 'urgent', need_by: SOON }),
      ),
    () => patch(first.id, { status: 'going' }),
    () => patch(first.id, { driver_id: network.ids.driver2 }),
    () => patch(unassigned.id, { driver_id: network.ids.driver2 }),
    () => patch(unassigned.id, { driver_id: null, status: 'hold' }),
    () => patch(unassigned.id, { notes: 'Nothing that the board shows' }),
    () => dispatcher.put(`/api/users/${String(network.ids.dispatcher)}`, { name: 'Another Name' }),
    () => admin.put(`/api/users/${String(network.ids.driver2)}`, { name: 'Aaron First' }),
    () => admin.post('/api/dealership-locations/Ford', { fullname: 'Ford of Olathe' }),
    () => patch(first.id, { status: 'completed' }),
    () => dispatcher.post('/api/tasks/batch/archive', { taskIds: [first.id] }),
    () => dispatcher.del(`/api/tasks/${String(unassigned.id)}`),
    () => admin.del(`/api/admin/users/${String(network.ids.driver2)}`),
    () => admin.post(`/api/admin/users/${String(network.ids.driver2)}/restore`, {}),
  ];
  const boards = [await whole(dispatcher)];
  await whole(other);
  let shown = boards;
  for (const act of acts) {
    const { status, body } = await act();
    expect([boards.length, status < 300, body]).toEqual([boards.length, true, body]);
    const readers = boards.length % 2 === 0 ? [dispatcher, other] : [other, dispatcher];
    for (const reader of readers) {
      const changed = await Promise.all(
        shown.map(async (board) => changedBoard(board, await changesSince(reader, board.liveVersion))),
      );
      const now = await whole(reader);
      for (const board of changed) expect(board).toEqual(now);
      shown = [...changed, now];
    }
    boards.push(await whole(dispatcher));
    shown = boards;
  }
  const anew = await network.another();
  expect(await whole(dispatcher.through(anew.origin))).toEqual(await whole(dispatcher));
});

test('a change of one driver’s task sends this driver alone', async () => {
  const { id } = await make(dispatcher, pickup({ driver_id: network.ids.driver, ...AT }));
  const before = await whole(dispatcher);
  await patch(id, { priority: 'urgent' });
  const changes = await changesSince(dispatcher, before.liveVersion);
  expect([namesOf(changes), changes.drivers.removed, changes.order]).toEqual([['driver'], [], undefined]);
  expect(changes.routes.changed.map(({ driverId }) => driverId)).toEqual([network.ids.driver]);
  const { liveVersion } = changes;
  await patch(id, { notes: 'Nothing that the board shows' });
  const nothing = await changesSince(dispatcher, liveVersion);
  expect(nothing.liveVersion).toBeGreaterThan(liveVersion);
  expect([namesOf(nothing), nothing.routes.changed, nothing.attention.dues.changed]).toEqual([[], [], []]);
});

test('drivers who come, leave or get another name are sent with the order of all', async () => {
  const { liveVersion } = await whole(dispatcher);
  const person = { username: 'newdriver', name: 'Aaa Newcomer', password: 'a-long-way-to-Topeka' };
  const added = await client(network.app.origin).post<{ id: number }>('/api/register', person);
  expect(added.status).toBe(201);
  const { id } = added.body;
  const came = await changesSince(dispatcher, liveVersion);
  expect([namesOf(came), came.order?.indexOf(id)]).toEqual([['newdriver'], 0]);
  await admin.put(`/api/users/${String(id)}`, { name: 'Zzz Last' });
  const renamed = await changesSince(dispatcher, came.liveVersion);
  expect([rowOf({ drivers: renamed.drivers.changed }, 'newdriver')?.name, renamed.order?.at(-1)]).toEqual([
    'Zzz Last (new)',
    id,
  ]);
  await admin.del(`/api/admin/users/${String(id)}`);
  const left = await changesSince(dispatcher, renamed.liveVersion);
  expect([namesOf(left), left.drivers.removed, left.order?.includes(id)]).toEqual([[], [id], false]);
});

test('a reader whose version is unknown, or who has none, gets the whole', async () => {
  // After a failover, an instance knows no version before the one that it finds.
  await network.database.quietly('update task_lists set version = version + 1000');
  await whole(dispatcher);
  await network.database.quietly('update task_lists set version = version - 1');
  // Background work may change the board between two reads.
  await vi.waitFor(async () => {
    const board = await whole(dispatcher);
    for (const unknown of [board.liveVersion - 500, board.liveVersion + 500])
      expect([unknown, await since(dispatcher, unknown)]).toEqual([unknown, board]);
  });
  expect((await dispatcher.get('/api/board?since=yesterday')).status).toBe(422);
  // A caller who asks for the whole board never gets an answer with changes only.
  expect(await whole(dispatcher)).not.toHaveProperty('since');
});

test('an instance that learns of a version by a reader who has it sends the whole to those who have none', async () => {
  const other = dispatcher.through(second.origin);
  for (const path of ['/api/board', '/api/map']) {
    await other.get(path);
    await make(dispatcher, pickup(AT));
    const { body } = await dispatcher.get<{ liveVersion: number }>(path);
    await other.get(`${path}?since=${String(body.liveVersion)}`);
    expect([path, (await other.get(path)).body]).toEqual([path, body]);
  }
});

test('after a failover to a database with older versions the board and the map are read from that one', async () => {
  const { id } = await make(dispatcher, pickup({ driver_id: network.ids.driver, ...AT }));
  for (const path of ['/api/board', '/api/map']) {
    await dispatcher.get(path);
    const location = `Before the failover, ${path}`;
    await network.database.quietly('update tasks set location = $1 where id = $2', [location, id]);
    await network.database.quietly('update task_lists set version = version - 1');
    expect([path, JSON.stringify((await dispatcher.get(path)).body).includes(location)]).toEqual([
      path,
      true,
    ]);
  }
});

test('an answer with changes is not given again when its versions come again after a failover', async () => {
  const other = dispatcher.through(second.origin);
  const versionOf = async (path: string) => (await other.get<{ liveVersion: number }>(path)).body.liveVersion;
  for (const path of ['/api/board', '/api/map']) {
    const version = await versionOf(path);
    await make(dispatcher, pickup(AT));
    await other.get(`${path}?since=${String(version)}`);
    await network.database.quietly('update task_lists set version = version - 1');
    while ((await versionOf(path)) < version) await make(dispatcher, pickup(AT));
    const location = `After the failover, ${path}`;
    await make(dispatcher, pickup({ driver_id: network.ids.driver, location, ...AT }));
    const { body } = await other.get<{ liveVersion: number }>(`${path}?since=${String(version)}`);
    expect([path, body.liveVersion]).toEqual([path, version + 1]);
    expect([path, JSON.stringify(body).includes(location)]).toEqual([path, true]);
  }
});

test('nothing is sent to a reader with the ETag of the present version', async () => {
  for (const path of ['/api/board', `/api/board?since=${String((await whole(dispatcher)).liveVersion)}`]) {
    const { headers } = await dispatcher.get(path);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    const unchanged = await dispatcher.get(path, known);
    expect([path, unchanged.status, unchanged.body]).toEqual([path, 304, '']);
    await make(dispatcher, pickup(AT));
    expect((await dispatcher.get(path, known)).status).toBe(200);
  }
});

test('changes reach only those who may read the board', async () => {
  const path = `/api/board?since=${String((await whole(dispatcher)).liveVersion)}`;
  expect((await admin.get(path)).status).toBe(200);
  expect((await driver.get(path)).status).toBe(403);
  expect((await client(network.app.origin).get(path)).status).toBe(401);
});

test('simultaneous writers and readers: each reader who applies the changes ends with the same board', async () => {
  const other = dispatcher.through(second.origin);
  const readers = [dispatcher, other, dispatcher, other];
  const later = async (reader: Client, board: Board) => {
    const answer = await since(reader, board.liveVersion);
    return 'since' in answer ? changedBoard(board, answer) : answer;
  };
  const ids = [network.ids.driver, network.ids.driver2, null];
  let isOver = false;
  const follow = async (reader: Client) => {
    let board = await whole(reader);
    for (let isLast = false; !isLast;) {
      isLast = isOver;
      board = await later(reader, board);
    }
    return board;
  };
  const write = async (n: number) => {
    const { id } = await make(
      dispatcher,
      pickup({ driver_id: ids[n % 3], location: `Place ${String(n)}`, ...AT }),
    );
    for (let turn = 1; turn < 6; turn += 1)
      expect(
        (await patch(id, { driver_id: ids[(n + turn) % 3], need_by: turn % 2 ? SOON : null })).status,
      ).toBe(200);
  };
  const following = Promise.all(readers.map(follow));
  await Promise.all([0, 1, 2].map(write)).finally(() => {
    isOver = true;
  });
  let boards = await following;
  // Background work may change the board after the writers.
  await vi.waitFor(async () => {
    boards = await Promise.all(boards.map((board, index) => later(readers[index] ?? dispatcher, board)));
    const board = await whole(dispatcher);
    for (const followed of boards) expect(followed).toEqual(board);
  });
});
