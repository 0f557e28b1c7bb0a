import { EventEmitter, once } from 'node:events';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import { suggestAccount, address, location, matches, openNew, pathOf } from '../support/task-dialog';

test('letters typed together ask once, and going back to a text that was answered asks nobody', async ({
  open,
  network,
}) => {
  for (const name of ['Quarry Motors', 'Quail Auto'])
    await suggestAccount(network, name, 'vendor', [`1 ${name}`]);
  const page = await open('dispatcher');
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/places') searches.push(searchParams.get('search') ?? '');
  });
  await openNew(page);
  // The page's timers run only when this test says so, so the speed of the machine does not matter.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = location(page);
  await box.pressSequentially('qua');
  await page.clock.runFor(119);
  expect(searches).toEqual([]);
  await page.clock.runFor(1);
  await expect(matches(page)).toHaveCount(2);
  expect(searches).toEqual(['qua']);
  await box.pressSequentially('r');
  await page.clock.runFor(120);
  await expect(matches(page)).toHaveCount(1);
  await expect.poll(() => searches).toEqual(['qua', 'quar']);
  await box.press('Backspace');
  await page.clock.runFor(1_000);
  await expect(matches(page)).toHaveCount(2);
  expect(searches).toEqual(['qua', 'quar']);
});

test('the combobox: matches announced, prefix marked, keys, Tab and Escape close', async ({
  open,
  network,
}) => {
  for (const name of ['Quarry Motors', 'Quarry Parts', 'Quail Auto'])
    await suggestAccount(network, name, 'vendor', [`1 ${name}`]);
  const page = await open('dispatcher');
  await openNew(page);
  const box = location(page);
  const option = (name: string) => page.getByRole('option', { name: new RegExp(name) });
  await box.pressSequentially('qua');
  await expect(matches(page)).toHaveCount(3);
  await expect(page.getByText('3 accounts found.')).toBeAttached();
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await expect(option('Quarry Motors').locator('b')).toHaveText('Qua');
  await expectAccessible(page);
  await expect(option('Quail Auto')).toHaveAttribute('aria-selected', 'true');
  await box.press('ArrowDown');
  await expect(option('Quarry Motors')).toHaveAttribute('aria-selected', 'true');
  await box.press('ArrowUp');
  await expect(option('Quail Auto')).toHaveAttribute('aria-selected', 'true');
  const active = await option('Quail Auto').getAttribute('id');
  await expect(box).toHaveAttribute('aria-activedescendant', active ?? '');
  await box.press('ArrowUp');
  await expect(option('Quarry Parts')).toHaveAttribute('aria-selected', 'true');
  await box.press('Home');
  await expect(box).not.toHaveAttribute('aria-activedescendant', /./);
  await box.press('End');
  await box.pressSequentially('r');
  await expect(matches(page)).toHaveCount(2);
  await box.press('Backspace');
  await expect(matches(page)).toHaveCount(3);
  await box.press('Escape');
  await expect(matches(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Create New Task' })).toBeVisible();
  await box.press('ArrowDown');
  await expect(matches(page)).toHaveCount(3);
  await box.press('Tab');
  await expect(matches(page)).toHaveCount(0);
  await expect(box).toHaveAttribute('aria-expanded', 'false');
});

test('it closes 200 ms after the focus has gone; what comes late or not at all says nothing', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Zephyr Auto', 'shop', ['1 Zephyr St']);
  const page = await open('dispatcher');
  await openNew(page);
  const box = location(page);
  await box.pressSequentially('zeph');
  await expect(matches(page)).toHaveCount(1);
  const openFor = matches(page).evaluate(
    (list) =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        (document.activeElement as HTMLElement).blur();
        // An unrelated change of the page does not move the focus.
        document.body.append(document.createElement('span'));
        const watch = () => {
          if (list.isConnected && list.checkVisibility()) requestAnimationFrame(watch);
          else resolve(performance.now() - from);
        };
        watch();
      }),
  );
  expect(await openFor).toBeGreaterThan(190);
  await expect(matches(page)).toHaveCount(0);

  // The answer for the shorter text arrives after the one for the longer text.
  const release = new EventEmitter();
  const held = once(release, 'released');
  await page.route(/api\/places\?search=ze(&|$)/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const shorter = page.waitForRequest(/search=ze(&|$)/);
  await box.fill('ze');
  await shorter;
  await box.fill('zeb');
  await expect(page.getByText('You can continue typing to use "zeb" as a custom location.')).toBeVisible();
  release.emit('released');
  await expect(matches(page)).toHaveCount(0);

  await page.route(/api\/places/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await box.fill('Nobody answers');
  await failed;
  await expect(page.getByText('No accounts found.')).toHaveCount(0);
  await expect(box).toHaveValue('Nobody answers');
});

test('an account decides type and address; several addresses are a choice, also when editing @long', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Several Shop', 'shop', ['3 Third St', '1 First St', '2 Second St']);
  await suggestAccount(network, 'Single Vendor', 'vendor', ['9 Only St']);
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).pressSequentially('single');
  await page.getByRole('option', { name: /Single Vendor/ }).click();
  await expect(page.getByLabel('Pickup')).toBeChecked();
  await expect(address(page)).toHaveValue('9 Only St, Merriam, KS 66203');
  await location(page).fill('several');
  await page.getByRole('option', { name: /Several Shop/ }).click();
  await expect(page.getByLabel('Delivery', { exact: true })).toBeChecked();
  await expect(address(page).getByRole('option')).toHaveText([
    '2 Second St, Merriam, KS 66203',
    '1 First St, Merriam, KS 66203',
    '3 Third St, Merriam, KS 66203',
    'Another address…',
  ]);
  await expectAccessible(page);
  await address(page).selectOption('Another address…');
  await expect(address(page)).toBeFocused();
  await page.keyboard.type('Behind the house');
  await expect(address(page)).toHaveValue('Behind the house');

  const stored = '3 Third St, Merriam, KS 66203';
  const task = await make(
    await network.as('dispatcher'),
    delivery({ location: 'Several Shop', address: stored }),
  );
  await page.goto(pathOf(task));
  await hydrated(page);
  await expect(address(page).getByRole('option')).toHaveCount(4);
  await expect(address(page)).toHaveValue(stored);
  await location(page).fill('Several Shop, back door');
  await expect(address(page)).toHaveAttribute('maxlength', '500');
  await expect(address(page)).toHaveValue(stored);
});

test('the place of a transfer is completed too, with and without JavaScript', async ({ open, network }) => {
  await suggestAccount(network, 'Handover Hub', 'dealership', ['5 Hub St']);
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    await page.goto('/dispatcher/tasks/new?type=transfer');
    if (javaScript) await hydrated(page);
    await page.getByLabel('Delivery Location Name').fill('hand');
    if (javaScript) await page.getByRole('option', { name: /Handover Hub/ }).click();
    else {
      await page.getByRole('button', { name: 'Find' }).last().click();
      await page.getByRole('button', { name: 'Handover Hub – 5 Hub St' }).click();
    }
    await expect(page.getByLabel('Delivery Location Name')).toHaveValue('Handover Hub');
    await expect(page.getByLabel('Delivery Address')).toHaveValue('5 Hub St, Merriam, KS 66203');
    await expect(page.getByLabel('Transfer', { exact: true })).toBeChecked();
  }
});

test('Re-geolocate follows the address that is typed', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ location: 'Blank', address: '' }));
  const page = await open('dispatcher');
  await page.goto(pathOf(task));
  await hydrated(page);
  const button = page.getByRole('button', { name: 'Re-geolocate' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('title', 'Address is required to re-geolocate');
  await address(page).fill('4050 Pennsylvania Ave, Kansas City, MO 64111');
  await expect(button).toBeEnabled();
  await expect(button).not.toHaveAttribute('title', /./);
  await address(page).fill('  ');
  await expect(button).toBeDisabled();
  await button.press('Enter');
  await expect(page.getByText('Task location has been')).toHaveCount(0);
  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto(pathOf(task));
  await plain.getByRole('button', { name: 'Re-geolocate' }).click();
  await expect(plain.getByText('Address is required to re-geolocate')).toBeVisible();
});
