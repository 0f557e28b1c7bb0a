/** A phone that tells where it is: with the driver's agreement, with each tap, offline, and on the board at once. */
import { expect, hydrated, test } from '../support/browser';
import { make, pickup } from '../support/factories';

const HERE = { latitude: 39.02, longitude: -94.59, accuracy: 8 };
const north = (metres: number) => ({ ...HERE, latitude: HERE.latitude + metres / 111_195 });

test('a driver agrees, drives on, and the board follows without being loaded again', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const driverId = network.ids.driver ?? 0;
  await make(
    dispatcher,
    pickup({ location: 'North Depot', driver_id: driverId, latitude: '39.02', longitude: '-94.59' }),
  );
  await make(
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

  // With a tap, and without a line.
  await phone.getByRole('button', { name: 'Going', exact: true }).first().click();
  await expect.poll(async () => (await network.database.rows('select from tap_positions')).length).toBe(1);
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
  await board.goto(`/proof/${String(proof?.id)}`);
  await expect(board.getByText(/Completed, recorded 120 m from the stop/)).toBeVisible();

  // The switch is always there, and ends it.
  await phone.goto('/location');
  await hydrated(phone);
  await phone.getByRole('button', { name: 'Don’t Share' }).click();
  await expect(phone.getByText('Off', { exact: true })).toBeVisible();
  await board.goto('/dispatcher');
  await hydrated(board);
  await expect(board.locator('.leaflet-marker-icon').first()).toBeVisible();
  await expect(marker).toHaveCount(0);
});
