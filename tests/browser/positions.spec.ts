/** A phone reports its position: with the driver's consent, with each tap, offline, and on the board at once. */
import { drawSignature, expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, pickup } from '../support/factories';

const HERE = { latitude: 39.02, longitude: -94.59, accuracy: 8 };
const north = (metres: number) => ({ ...HERE, latitude: HERE.latitude + metres / 111_195 });

test('a day of a phone: agreed, driven, signed, partly offline, and followed by the board and the trail; off duty nothing is stored @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const driverId = network.ids.driver ?? 0;
  const northDepot = await make(
    dispatcher,
    pickup({ location: 'North Depot', driver_id: driverId, latitude: '39.02', longitude: '-94.59' }),
  );
  const southDepot = await make(
    dispatcher,
    pickup({ location: 'South Depot', driver_id: driverId, latitude: '38.95', longitude: '-94.6' }),
  );
  const stored = async () =>
    (
      await network.database.rows<{ n: number }>(
        'select count(*)::integer as n from positions where driver_id = $1 and device_id = 0',
        [driverId],
      )
    )[0]?.n ?? 0;

  const phone = await open('driver', { phone: true });
  const context = phone.context();
  await context.grantPermissions(['geolocation'], { origin: network.app.origin });
  await context.setGeolocation(HERE);
  await phone.goto('/driver');
  await hydrated(phone);
  await expect(phone.getByText('Share your location while you have stops?')).toBeVisible();
  expect(await stored()).toBe(0);
  await phone.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(stored).toBe(1);
  await expect(phone.getByText('Share your location while you have stops?')).toBeHidden();

  const board = await open('dispatcher');
  await board.goto('/dispatcher');
  await hydrated(board);
  const marker = board.locator('.leaflet-marker-icon[title*=", now"]');
  await expect(marker).toBeVisible();
  const before = await marker.getAttribute('style');
  const loads: string[] = [];
  board.on('request', (request) => loads.push(request.url()));
  await context.setGeolocation(north(60));
  await expect.poll(stored).toBe(2);
  await expect.poll(() => marker.getAttribute('style')).not.toBe(before);
  expect(loads).toEqual([]);

  // A tap has a position, also when the phone is offline.
  await phone.getByRole('button', { name: 'Going', exact: true }).first().click();
  await expect.poll(async () => (await network.database.rows('select from tap_positions')).length).toBe(1);
  await expect(phone.getByRole('button', { name: 'Complete', exact: true }).first()).toBeEnabled();
  await context.setOffline(true);
  await context.setGeolocation(north(120));
  await phone.getByRole('button', { name: 'Complete', exact: true }).first().click();
  await expect(phone.getByText('Waiting to send.')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await network.database.rows('select from tap_positions')).length).toBe(2);
  await expect.poll(stored).toBeGreaterThanOrEqual(3);
  const [proof] = await network.database.rows<{ id: number }>(
    "select id from tasks where status = 'completed'",
  );
  await board.goto(`/dispatcher/tasks/${String(proof?.id)}`);
  await board.getByText(/^Activity \(\d+\)$/).click();
  await expect(board.getByText(/Completed, recorded 120 m from the stop/)).toBeVisible();

  // Offline, the phone stores the trail, and sends it later with the original times. They show that the driver has left
  // the stop.
  const known = await stored();
  const waiting = () =>
    phone.evaluate(
      () =>
        new Promise<number>((done) => {
          const opening = indexedDB.open('parts-dispatch-trail');
          opening.onsuccess = () => {
            const counting = opening.result.transaction('fixes').objectStore('fixes').count();
            counting.onsuccess = () => {
              opening.result.close();
              done(counting.result);
            };
          };
        }),
    );
  await context.setOffline(true);
  await context.setGeolocation(north(180));
  await expect.poll(waiting).toBe(1);
  await context.setGeolocation(north(240));
  await expect.poll(waiting).toBe(2);
  expect(await stored()).toBe(known);
  await context.setOffline(false);
  await expect.poll(stored).toBe(known + 2);
  await expect.poll(waiting).toBe(0);
  await board.goto(`/dispatcher/tasks/${String(northDepot.id)}`);
  await board.getByText(/^Activity \(\d+\)$/).click();
  await expect(
    board
      .getByRole('listitem')
      .filter({ hasText: /arrived/i })
      .first(),
  ).toBeVisible();

  // The route takes longer from a place farther away.
  const done = async () => {
    await board.goto('/dispatcher');
    const doneBy = board.locator('[data-label="Done by"] time');
    await expect(doneBy).toBeVisible();
    return doneBy.innerText();
  };
  const expected = await done();
  await network.database.rows("update last_positions set at = at - interval '20 minutes'");
  await context.setGeolocation(north(20_000));
  await expect.poll(stored).toBe(known + 3);
  // Times of arrival are at most half a minute old, so the page shows the way within the next half minute.
  await expect.poll(done).not.toBe(expected);

  // A signature completes the last stop and so ends the driver's duty.
  await dispatcher.patch(`/api/tasks/${String(southDepot.id)}`, { status: 'completed' });
  await make(dispatcher, delivery({ driver_id: driverId }));
  await phone.goto('/driver');
  await hydrated(phone);
  await phone.getByRole('button', { name: 'Going', exact: true }).first().click();
  await phone.getByRole('link', { name: 'Complete', exact: true }).click();
  await phone.getByLabel('Received by').fill('Joe Customer');
  await drawSignature(phone);
  await phone.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(phone).toHaveURL('/driver');
  await expect.poll(async () => (await network.database.rows('select from task_signatures')).length).toBe(1);
  const last = await stored();
  const late = { ...HERE, at: new Date().toISOString() };
  const { body } = await (await network.as('driver')).post('/api/positions', { positions: [late] });
  expect(body).toEqual({ stored: 0, dropped: { 'off duty': 1 } });
  expect(await stored()).toBe(last);

  // The office and the driver see the day on a map. Without JavaScript it is a picture with the same lists.
  const trail = `/dispatcher/drivers/${String(driverId)}/trail`;
  await board.goto(trail);
  const onMap = board.getByRole('region', { name: 'Map of the trail' });
  await expect(onMap.getByRole('button', { name: /^North Depot, arrived / })).toBeVisible();
  const stops = board.getByRole('row').filter({ hasText: 'North Depot' });
  await expect(stops).toContainText(/\d [AP]M\s*\d+:\d\d [AP]M$/);
  await expectAccessible(board, 'main');
  await phone.goto('/location');
  await expect(phone.getByRole('region', { name: 'Map of the trail' })).toBeVisible();
  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto(trail);
  await expect(plain.getByRole('img', { name: 'The way driven, north is up' })).toBeVisible();
  await expect(plain.getByRole('row').filter({ hasText: 'North Depot' })).toBeVisible();
  await plain.getByText('Positions, one of each minute').click();
  await expect(plain.getByRole('row').filter({ hasText: 'Driver’s page' }).first()).toBeVisible();

  // Sharing can be turned off at any time.
  await phone.goto('/location');
  await hydrated(phone);
  await phone.getByRole('button', { name: 'Don’t Share' }).click();
  await expect(phone.getByText('Off', { exact: true })).toBeVisible();
  await board.goto('/dispatcher');
  await hydrated(board);
  await expect(board.locator('.leaflet-marker-icon').first()).toBeVisible();
  await expect(marker).toHaveCount(0);
});

test('without JavaScript a short way fills the picture, and the day is chosen in one line', async ({
  open,
  network,
}) => {
  const driverId = network.ids.driver2;
  await network.database.rows(
    `insert into positions (driver_id, device_id, at, latitude, longitude, accuracy)
     select $1, 0, now() - n * interval '1 second', 39 + n * 0.0003, -94.6, 8 from generate_series(0, 50) n`,
    [driverId],
  );
  const page = await open('dispatcher', { javaScript: false });
  await page.goto(`/dispatcher/drivers/${String(driverId)}/trail`);
  const picture = page.getByRole('img', { name: 'The way driven, north is up' });
  const way = await picture.locator('path').boundingBox();
  expect(way?.height).toBeGreaterThan(((await picture.boundingBox())?.height ?? 0) / 3);
  const ends = [page.getByLabel('Day', { exact: true }), page.getByRole('button', { name: 'Show' })];
  const [field, button] = await Promise.all(ends.map((each) => each.boundingBox()));
  expect(button && button.y + button.height).toBeCloseTo(field ? field.y + field.height : 0, 0);
});
