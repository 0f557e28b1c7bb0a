/** Plans are undone through the API and on the page, list by list. The notices of drivers tell about it. */
import { beforeEach, expect, test } from 'vitest';
import type { TakenBack } from '~/modules/day-plans/schema';
import type { Task } from '~/domain/tasks/model/task';
import { holdLocks } from '../support/database';
import { make, onMeridian } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { brokenInvariants } from '../support/invariants';
import { planning } from '../support/planning';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const colleague = network.client('dispatcher2');
const drivers = { alma: network.client('driver'), ben: network.client('driver2') };
const { planned, look, apply, listOf } = planning(network, dispatcher);

beforeEach(async () => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from driver_notices');
  await network.database.rows('update users set deactivated_at = null');
});

const [ALMA, BEN] = ['driver', 'driver2'];
const idOf = (username: string) => network.ids[username] ?? 0;
const both = () => [idOf(ALMA), idOf(BEN)];
const stopAt = async (latitude: string, driver: string | null) =>
  (await make(dispatcher, onMeridian(latitude, { driver_id: driver && idOf(driver) }))).id;
const takeBack = (id: number, client = dispatcher) =>
  client.post<TakenBack & { error: string }>(`/api/plans/${String(id)}/undo`, {});
const driverOf = async (id: number) =>
  (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body.driver_id;
const notices = async () => {
  const found = await network.database.rows<{ id: number; kind: string; location: string }>(
    'select driver_id as id, kind, location from driver_notices order by driver_id',
  );
  return found.map(({ id, kind, location }) => [id === idOf(ALMA) ? 'Alma' : 'Ben', kind, location]);
};
/**
 * Reads the driver's page and confirms its notices.
 * @returns the page.
 */
async function readAll(client: typeof dispatcher) {
  const { body } = await client.get<string>('/driver', { accept: 'text/html' });
  const upTo = Number(/name="upTo" value="(\d+)"/.exec(body)?.[1] ?? 0);
  if (upTo > 0) await client.post('/api/tasks/notices/read', { upTo });
  return body;
}

/** Alma drives in the north and Ben in the south. One stop of each is in the other's area, and a new stop is in the north. */
async function crossed() {
  const alma = [await stopAt('39.90', ALMA), await stopAt('39.92', ALMA), await stopAt('38.12', ALMA)];
  const ben = [await stopAt('38.10', BEN), await stopAt('38.14', BEN), await stopAt('39.91', BEN)];
  const north = await stopAt('39.93', null);
  const { id } = await planned({ driverIds: both() });
  return { alma, ben, north, id };
}
/** Applies the answer with few moves: Alma gets Ben's northern stop and the new one, and Ben gets Alma's southern one. */
async function applied() {
  const given = await crossed();
  expect((await apply(given.id, { kind: 'few' })).body.movedCount).toBe(3);
  return given;
}

test('one undo takes the whole plan back; a second one changes nothing and answers the same', async () => {
  const { alma, ben, north, id } = await applied();
  expect((await look(id)).undone).toBe(false);
  const { status, body } = await takeBack(id);
  expect([status, body]).toEqual([
    200,
    { takenBack: expect.arrayContaining(both()) as number[], skipped: [], notMoved: [], movedCount: 3 },
  ]);
  expect([await listOf(ALMA), await listOf(BEN), await driverOf(north)]).toEqual([alma, ben, null]);
  expect(await look(id)).toMatchObject({ undone: true, takenBack: body });
  const later = await stopAt('39.95', ALMA);
  expect(await takeBack(id)).toMatchObject({ status: 200, body });
  expect(await listOf(ALMA)).toEqual([...alma, later]);
  expect((await apply(id, { kind: 'few' })).status).toBe(409);
  expect(await brokenInvariants(network.database)).toEqual([]);
});

test('the page undoes by the same rules, and two at once do it once', async () => {
  const { alma, ben, id } = await crossed();
  const page = `/dispatcher/plan/${String(id)}`;
  const { toast } = await submitForm(dispatcher, `${page}?kind=few`, {
    intent: 'apply',
    kind: 'few',
    driverIds: both(),
  });
  expect(await listOf(ALMA)).not.toEqual(alma);
  const [undone, again] = await Promise.all([undo(dispatcher, toast), takeBack(id)]);
  expect([undone.toast?.title, undone.location, again.status]).toEqual(['Undone', '/dispatcher', 200]);
  expect([await listOf(ALMA), await listOf(BEN)]).toEqual([alma, ben]);
  const { body } = await dispatcher.get<string>(page, { accept: 'text/html' });
  expect(body).toContain('Applied and undone.');
});

test('an undo that cannot be decided now is offered again on the page', async () => {
  const { id } = await crossed();
  const { toast } = await submitForm(dispatcher, `/dispatcher/plan/${String(id)}?kind=few`, {
    intent: 'apply',
    kind: 'few',
    driverIds: both(),
  });
  const release = await holdLocks(network.database.url, 'select from plans for update');
  const refused = await undo(dispatcher, toast);
  expect([refused.toast?.title, refused.toast?.offer]).toEqual(['Error', toast?.offer]);
  await release();
  expect((await undo(dispatcher, refused.toast)).toast?.title).toBe('Undone');
});

test('a list that has changed since is skipped and named; the rest goes back', async () => {
  const { alma, ben, north, id } = await applied();
  const south = alma[2] ?? 0;
  await drivers.ben.post('/api/tasks/batch/status', { taskIds: [south], status: 'going' });
  const { status, body } = await takeBack(id);
  expect([status, body]).toEqual([
    200,
    {
      takenBack: [idOf(ALMA)],
      skipped: [{ driverId: idOf(BEN), name: 'Ben Driver' }],
      notMoved: [
        { taskId: south, location: 'Stop 38.12' },
        { taskId: ben[2], location: 'Stop 39.91' },
      ],
      movedCount: 1,
    },
  ]);
  expect(await driverOf(north)).toBeNull();
  expect((await listOf(ALMA)).sort()).toEqual([alma[0], alma[1], ben[2]].sort());
  expect(await listOf(BEN)).toContain(south);
  expect(await brokenInvariants(network.database)).toEqual([]);
  const { body: page } = await dispatcher.get<string>(`/dispatcher/plan/${String(id)}`, {
    accept: 'text/html',
  });
  expect(page.replace(/<!-- -->/g, '')).toContain('as they had changed since: Ben Driver.');
});

test('a task added to a list meanwhile stays; a list that was reordered since stays as well', async () => {
  const alma = [await stopAt('39.90', ALMA), await stopAt('39.98', ALMA), await stopAt('39.92', ALMA)];
  const south = await stopAt('38.10', BEN);
  const fresh = await stopAt('38.11', null);
  const { id } = await planned({ driverIds: both() });
  await apply(id, { kind: 'few' });
  expect(await listOf(BEN)).toContain(fresh);
  const now = await listOf(ALMA);
  expect(now).not.toEqual(alma);
  const reversed = { taskIds: [...now].reverse(), baseIds: now };
  expect((await dispatcher.put(`/api/tasks/reorder/${String(idOf(ALMA))}`, reversed)).status).toBe(200);
  const later = await stopAt('38.00', BEN);
  const { body } = await takeBack(id);
  expect(body).toMatchObject({
    takenBack: [idOf(BEN)],
    notMoved: [],
    movedCount: 1,
    skipped: [{ driverId: idOf(ALMA), name: 'Alma Driver' }],
  });
  expect([await listOf(ALMA), await listOf(BEN)]).toEqual([reversed.taskIds, [south, later]]);
  expect(await driverOf(fresh)).toBeNull();
  expect(await brokenInvariants(network.database)).toEqual([]);
});

test('refused in words: not applied, changed everywhere, too late, by somebody else, by a driver', async () => {
  const { id } = await crossed();
  const refused = async (client = dispatcher) => {
    const { status, body } = await takeBack(id, client);
    return [status, body.error];
  };
  expect(await refused()).toEqual([409, 'This plan has not been applied']);
  await apply(id, { kind: 'few' });
  expect((await refused(colleague))[0]).toBe(404);
  expect((await refused(drivers.alma))[0]).toBe(403);
  const made = `update undos set created_at = now() - interval`;
  const all = await network.database.rows<{ id: string }>('select undo_id as id from plans where id = $1', [
    id,
  ]);
  const undoId = all[0]?.id;
  await network.database.rows(`${made} '61 seconds' where id = $1`, [undoId]);
  const late = [409, 'It is too late: an action can be undone for 60 seconds'];
  expect(await refused()).toEqual(late);
  await network.database.rows(`${made} '1 second' where id = $1`, [undoId]);
  await network.database.rows('update users set deactivated_at = now() where id = any($1)', [both()]);
  expect(await refused()).toEqual([409, 'This can no longer be undone: it has been changed since']);
  await network.database.rows('delete from undos where id = $1', [undoId]);
  expect(await refused()).toEqual(late);
});

test('a plan that changed no list has nothing to take back', async () => {
  await stopAt('39.90', ALMA);
  const { id } = await planned({ driverIds: [idOf(ALMA)] });
  await apply(id, { kind: 'few' });
  const { status, body } = await takeBack(id);
  expect([status, body.error]).toEqual([409, 'This plan has changed no list']);
});

test('a driver who has not read about the plan gets no notice; a driver who has reads that it was undone', async () => {
  const { id } = await applied();
  expect(await notices()).toEqual([
    ['Alma', 'planned', '2 new, 1 removed'],
    ['Ben', 'planned', '1 new, 1 removed'],
  ]);
  expect(await readAll(drivers.alma)).toContain('Your route was replanned by Dana Dispatcher');
  await takeBack(id);
  expect(await notices()).toEqual([['Alma', 'unplanned', '1 new, 2 removed']]);
  expect(await readAll(drivers.alma)).toContain('The plan was undone by Dana Dispatcher: 1 new, 2 removed');
  expect(await readAll(drivers.ben)).not.toContain('planned anew');
  await takeBack(id);
  expect(await notices()).toEqual([]);
});

test('where only a part is taken back, one notice says what is left of the plan', async () => {
  const { alma, id } = await applied();
  await drivers.ben.post('/api/tasks/batch/status', { taskIds: [alma[2]], status: 'going' });
  await takeBack(id);
  expect(await notices()).toEqual([
    ['Alma', 'planned', '1 new, 1 removed'],
    ['Ben', 'planned', '1 new, 1 removed'],
  ]);
});
