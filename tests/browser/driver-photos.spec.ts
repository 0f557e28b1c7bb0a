/** Photos are taken at a stop, stored on the phone until they are sent, shown to the dispatcher, and removed. */
import type { Page } from '@playwright/test';
import { drawSignature, expect, expectAccessible, test } from '../support/browser';
import { cameraPhoto, delivery, make, pickup } from '../support/factories';
import type { Network } from '../support/network';

const at = (location: string, more: Record<string, unknown> = {}) => ({
  location,
  address: `${location} Rd, Kansas City, MO 64111`,
  ...more,
});

const report = (page: Page) => page.getByRole('button', { name: 'Report', exact: true });
const photoFile = async (width: number, height: number) => ({
  name: 'camera.jpg',
  mimeType: 'image/jpeg',
  buffer: await cameraPhoto(width, height),
});
const photos = (network: Network, location: string) =>
  network.database.rows<{ location: string; image: Buffer }>(
    `select t.location, p.image from task_photos p join tasks t on t.id = p.task_id
     where t.location = $1 order by t.id, p.position`,
    [location],
  );

test('photos beside the signature: made small on the phone, shown to the dispatcher @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Photo Bay' }));
  await (await network.as('driver')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  const page = await open('driver', { phone: true });
  await page.goto(`/driver/stops/${String(made.id)}/sign`);
  await expect(page.locator('dialog:modal')).toBeVisible();
  await drawSignature(page);
  const input = page.getByLabel('Take photo');
  await input.setInputFiles(await photoFile(2_400, 1_800));
  await expect(page.getByText('1 photo will be sent.')).toBeVisible();
  await input.setInputFiles([
    await photoFile(400, 300),
    await photoFile(300, 400),
    await photoFile(200, 200),
  ]);
  await expect(page.getByText('No more than 3 photos. 3 photos will be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo 2' }).tap();
  await expect(page.getByText('2 photos will be sent.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const sizes = await input.evaluate((control: HTMLInputElement) =>
    [...(control.files ?? [])].map(({ size }) => size),
  );
  expect(sizes).toHaveLength(2);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(200_000);

  await page.getByRole('button', { name: 'Complete', exact: true }).tap();
  await expect(page).toHaveURL('/driver');
  await expect.poll(async () => (await photos(network, 'Photo Bay')).length).toBeGreaterThan(0);
  const kept = await photos(network, 'Photo Bay');
  expect(kept).toHaveLength(2);
  for (const { image } of kept) expect(image.length).toBeLessThanOrEqual(200_000);

  const desk = await open('dispatcher');
  await desk.goto(`/dispatcher/tasks/${String(made.id)}`);
  const strip = desk.getByRole('list', { name: 'Photos' });
  await expect(strip.getByRole('img', { name: 'Taken at the stop, 2 of 2' })).toBeVisible();
  await expectAccessible(desk);
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [made.id] });
  await desk.goto(`/dispatcher/archived/${String(made.id)}`);
  await expect(desk.getByText(/^Alma Driver completed it, \d+:\d\d [AP]M\.$/)).toBeVisible();
  const link = strip.getByRole('link').first();
  await expect(link.getByRole('img')).toHaveJSProperty('complete', true);
  expect((await desk.request.get((await link.getAttribute('href')) ?? '')).headers()['content-type']).toBe(
    'image/jpeg',
  );
});

test('photos without JavaScript: as the camera made them, made small by us, with every task of the stop @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const stop = { driver_id: network.ids.driver, ...at('Dented Door') };
  const tasks = [await make(dispatcher, delivery(stop)), await make(dispatcher, pickup(stop))];
  const taskIds = tasks.map(({ id }) => id);
  await (await network.as('driver')).post('/api/tasks/batch/status', { taskIds, status: 'going' });
  const page = await open('driver', { phone: true, javaScript: false });
  await page.goto(`/driver/stops/${String(taskIds[0])}/fail`);
  await page.getByLabel('Damaged').check();
  await page.getByLabel('Note').fill('Door came bent');
  await page.getByLabel('Take photo').setInputFiles({
    name: 'letter.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture'),
  });
  await report(page).click();
  await expect(page.getByText('The photo is not a readable image.')).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('Door came bent');
  const large = await photoFile(3_000, 2_400);
  expect(large.buffer.length).toBeGreaterThan(2_000_000);
  await page.getByLabel('Take photo').setInputFiles([large, large]);
  await report(page).click();
  await expect(page.getByText('The dispatcher has been notified.')).toBeVisible();
  const kept = await photos(network, 'Dented Door');
  expect(kept).toHaveLength(4);
  for (const { image } of kept) expect(image.length).toBeLessThanOrEqual(200_000);
});

const waiting = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('photos');
        opening.onerror = () => {
          reject(new Error('no store'));
        };
        opening.onsuccess = () => {
          const count = opening.result.transaction('photos').objectStore('photos').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('a refused photo says so where it is, in sight @long', async ({ open, network }) => {
  const made = await make(
    await network.as('dispatcher'),
    delivery({ driver_id: network.ids.driver, location: 'Refused Bay' }),
  );
  await (await network.as('driver')).patch(`/api/tasks/${String(made.id)}`, { status: 'going' });
  const page = await open('driver', { phone: true });
  const broken = { name: 'camera.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
  await page.goto(`/driver/stops/${String(made.id)}/sign`);
  await expect(page.locator('dialog:modal')).toBeVisible();
  await drawSignature(page);
  await page.getByLabel('Take photo').setInputFiles(broken);
  await expect(page.getByText('1 photo will be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).tap();
  const said = page.getByRole('alert').filter({ hasText: 'The photo is not a readable image.' });
  await expect(said).toHaveCount(1);
  await expect(said).toBeInViewport({ ratio: 1 });
  await expect(said).toContainText('or WebP. Remove it, or take another one.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove photo 1' }).tap();
  await page.getByRole('button', { name: 'Complete', exact: true }).tap();
  await expect(page).toHaveURL('/driver');
});

test('chosen photos wait on the phone until they are sent', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery(at('Wet Box', { driver_id: network.ids.driver })));
  await (await network.as('driver')).patch(`/api/tasks/${String(task.id)}`, { status: 'going' });
  const page = await open('driver', { phone: true });
  await page.goto(`/driver/stops/${String(task.id)}/sign`);
  await expect(page.locator('dialog:modal')).toBeVisible();
  const photo = async (width: number) => ({
    name: 'camera.jpg',
    mimeType: 'image/jpeg',
    buffer: await cameraPhoto(width, 300),
  });
  await page.getByLabel('Take photo').setInputFiles([await photo(400), await photo(500)]);
  await expect(page.getByText('2 photos will be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo 1' }).tap();
  await expect(page.getByText('1 photo will be sent.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 photo will be sent.')).toBeVisible();
  await page.goto(`/driver/stops/${String(task.id)}/fail`);
  await expect(page.getByRole('img', { name: 'To be sent, 1 of 1' })).toBeVisible();
  expect(await waiting(page)).toBe(1);
  await page.getByLabel('Damaged').check();
  // The connection is so slow that the page shows the upload.
  const line = await page.context().newCDPSession(page);
  const slow = (bytesPerSecond: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await line.send('Network.enable');
  await slow(2_000);
  await page.getByRole('button', { name: 'Report', exact: true }).tap();
  await expect(page.getByRole('progressbar', { name: 'Sending photos' }).first()).toBeVisible();
  await slow(-1);
  await expect(page).toHaveURL('/driver');
  await expect.poll(() => waiting(page)).toBe(0);
  const sent = () => network.database.rows('select id from task_photos where task_id = $1', [task.id]);
  await expect.poll(sent).toHaveLength(1);
});

test('a dispatcher removes a photo and takes that back, with JavaScript and without @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery(at('Too Much', { driver_id: network.ids.driver })));
  const image = `data:image/jpeg;base64,${(await cameraPhoto()).toString('base64')}`;
  for (let i = 0; i < 2; i += 1) await dispatcher.post(`/api/tasks/${String(task.id)}/photos`, { image });
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    const strip = page.getByRole('list', { name: 'Photos' });
    await page.goto(`/dispatcher/tasks/${String(task.id)}`);
    if (javaScript) {
      await expect(page.locator('dialog:modal')).toBeVisible();
      await page.getByLabel('Additional Notes').fill('Half a sentence');
    }
    await strip.getByRole('link', { name: 'Remove photo 1' }).click();
    await expect(page.getByRole('heading', { name: 'Remove Photo' })).toBeVisible();
    if (javaScript) await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Photo' }).click();
    await expect(strip.getByRole('img')).toHaveCount(1);
    if (javaScript) await expect(page.getByLabel('Additional Notes')).toHaveValue('Half a sentence');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(strip.getByRole('img')).toHaveCount(2);
  }
});
