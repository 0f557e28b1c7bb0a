import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, transfer } from '../support/factories';
import { drawSignature, expect, expectAccessible, hydrated, openStop, test } from '../support/browser';
import type { Network } from '../support/network';

const signatures = (network: Network, location: string) =>
  network.database.rows<{ signed_by: string | null; typed: boolean; media_type: string; image: Buffer }>(
    `select s.signed_by, s.typed, s.media_type, s.image from task_signatures s join tasks t on t.id = s.task_id
     where t.location = $1 order by t.id`,
    [location],
  );

test('a driver with nothing to do', async ({ open }) => {
  const page = await open('driver3', { phone: true });
  await page.goto('/driver');
  await expect(page.getByRole('heading', { name: 'Driver Dashboard' })).toBeVisible();
  await expect(page.getByText('No tasks for this status')).toBeVisible();
  await expectAccessible(page);
});

test('a task arrives live; Going; a dot is no signature; Complete; End Route', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Ford', level: 1 })).toBeVisible();
  await make(
    dispatcher,
    delivery({ driver_id: network.ids.driver, location: 'Corner Garage', notes: 'Back door' }),
  );
  await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Next stop' }));
  await make(
    dispatcher,
    pickup({ driver_id: network.ids.driver, location: 'Tomorrow', status: 'next-route' }),
  );
  const card = page.getByRole('article').filter({ hasText: 'Corner Garage' });
  await expect(card).toContainText('Invoice # INV-1001');
  await expect(card).toContainText('Notes: Back door');
  await expect(card).toContainText('Created By Dana Dispatcher');
  await expect(page.getByRole('heading', { name: 'Next stop' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Going', exact: true }).first().tap();
  await expect(page.getByRole('link', { name: 'Complete', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Going', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Complete', exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Complete Delivery - Signature Required' })).toBeVisible();
  const complete = page.getByRole('button', { name: 'Complete', exact: true });
  await expect(complete).toBeDisabled();
  await expectAccessible(page);
  const pad = page.getByLabel('Signature drawing area');
  await pad.click({ position: { x: 50, y: 50 } });
  await expect(complete).toBeDisabled();
  await page.getByRole('button', { name: 'Clear' }).click();

  await drawSignature(page);
  await expect(complete).toBeEnabled();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(complete).toBeEnabled();
  await page.setViewportSize({ width: 390, height: 844 });
  const inked = () =>
    pad.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return Array.from(data).filter((value, i) => i % 4 === 3 && value > 0).length;
    });
  await expect.poll(inked).toBeGreaterThan(100);
  await page.reload();
  await expect.poll(inked).toBeGreaterThan(100);
  await page.getByLabel('Received by').fill('Joe Customer');
  await complete.tap();
  await expect(page).toHaveURL('/driver');
  // The phone sends the signature in the background.
  await expect.poll(() => signatures(network, 'Corner Garage')).toHaveLength(1);
  const [signature] = await signatures(network, 'Corner Garage');
  expect(signature).toMatchObject({ signed_by: 'Joe Customer', typed: false, media_type: 'image/jpeg' });
  expect(signature?.image.length).toBeLessThan(40_000);

  await page.getByRole('button', { name: 'Going', exact: true }).tap();
  await page.getByRole('button', { name: 'Complete', exact: true }).tap();
  await page.getByRole('button', { name: 'End Route' }).tap();
  await expect(
    page.getByText('All completed tasks have been archived and next route tasks are now pending', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tomorrow' })).toBeVisible();
  await network.database.rows("delete from tasks where location = 'Tomorrow'");
});

test('the whole stop without JavaScript, with a typed name', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  for (const invoice_number of ['INV-A', 'INV-B', 'INV-C']) {
    await make(dispatcher, delivery({ driver_id: network.ids.driver2, location: 'Triple', invoice_number }));
  }
  await make(dispatcher, pickup({ driver_id: network.ids.driver2, location: 'After' }));
  const page = await open('driver2', { phone: true, javaScript: false });
  await page.goto('/driver');
  await expect(page.getByText('3 tasks', { exact: true })).toBeVisible();
  await expect(page.getByText('...and 1 more task', { exact: true })).toBeVisible();
  await page.getByText('Triple').first().click();
  await expect(page.getByText('Triple (3 tasks)')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Order' }).click();
  await page.getByRole('button', { name: 'Move up: After' }).click();
  await expect(page.getByText('Task order saved successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.locator('#going').getByRole('heading')).toHaveText('After');
  await openStop(page, 'Triple');
  await page.getByRole('article').getByRole('button', { name: 'Going', exact: true }).click();
  await expect(page.getByText('Going to Triple', { exact: true })).toBeVisible();
  await page.getByText('Problem?', { exact: true }).click();
  await page.getByRole('button', { name: 'Not going yet' }).click();
  await expect(page.getByText('Not going to Triple yet', { exact: true })).toBeVisible();
  await openStop(page, 'Triple');
  await page.getByRole('article').getByRole('button', { name: 'Going', exact: true }).click();
  await page.getByRole('link', { name: 'Complete', exact: true }).click();
  await expect(page.getByText('one signature for 3 deliveries')).toBeVisible();
  await page.getByLabel('Full name, typed as a signature').fill('Pat <b>Typist</b>');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page).toHaveURL('/driver');
  const kept = await signatures(network, 'Triple');
  expect(kept).toHaveLength(3);
  expect(kept[0]).toMatchObject({ typed: true, media_type: 'image/svg+xml' });
  expect(kept[0]?.image.toString()).not.toContain('<b>');
  await page.getByRole('button', { name: 'Going', exact: true }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.getByRole('button', { name: 'End Route' }).click();
  await expect(page.getByText('Route Ended')).toBeVisible();
});

test('two phones of one driver: one wins, the other is told and shows what is', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  for (const location of ['Left', 'Right'])
    await make(dispatcher, pickup({ driver_id: network.ids.driver3, location }));
  const [one, two] = [await open('driver3', { phone: true }), await open('driver3', { phone: true })];
  await two.route('**/ws', (route) => route.abort());
  await two.routeWebSocket('**/ws', (socket) => socket.close());
  for (const page of [one, two]) await page.goto('/driver');
  await hydrated(one);
  await one.getByRole('button', { name: 'Going', exact: true }).first().tap();
  await expect(one.getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
  await openStop(two, 'Right');
  await two.getByRole('article').getByRole('button', { name: 'Going', exact: true }).tap();
  await expect(two.getByText('Another stop is already under way', { exact: true })).toBeVisible();
  const going = (await dispatcher.get<Task[]>('/api/tasks?status=going')).body;
  expect(going.filter(({ driver_id }) => driver_id === network.ids.driver3)).toHaveLength(1);
});

test('next route, hold, a transfer and its linked delivery', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const { driver, driver2 } = network.ids;
  await make(
    dispatcher,
    transfer({ driver_id: driver, transfer_to_driver_id: driver2, location: 'Handing over' }),
  );
  const needBy = new Date(Date.now() + 26 * 3_600_000).toISOString();
  await make(dispatcher, delivery({ driver_id: driver2, location: 'Held', status: 'hold', need_by: needBy }));
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  const linked = page.getByRole('article').filter({ hasText: 'Southside Hub' });
  await expect(linked).toContainText('Linked to: Transfer task at Handing over');
  await expect(linked).toContainText('Part # T-1');
  // The task waits and is not part of the route yet.
  await expect(page.getByRole('link', { name: /^Active/ })).toHaveText('Active0');
  await expect(page.getByText(/^Stop 1 of/)).toHaveCount(0);
  const board = await open('dispatcher');
  await board.goto(`/dispatcher/drivers/${String(driver2)}`);
  await expect(board.getByRole('link', { name: /^Active Tasks/ })).toHaveText('Active Tasks0');
  await page.locator('a[href="/driver/list/hold"]').click();
  await expect(page.getByRole('dialog')).toContainText('Need By');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Southside Hub', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Southside Hub');
});

const place = (location: string) => ({ location, address: '7 Gate St, Kansas City, MO 64111' });
const report = (page: Page) => page.getByRole('button', { name: 'Report', exact: true });
const failures = (network: Network, location: string) =>
  network.database.rows<{ status: string; failure_reason: string | null; attempts: number }>(
    'select status, failure_reason, attempts from tasks where location = $1 order by id',
    [location],
  );

test('a stop that could not be completed: reported by phone, planned again by the dispatcher @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  await network.database.rows('delete from tasks');
  const stop = { driver_id: network.ids.driver, ...place('Locked Yard') };
  const [one] = [await make(dispatcher, delivery(stop)), await make(dispatcher, pickup(stop))];
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await page.getByRole('button', { name: 'Going', exact: true }).tap();
  await page.getByText('Problem?', { exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Not going yet' })).toBeEnabled();
  const link = page.getByRole('link', { name: 'Could not complete' });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await link.tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Locked Yard · both tasks at this stop');
  await expectAccessible(page);
  const reason = await page.getByLabel('Nobody there').evaluate((radio) => {
    const range = document.createRange();
    range.selectNodeContents(radio.nextSibling ?? radio);
    const [text, circle] = [range.getBoundingClientRect(), radio.getBoundingClientRect()];
    const legend = radio.closest('fieldset')?.querySelector('legend')?.getBoundingClientRect();
    const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    return { left: circle.left - (legend?.left ?? 0), off: middle(circle) - middle(text) };
  });
  expect(reason.left).toBe(0);
  expect(Math.abs(reason.off)).toBeLessThanOrEqual(1);
  await page.getByLabel('Other').check();
  await report(page).tap();
  await expect(page.getByLabel('Note')).toBeFocused();
  await page.getByLabel('Nobody there').check();
  await page.getByLabel('Note').fill('Rang twice,\nno answer');

  await report(page).tap();
  await expect(page).toHaveURL('/driver');
  await expect(page.getByText('The dispatcher has been notified.', { exact: true })).toBeVisible();
  await expect(page.getByText('Locked Yard')).toHaveCount(0);
  const failed = { status: 'hold', failure_reason: 'nobody there: Rang twice, no answer', attempts: 1 };
  expect(await failures(network, 'Locked Yard')).toEqual([failed, failed]);

  const desk = await open('dispatcher');
  await desk.goto('/dispatcher/attention?kind=failed');
  const row = desk.locator('[data-row]').filter({ hasText: 'Locked Yard' }).first();
  await expect(row).toContainText('Could not complete: nobody there: Rang twice, no answer');
  await dispatcher.patch(`/api/tasks/${String(one.id)}`, { status: 'pending' });
  await expect(page.getByRole('article').filter({ hasText: 'Locked Yard' })).toContainText('2nd attempt');
  await desk.goto(`/dispatcher/drivers/${String(network.ids.driver)}`);
  await expect(desk.getByRole('dialog').getByText('2nd attempt')).toBeVisible();
  await network.database.rows("delete from tasks where location = 'Locked Yard'");
});

test('could not complete, without JavaScript: what was typed stays, and a stop that is gone is told @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const made = await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Gone Garage' }));
  const page = await open('driver', { phone: true, javaScript: false });
  const go = async () => {
    await page.goto('/driver');
    await expect(page.getByRole('article')).toContainText('Gone Garage');
    await page.getByRole('button', { name: 'Going', exact: true }).click();
    await page.getByText('Problem?', { exact: true }).click();
    await page.getByRole('link', { name: 'Could not complete' }).click();
  };
  await go();
  await page.getByLabel('Other').check();
  await report(page).click();
  await expect(page.getByText('Say why it could not be completed')).toBeVisible();
  await expect(page.getByLabel('Other')).toBeChecked();
  await page.getByLabel('Note').fill('Road closed');
  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { driver_id: network.ids.driver3 });
  await report(page).click();
  await expect(page.getByText('This stop is not under way')).toBeVisible();
  expect(await failures(network, 'Gone Garage')).toMatchObject([{ status: 'pending', attempts: 0 }]);

  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { driver_id: network.ids.driver });
  await go();
  await page.getByLabel('Closed').check();
  await report(page).click();
  await expect(page.getByText('The dispatcher has been notified.')).toBeVisible();
  expect(await failures(network, 'Gone Garage')).toEqual([
    { status: 'hold', failure_reason: 'closed', attempts: 1 },
  ]);
});

test('a stop changed while its failure is typed: nothing typed is lost, and what is left can be reported @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const stop = { driver_id: network.ids.driver2, ...place('Half gone') };
  const [stays, goes] = [await make(dispatcher, delivery(stop)), await make(dispatcher, pickup(stop))];
  const taskIds = [stays.id, goes.id];
  await (await network.as('driver2')).post('/api/tasks/batch/status', { taskIds, status: 'going' });
  const page = await open('driver2', { phone: true });
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  await page.goto(`/driver/stops/${String(stays.id)}/fail`);
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.getByLabel('Damaged').check();
  await page.getByLabel('Note').fill('Box is wet');
  await dispatcher.patch(`/api/tasks/${String(goes.id)}`, { driver_id: network.ids.driver3 });
  await report(page).tap();
  await expect(page.getByText('This stop was changed on another device or by a dispatcher.')).toBeVisible();
  await expect(page.getByLabel('Damaged')).toBeChecked();
  await expect(page.getByLabel('Note')).toHaveValue('Box is wet');
  await report(page).tap();
  await expect(page.getByText('The dispatcher has been notified.', { exact: true })).toBeVisible();
  expect(await failures(network, 'Half gone')).toMatchObject([
    { status: 'hold', failure_reason: 'damaged: Box is wet' },
    { status: 'pending', failure_reason: null },
  ]);
});
