import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Photo, Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { blankSignature, cameraPhoto, delivery, fakePng, make, photoUrl, pickup } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const driver2 = network.client('driver2');

const photosOf = ({ id }: Pick<Task, 'id'>) => `/api/tasks/${String(id)}/photos`;
const add = async (who: Client, task: Task) =>
  who.post<Photo & { error: string }>(photosOf(task), { image: await photoUrl() });
const list = async (who: Client, task: Task) => (await who.get<Photo[]>(photosOf(task))).body;
const ownTask = (more = {}) => make(dispatcher, pickup({ driver_id: network.ids.driver, ...more }));
const bytes = async (who: Client, { url }: Photo) => {
  const response = await fetch(network.app.origin + url, { headers: { cookie: who.cookie() } });
  return { headers: response.headers, image: Buffer.from(await response.arrayBuffer()) };
};

test('a photo is kept upright, as JPEG, without its metadata, and told in the history', async () => {
  const task = await ownTask();
  const sent = await cameraPhoto();
  expect(await sharp(sent).metadata()).toMatchObject({ orientation: 6, width: 400 });
  const { status, body } = await add(driver, task);
  expect(status).toBe(201);
  expect(body.url).toBe(`${photosOf(task)}/${String(body.id)}`);
  expect(await list(driver, task)).toEqual([{ id: body.id, url: body.url }]);
  const { headers, image } = await bytes(dispatcher, body);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  const { width, height, exif, orientation, format } = await sharp(image).metadata();
  expect({ width, height, exif, orientation, format }).toEqual({
    width: 300,
    height: 400,
    exif: undefined,
    orientation: undefined,
    format: 'jpeg',
  });
  const again = await dispatcher.get(body.url, { 'if-none-match': headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  const events = await network.database.rows<{ action: string; actor_id: number }>(
    "select action, actor_id from task_events where task_id = $1 and action = 'photo added'",
    [task.id],
  );
  expect(events).toEqual([{ action: 'photo added', actor_id: network.ids.driver }]);
});

test('three at most, also when four come at once', async () => {
  const task = await ownTask();
  const answers = await Promise.all([1, 2, 3, 4].map(() => add(driver, task)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body.error).toBe('A task has at most 3 photos; this one already has 3');
  await expect(
    network.database.rows(
      `insert into task_photos (task_id, position, image, media_type) values ($1, 4, '\\x00', 'image/jpeg')`,
      [task.id],
    ),
  ).rejects.toThrow('task_photos_position_check');
  const [first] = await list(driver, task);
  expect((await driver.del(first?.url ?? '')).status).toBe(403);
  expect((await dispatcher.del(first?.url ?? '')).status).toBe(200);
  expect((await dispatcher.del(first?.url ?? '')).status).toBe(404);
  expect((await add(driver, task)).status).toBe(201);
  expect(await list(dispatcher, task)).toHaveLength(3);
});

const removal = (task: Task, { id }: Photo) => `/dispatcher/tasks/${String(task.id)}/photos/${String(id)}`;
const remove = (task: Task, photo: Photo) =>
  submitForm(dispatcher, removal(task, photo), { intent: 'removePhoto' });

test('a removed photo can come back, to another place if its own is taken, but not as a fourth @long', async () => {
  const task = await ownTask();
  const [one, two, three] = [await add(driver, task), await add(driver, task), await add(driver, task)];
  const before = await bytes(dispatcher, two.body);
  const removed = await remove(task, two.body);
  expect(removed.toast?.title).toBe('Photo removed');
  expect(await list(dispatcher, task)).toEqual([one.body, three.body].map(({ id, url }) => ({ id, url })));
  expect((await remove(task, two.body)).toast?.title).toBe('This photo is gone');
  await undo(dispatcher, removed.toast);
  await undo(dispatcher, removed.toast);
  expect(await list(dispatcher, task)).toHaveLength(3);
  expect((await bytes(dispatcher, two.body)).image).toEqual(before.image);

  const again = await remove(task, one.body);
  const other = await remove(task, three.body);
  await add(driver, task);
  await undo(dispatcher, again.toast);
  expect(await list(dispatcher, task)).toHaveLength(3);
  const refused = await undo(dispatcher, other.toast);
  expect(refused.toast?.description).toBe('This can no longer be undone: it has been changed since');
  expect(await list(dispatcher, task)).toHaveLength(3);
});

test('a removed photo is gone for good with its task, which comes back without it', async () => {
  const task = await ownTask();
  const [one, two] = [await add(driver, task), await add(driver, task)];
  const { toast } = await remove(task, one.body);
  const deleted = await submitForm(dispatcher, `/dispatcher/tasks/${String(task.id)}/delete`, {
    intent: 'deleteTask',
  });
  await undo(dispatcher, deleted.toast);
  expect((await list(dispatcher, task)).map(({ id }) => id)).toEqual([two.body.id]);
  await undo(dispatcher, toast);
  expect(await list(dispatcher, task)).toHaveLength(1);
  expect((await submitForm(driver, removal(task, two.body), { intent: 'removePhoto' })).status).toBe(403);
});

test("another driver's task has no photos for anybody else", async () => {
  const task = await ownTask();
  const { body } = await add(driver, task);
  expect((await add(driver2, task)).status).toBe(404);
  expect((await driver2.get(photosOf(task))).status).toBe(404);
  expect((await driver2.get(body.url)).status).toBe(404);
  const other = await ownTask();
  expect((await driver.get(`${photosOf(other)}/${String(body.id)}`)).status).toBe(404);
  expect((await fetch(network.app.origin + body.url)).status).toBe(401);
});

test('an archived task keeps its photos, and accepts those that arrive later', async () => {
  const task = await ownTask();
  const { body } = await add(driver, task);
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  expect((await dispatcher.del(body.url)).status).toBe(409);
  expect((await add(driver, task)).status).toBe(201);
  expect(await list(dispatcher, task)).toHaveLength(2);
});

test.each([
  ['no data URL', () => 'photo', 'The photo is not valid'],
  ['no picture', () => fakePng(Buffer.from('<svg/>')), 'The photo is not a readable image'],
  ['one colour', () => blankSignature(), 'The photo is blank'],
  ['half a file', async () => (await photoUrl()).slice(0, 4_000), 'The photo can’t be read'],
  ['larger than 200 kB', () => fakePng(Buffer.alloc(210_000)), 'The photo is larger than 200 kB'],
])('%s is refused', async (_, image, error) => {
  const task = await ownTask();
  const { status, body } = await driver.post(photosOf(task), { image: await image() });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(error);
  expect(await list(driver, task)).toEqual([]);
});

test('a deleted task comes back with its photos, byte for byte; later they are gone for good @long', async () => {
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  await add(driver, task);
  await add(driver, task);
  const before = await Promise.all((await list(dispatcher, task)).map((photo) => bytes(dispatcher, photo)));
  const remove = () =>
    submitForm(dispatcher, `/dispatcher/tasks/${String(task.id)}/delete`, { intent: 'deleteTask' });
  await undo(dispatcher, (await remove()).toast);
  const after = await Promise.all((await list(dispatcher, task)).map((photo) => bytes(dispatcher, photo)));
  expect(after.map(({ image }) => image)).toEqual(before.map(({ image }) => image));
  expect(after).toHaveLength(2);

  await remove();
  expect(await network.database.rows('select 1 from task_photos where task_id = $1', [task.id])).toEqual([]);
  await network.database.rows("update deleted_photos set deleted_at = now() - interval '3 minutes'");
  await expect.poll(() => network.database.rows('select 1 from deleted_photos')).toEqual([]);
});
