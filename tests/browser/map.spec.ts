import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, holdRequests, hydrated, newContext, test } from '../support/browser';
import { namesOnMap } from '../support/map-names';
import { delivery, make, pickup } from '../support/factories';
import { stubGoogleMaps } from '../support/google-maps-stub';
import type { Network } from '../support/network';
import { startValhalla } from '../support/valhalla';

const card = (page: Page) => page.getByRole('region', { name: 'Route Map' });
const map = (page: Page) => page.getByRole('region', { name: 'Map of stops' });
const marker = (page: Page, name: string | RegExp) => card(page).getByRole('button', { name });
const ready = (page: Page) => expect(page.getByRole('button', { name: 'Center Map' })).toBeVisible();

/** Waits until the map has stopped moving. */
async function still(pin: Locator): Promise<void> {
  let last = '';
  await expect
    .poll(async () => {
      const before = last;
      last = JSON.stringify(await pin.boundingBox());
      return last === before;
    })
    .toBe(true);
}

const WESTPORT = { location: 'Westport Garage', address: '4050 Pennsylvania Ave, Kansas City, MO 64111' };
const MERRIAM = { location: 'Merriam Motors', address: '6900 W Frontage Rd, Merriam, KS 66203' };
const at = (latitude: string, longitude: string) => ({ latitude, longitude });

/**
 * Adds two stops of Alma, one of Ben, and one without a driver that has only the coordinates of its ZIP code.
 * @returns the ids by place.
 */
async function addStops({ as, ids, database }: Network): Promise<Record<string, number>> {
  const dispatcher = await as('dispatcher');
  await database.rows('delete from tasks');
  await database.rows('delete from dealership_locations');
  await database.rows(
    `insert into dealership_locations (name, fullname, address, city, state, zip_code, latitude, longitude)
     values ('Ford', 'Tallgrass Ford', '1 Main St', 'Kansas City', 'MO', '64111', 39.1, -94.6)`,
  );
  const made = [
    await make(dispatcher, delivery({ ...WESTPORT, driver_id: ids.driver, ...at('39.05', '-94.59') })),
    await make(dispatcher, pickup({ ...WESTPORT, driver_id: ids.driver, ...at('39.05', '-94.59') })),
    await make(
      dispatcher,
      pickup({ ...MERRIAM, driver_id: ids.driver, priority: 'urgent', ...at('39.01', '-94.69') }),
    ),
    await make(
      dispatcher,
      delivery({ location: 'Held back', status: 'hold', driver_id: ids.driver2, ...at('39.2', '-94.5') }),
    ),
    await make(
      dispatcher,
      delivery({ location: 'Olathe Auto', driver_id: ids.driver2, ...at('38.88', '-94.8') }),
    ),
    await make(dispatcher, delivery({ location: 'By ZIP only', address: 'Somewhere, Lenexa, KS 66215' })),
  ];
  return Object.fromEntries(made.map(({ location, id }) => [location, id]));
}

async function another(
  network: Network,
  browser: Parameters<typeof newContext>[0],
  env: Record<string, string>,
) {
  const app = await network.shared(env);
  const context = await newContext(browser, { ...network, app });
  const client = await network.as('dispatcher');
  const [name = '', value = ''] = client.cookie().split('=');
  await context.addCookies([{ name, value, url: app.origin }]);
  return context.newPage();
}

test('stops are on the map without any service, and open with a click or with Enter @long', async ({
  open,
  network,
}) => {
  const ids = await addStops(network);
  const page = await open('dispatcher');
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto('/dispatcher?completed=hide');
  await ready(page);
  await expect(marker(page, 'Urgent Pickup, Pending at Merriam Motors, Alma Driver')).toHaveText('!P');
  await expect(marker(page, '2 tasks at Westport Garage')).toHaveText('D2');
  await expect(marker(page, 'Delivery, Pending at By ZIP only, Unassigned, approximate (ZIP)')).toHaveText(
    'D',
  );
  await expect(marker(page, /Held back/)).toHaveCount(0);
  await expectAccessible(page);
  expect(urls.filter((url) => !url.startsWith(network.app.origin))).toEqual([]);

  const olathe = page.getByRole('region', { name: 'Delivery, Pending at Olathe Auto, Ben Driver' });
  await marker(page, /Olathe Auto/).click();
  await olathe.getByRole('link', { name: 'Delivery, Pending · INV-1001' }).click();
  await expect(page).toHaveURL(`/dispatcher/tasks/${String(ids['Olathe Auto'])}?completed=hide`);
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.keyboard.press('Escape');
  // The place is still open, and so is its link to the pin.
  await expect(olathe.getByRole('link', { name: 'Delivery, Pending · INV-1001' })).toBeFocused();
  await olathe.getByRole('link', { name: /^Move pin of Olathe Auto/ }).press('Enter');
  await expect(page).toHaveURL(`/dispatcher/map-pin/${String(ids['Olathe Auto'])}?completed=hide`);
  await page.goto('/dispatcher');
  await ready(page);
  await marker(page, /Merriam Motors/).press('Enter');
  const merriam = page.getByRole('region', { name: /Merriam Motors, Alma Driver/ });
  await expect(merriam).toContainText('6900 W Frontage Rd');
  await merriam.getByRole('link', { name: 'Plan the route of Alma Driver' }).press('Enter');
  await expect(page).toHaveURL(
    new RegExp(`/dispatcher/drivers/${String(network.ids.driver)}\\?suggest=1&for=\\w+$`),
  );
  await expect(page.getByRole('heading', { name: 'Alma Driver', exact: true })).toBeVisible();
});

test('a place with several tasks offers them; Escape goes back to its marker', async ({ open, network }) => {
  await addStops(network);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await ready(page);
  await marker(page, '2 tasks at Westport Garage').press('Enter');
  const place = page.getByRole('region', { name: '2 tasks at Westport Garage' });
  await expect(place.getByRole('link', { name: /Pending/ })).toHaveText([
    'Delivery, Pending · INV-1001',
    'Pickup, Pending · A-100, B-200',
  ]);
  await expect(place).toContainText('4050 Pennsylvania Ave');
  await expect(place.getByRole('link', { name: 'Alma Driver', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(place).toBeHidden();
  await expect(marker(page, '2 tasks at Westport Garage')).toBeFocused();
  await marker(page, '2 tasks at Westport Garage').click();
  await place.getByRole('link', { name: /^Pickup/ }).click();
  await expect(page).toHaveURL(/\/dispatcher\/tasks\/\d+/);
});

test('Show on map opens the stop of a task; one without a place leads to the form for it @long', async ({
  open,
  network,
}) => {
  const ids = await addStops(network);
  const pathTo = (name: string) => `/dispatcher/tasks/${String(ids[name])}`;
  const page = await open('dispatcher');
  await page.goto(`${pathTo('Olathe Auto')}?completed=hide&show=${String(network.ids.driver)}`);
  await hydrated(page);
  await page.getByRole('link', { name: 'Show on map' }).click();
  // The filter by driver is removed, because it does not include the stop's driver.
  await expect(page).toHaveURL(`/dispatcher?completed=hide&stop=${String(ids['Olathe Auto'])}#route-map`);
  const label = 'Delivery, Pending at Olathe Auto, Ben Driver';
  await expect(page.getByRole('region', { name: label })).toBeVisible();
  await expect(page.getByRole('heading', { name: label })).toBeFocused();
  await expect(marker(page, label)).toBeInViewport();
  await expect(marker(page, /Merriam Motors/)).not.toBeInViewport();
  await page.getByRole('button', { name: 'Center Map' }).click();
  await expect(marker(page, /Merriam Motors/)).toBeInViewport();

  await page.goto(pathTo('Held back'));
  await hydrated(page);
  await expect(
    page.getByRole('button', { name: 'Show on map (The map shows no tasks on hold)' }),
  ).toBeDisabled();
  await network.database.rows('update tasks set latitude = null, longitude = null where id = $1', [
    ids['By ZIP only'],
  ]);
  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto(pathTo('Olathe Auto'));
  await plain.getByRole('link', { name: 'Show on map' }).click();
  await expect(card(plain)).toContainText('Olathe Auto');
  await plain.goto(pathTo('By ZIP only'));
  await plain.getByRole('link', { name: 'Not on the map: set location' }).click();
  await expect(plain.getByRole('heading', { name: 'Location of By ZIP only' })).toBeVisible();
});

test('changes of tasks appear on the map, and the view stays where it was moved', async ({
  open,
  network,
}) => {
  const ids = await addStops(network);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await ready(page);
  await hydrated(page);
  const seenAt = async () => {
    const box = await marker(page, /Olathe Auto/).boundingBox();
    return box && { x: Math.round(box.x), y: Math.round(box.y) };
  };
  const start = await seenAt();
  await map(page).press('ArrowRight');
  // One press moves the map by 80 pixels, in an animation.
  await expect.poll(seenAt).toEqual(start && { ...start, x: start.x - 80 });
  const before = await seenAt();
  const dispatcher = await network.as('dispatcher');
  await dispatcher.patch(`/api/tasks/${String(ids['Merriam Motors'])}`, { status: 'completed' });
  await expect(marker(page, 'Urgent Pickup, Completed at Merriam Motors, Alma Driver')).toHaveText('✓');
  expect(await seenAt()).toEqual(before);
});

test('the map goes where the first stop is, and only a pin with the focus has a ring @long', async ({
  open,
  network,
}) => {
  await network.database.rows('delete from tasks');
  await network.database.rows('update task_lists set version = version + 1');
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await ready(page);
  await hydrated(page);
  const dispatcher = await network.as('dispatcher');
  await make(dispatcher, delivery({ location: 'First in Ohio', ...at('39.96', '-83.0') }));
  const first = marker(page, /First in Ohio/);
  await expect(first).toBeInViewport({ ratio: 1 });
  // After this, changes of tasks do not move the map.
  await still(first);
  const before = await first.boundingBox();
  await make(dispatcher, delivery({ location: 'Not far', ...at('39.961', '-83.05') }));
  await expect(marker(page, /Not far/)).toBeAttached();
  expect(await first.boundingBox()).toEqual(before);
  const ring = () =>
    first.locator('[aria-hidden] > div').evaluate((pin) => getComputedStyle(pin).outlineStyle);
  await map(page).press('Shift');
  await expect(map(page)).toBeFocused();
  expect(await map(page).evaluate((element) => element.matches(':focus-visible'))).toBe(true);
  expect(await ring()).toBe('none');
  await first.press('Shift');
  expect(await ring()).toBe('solid');
});

test("the map follows the selected driver: their stops are numbered in their color, others' are faded @long", async ({
  open,
  network,
}) => {
  await addStops(network);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}?view=map`);
  await ready(page);
  const [one, two] = [
    marker(page, 'Stop 2: 2 tasks at Westport Garage'),
    marker(page, 'Stop 1: Urgent Pickup, Pending at Merriam Motors, Alma Driver'),
  ];
  // The line goes from the dealership through both stops, in their color.
  const route = map(page).locator('.leaflet-overlay-pane path').nth(1);
  expect(((await route.getAttribute('d')) ?? '').split('L')).toHaveLength(3);
  await expect(one).toHaveText('22');
  await expect(two).toHaveText('1!');
  await expect(one).toBeInViewport();
  await expect(two).toBeInViewport();
  // The map shows both stops in a smaller window, too, until somebody moves it.
  await page.setViewportSize({ width: 1280, height: 560 });
  await expect(one).toBeInViewport({ ratio: 1 });
  await expect(two).toBeInViewport({ ratio: 1 });
  const paint = (pin: Locator) =>
    pin.locator('[aria-hidden] > div').evaluate((element) => getComputedStyle(element).backgroundColor);
  const olathe = marker(page, 'Delivery, Pending at Olathe Auto, Ben Driver');
  const [first, second, other] = await Promise.all([one, two, olathe].map(paint));
  expect(first).toBe(second);
  expect(await route.evaluate((line) => getComputedStyle(line).stroke)).toBe(first);
  // The head of the panel has the same color, with the initials.
  const badge = page.getByRole('dialog').getByText('AD', { exact: true });
  expect(await badge.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(first);
  expect(other).not.toBe(first);
  await page.getByText('Legend').click();
  await expect(page.getByText('Stops of Alma Driver, in order')).toBeVisible();
  await expectAccessible(page);
  // Other drivers' stops can still be reached. Without a selection all stops look as before.
  await olathe.press('Enter');
  await expect(page.getByRole('heading', { name: /Olathe Auto/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(olathe).toBeFocused();
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click();
  await expect(marker(page, /^Urgent Pickup, Pending at Merriam Motors/)).toHaveText('!P');
  await expect(olathe).toBeInViewport();
  // This device keeps the legend open.
  await page.reload();
  await ready(page);
  await expect(page.getByText('Next Route', { exact: true }).last()).toBeVisible();
});

for (const javaScript of [true, false]) {
  test(`search and filters of the board apply to the map ${javaScript ? 'with' : 'without'} JavaScript @long`, async ({
    open,
    network,
  }) => {
    await addStops(network);
    const page = await open('dispatcher', { javaScript });
    const shown = async (search: string, names: string[]) => {
      await page.goto(`/dispatcher?${search}`);
      if (javaScript) await ready(page);
      const all = ['Westport Garage', 'Merriam Motors', 'Olathe Auto', 'By ZIP only'];
      for (const name of all) {
        const stop = javaScript
          ? marker(page, new RegExp(name))
          : card(page).getByRole('listitem').filter({ hasText: name });
        await expect(stop).toHaveCount(names.includes(name) ? 1 : 0);
      }
    };
    await shown(`driver=${String(network.ids.driver2)}`, ['Olathe Auto']);
    await shown('urgent=1', ['Merriam Motors']);
    await shown('q=merr', ['Merriam Motors']);
    await shown('q=Alma', ['Westport Garage', 'Merriam Motors']);
    await shown('q=nowhere-at-all', []);
    await expect(
      page.getByText(javaScript ? 'No stop on the map matches.' : 'No stop matches the search'),
    ).toBeVisible();
  });
}

test('completed stops can be hidden, and keyboards skip the map @long', async ({ open, network }) => {
  const ids = await addStops(network);
  const dispatcher = await network.as('dispatcher');
  await dispatcher.patch(`/api/tasks/${String(ids['Olathe Auto'])}`, { status: 'completed' });
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await ready(page);
  await expect(marker(page, /Olathe Auto/)).toHaveText('✓');
  await page.getByRole('link', { name: 'Hide completed' }).click();
  await expect(page.getByRole('link', { name: 'Show completed' })).toBeFocused();
  await expect(page).toHaveURL('/dispatcher?completed=hide');
  await expect(marker(page, /Olathe Auto/)).toHaveCount(0);
  await expect(marker(page, /Merriam Motors/)).toBeVisible();
  // Dialogs keep the setting.
  await page.getByRole('link', { name: 'Show Drivers' }).click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/dispatcher?completed=hide');
  await expect(page.getByRole('link', { name: 'Show Drivers' })).toBeFocused();
  await page.getByRole('button', { name: 'Move Pins' }).focus();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip map' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.activeElement?.closest('#route-map, .leaflet-container')),
  ).toBeNull();
});

test('stops that would overlap are one marker, which comes closer or lists them @long', async ({
  open,
  network,
}) => {
  await addStops(network);
  const dispatcher = await network.as('dispatcher');
  for (let i = 0; i < 40; i += 1) {
    const place =
      i < 3
        ? { location: `Corner ${String(i)}`, ...at('39.2', '-94.4') }
        : {
            location: `Shop ${String(i)}`,
            ...at(String(39.1 + (i % 6) / 75), String(-94.5 - Math.floor(i / 6) / 55)),
          };
    await make(dispatcher, delivery({ address: `${String(i)} Oak St`, ...place }));
  }
  await network.database.rows(
    `insert into dealership_locations (name, fullname, address, city, state, zip_code, latitude, longitude)
     values ('Buick', 'Western Buick', '1 Oak St', 'Basehor', 'KS', '66007', 39.085, -94.93)`,
  );
  for (const latitude of ['39.05', '39.085', '39.12'])
    await make(dispatcher, delivery({ location: 'Basehor', address: '1 Oak St', ...at(latitude, '-94.93') }));
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await ready(page);
  const pins = () =>
    card(page)
      .locator('.leaflet-marker-icon[role=button] [aria-hidden] > div')
      .evaluateAll((all) => all.map((pin) => pin.getBoundingClientRect().toJSON() as DOMRect));
  const apart = async () => {
    const boxes = await pins();
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        expect(
          Math.max(Math.abs(one.x + one.width / 2 - other.x - other.width / 2), Math.abs(one.y - other.y)),
        ).toBeGreaterThanOrEqual(24);
    return boxes.length;
  };
  const before = await apart();
  expect(before).toBeLessThan(47);
  // The name of the town is beside the stops, so that it covers none of them.
  const names = await namesOnMap(page);
  expect(names.shown).toContain('Basehor');
  expect(names.covering).toEqual([]);
  await expectAccessible(page);
  const many = marker(page, /^([4-9]|\d\d) stops$/).first();
  await many.press('Enter');
  await expect.poll(() => marker(page, /^Delivery, Pending at Shop/).count()).toBeGreaterThan(3);
  await apart();
  expect(
    await page.evaluate(() => document.activeElement?.closest('[role=region], [role=button]')),
  ).not.toBeNull();

  // Places at the same point are not separate at any zoom level.
  await page.goto('/dispatcher?q=Corner');
  await ready(page);
  await marker(page, '3 stops').press('Enter');
  const list = page.getByRole('region', { name: '3 stops here' });
  await expect(list.getByRole('heading', { level: 4 })).toHaveText(['Corner 0', 'Corner 1', 'Corner 2']);
  await list
    .getByRole('link', { name: /^Delivery, Pending/ })
    .last()
    .press('Enter');
  await expect(page).toHaveURL(/\/dispatcher\/tasks\/\d+\?q=Corner/);
});

test('list and map are one switch, and an open legend covers nothing of the map @long', async ({
  open,
  network,
}) => {
  await addStops(network);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await ready(page);
  const side = (name: string) => card(page).getByRole('button', { name, exact: true });
  await expect(side('Map')).toHaveAttribute('aria-pressed', 'true');
  await side('List').click();
  await expect(side('List')).toHaveAttribute('aria-pressed', 'true');
  await expect(map(page)).toBeHidden();
  await expect(card(page).getByRole('heading', { name: 'Alma Driver' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Center Map' })).toHaveCount(0);
  await expectAccessible(page);
  await side('Map').press('Enter');
  await expect(map(page)).toBeVisible();
  await expect(side('Map')).toBeFocused();

  await page.getByText('Legend').click();
  const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const legend = card(page).getByRole('list').filter({ hasText: 'Several stops' });
  await expect
    .poll(async () => {
      const shown = await boxOf(map(page));
      return (await boxOf(legend)).y - shown.y - shown.height;
    })
    .toBeGreaterThanOrEqual(0);
  expect((await boxOf(map(page))).height).toBeGreaterThan(200);
});

/** Returns the contrast of two colors, as WCAG defines it. */
function contrast(one: number[], other: number[]): number {
  const luminance = (rgb: number[]) =>
    rgb
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('markers of several stops are small and let the names below them show, with numbers that can be read @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  await addStops(network);
  for (let i = 0; i < 8; i += 1)
    await make(
      dispatcher,
      delivery({
        address: `${String(i)} Elm St`,
        location: `Elm ${String(i)}`,
        priority: i < 4 ? 'urgent' : 'normal',
        ...at(i < 4 ? '39.3' : '38.9', `-94.${String(50 + i)}`),
      }),
    );
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('dispatcher');
    await page.emulateMedia({ colorScheme });
    await page.goto('/dispatcher');
    await ready(page);
    const clusters = card(page).getByRole('button', { name: /^\d+ stops/ });
    await expect(clusters.filter({ hasText: '!' }).first()).toBeVisible();
    const looks = await clusters.evaluateAll((all) =>
      all.map((marker) => {
        const disc = marker.querySelector('[aria-hidden] > div') ?? marker;
        const { color, backgroundColor } = getComputedStyle(disc);
        const paint = document.createElement('canvas').getContext('2d');
        const rgba = (value: string) => {
          paint?.clearRect(0, 0, 1, 1);
          if (paint) paint.fillStyle = value;
          paint?.fillRect(0, 0, 1, 1);
          return [...(paint?.getImageData(0, 0, 1, 1).data ?? [])].map((part) => part / 255);
        };
        const line = getComputedStyle(document.querySelector('header') ?? disc).borderBottomColor;
        return {
          text: rgba(color),
          disc: rgba(backgroundColor),
          below: rgba(line),
          height: disc.clientHeight,
        };
      }),
    );
    expect(looks.length).toBeGreaterThan(0);
    for (const { text, disc, below, height } of looks) {
      const [, , , alpha = 1] = disc;
      expect(alpha).toBeLessThanOrEqual(0.8);
      expect(height).toBeLessThanOrEqual(28);
      const behind = disc.slice(0, 3).map((part, index) => part * alpha + (below[index] ?? 0) * (1 - alpha));
      expect(contrast(text.slice(0, 3), behind)).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('without tiles, the lines of states and counties are drawn, in either theme, from addresses that never change @long', async ({
  open,
  network,
}) => {
  await addStops(network);
  const page = await open('dispatcher');
  const answered = page.waitForResponse(/\/dispatcher\/map-lines\//);
  await page.goto('/dispatcher');
  const answer = await answered;
  expect(answer.headers()['cache-control']).toBe('private, max-age=31536000, immutable');
  await ready(page);
  const state = map(page).locator('.borders path[d^=M]').last();
  await expect(state).toBeAttached();
  const stroke = () => state.evaluate((line) => getComputedStyle(line).stroke);
  const light = await stroke();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await stroke()).not.toBe(light);
});

test('a route follows the roads once they are known, and pins are tied to them; until then it is straight @long', async ({
  browser,
  network,
}) => {
  await addStops(network);
  const valhalla = await startValhalla();
  const page = await another(network, browser, { VALHALLA_URL: valhalla.url });
  const answer = await holdRequests(page, '**/dispatcher/road-lines?*');
  await page.goto(`/dispatcher?routes=${String(network.ids.driver)}`);
  await ready(page);
  const drawn = map(page).locator('.leaflet-overlay-pane path');
  const corners = async () => ((await drawn.nth(1).getAttribute('d')) ?? '').split('L').length;
  await expect(drawn).toHaveCount(2);
  expect(await corners()).toBe(3);
  answer();
  // Each of the two legs has a corner, and short lines connect both ends with the pins.
  await expect(drawn).toHaveCount(6);
  expect(await corners()).toBeGreaterThan(3);
  await valhalla.close();
});

for (const how of ['refused', '404', 'hanging'] as const) {
  test(`tiles that are ${how} hide nothing @long`, async ({ browser, network }) => {
    await addStops(network);
    const page = await another(network, browser, { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' });
    await page.route('https://tiles.example/**', async (route) => {
      if (how === 'refused') await route.abort('connectionrefused');
      if (how === '404') await route.fulfill({ status: 404 });
    });
    await page.goto(`/dispatcher?routes=${String(network.ids.driver)}`);
    await ready(page);
    await expect(marker(page, /Merriam Motors/)).toBeVisible();
    const routes = map(page).locator('.leaflet-overlay-pane path');
    await expect(routes).toHaveCount(2);
    await expect(page.getByText('Map tiles unavailable – stops are still shown')).toBeVisible({
      timeout: 15_000,
    });
    await expect(marker(page, /Merriam Motors/)).toBeVisible();
    await expect(routes).toHaveCount(2);
    // Borders are drawn in place of the tiles.
    await expect(map(page).locator('.borders path[d^=M]').first()).toBeAttached();
  });
}

test('tiles of your own server are shown with their credit @long', async ({ browser, network }) => {
  await addStops(network);
  const page = await another(network, browser, {
    MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    MAP_TILE_ATTRIBUTION: '© Our own tiles',
  });
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.route(/tiles\.example/, (route) => route.fulfill({ contentType: 'image/png', body: dot }));
  await page.goto('/dispatcher');
  await ready(page);
  await expect(map(page).locator('img.leaflet-tile-loaded').first()).toBeAttached();
  await expect(page.getByText('© Our own tiles')).toBeVisible();
  await expect(page.getByText('Map tiles unavailable')).toBeHidden();
});

for (const javaScript of [true, false]) {
  test(`Show Drivers, routes and Clear Routes ${javaScript ? 'with JavaScript' : 'without JavaScript @long'}`, async ({
    open,
    network,
  }) => {
    await addStops(network);
    const page = await open('dispatcher', { javaScript });
    await page.goto('/dispatcher?completed=hide');
    if (javaScript) await ready(page);
    await page.getByRole('link', { name: 'Show Drivers' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
    await expect(dialog.getByRole('row', { name: /Alma Driver/ })).toContainText('3 open');
    await expect(dialog.getByRole('row', { name: /Ben Driver/ })).toContainText('2 open');
    await expect(dialog.getByRole('row', { name: /Unassigned/ })).toContainText('1 open');
    await expect(dialog.getByText('Cleo Driver')).toBeHidden();
    await expect(box('Alma Driver')).toBeChecked();
    if (javaScript) await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Clear All' }).click();
    await expect(box('Alma Driver')).not.toBeChecked();
    await box('Alma Driver').check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const alma = String(network.ids.driver);
    await expect(page).toHaveURL(`/dispatcher?completed=hide&show=${alma}`);
    await page.goto(`/dispatcher?completed=hide&show=${alma}&routes=${alma}`);
    await expect(card(page).getByText('1 route', { exact: true })).toBeVisible();
    const shown = javaScript
      ? marker(page, /Merriam/)
      : card(page)
          .getByRole('link', { name: /Merriam/ })
          .first();
    const hidden = javaScript ? marker(page, /Olathe/) : card(page).getByRole('link', { name: /Olathe/ });
    await expect(shown).toBeVisible();
    await expect(hidden).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Routes on the map' })).toContainText(
      /Alma Driver\d+\.\d mi · \d+ min \(Distance-based\)/,
    );
    await page.getByRole('link', { name: 'Clear Routes' }).click();
    await expect(page).toHaveURL(`/dispatcher?completed=hide&show=${alma}`);
    await expect(card(page).getByText('1 route', { exact: true })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Clear Routes' })).toBeHidden();

    await page.getByRole('link', { name: 'Show Drivers' }).click();
    await dialog.getByRole('button', { name: 'Clear All' }).click();
    await expect(box('Alma Driver')).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL('/dispatcher?completed=hide&show=none');
    await expect(shown).toHaveCount(0);
    await page.getByRole('link', { name: 'Show Drivers' }).click();
    await dialog.getByRole('button', { name: 'Select All' }).click();
    await expect(box('Unassigned')).toBeChecked();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL('/dispatcher?completed=hide');
    await expect(shown).toBeVisible();
  });
}

test('without tasks: the dialog and the card say so @long', async ({ open, network }) => {
  await network.database.rows('delete from tasks');
  await network.database.rows('update task_lists set version = version + 1');
  const page = await open('dispatcher');
  await page.goto('/dispatcher/map-drivers');
  await expect(page.getByText('No drivers with active tasks found')).toBeVisible();
  await page.keyboard.press('Escape');
  await ready(page);
  await expect(page.getByText('No stops for today.')).toBeVisible();
  await expectAccessible(page);
});

test('a pin is dragged where the stop is, or typed there @long', async ({ open, network }) => {
  const ids = await addStops(network);
  const stored = async () => {
    const [row] = await network.database.rows<{ latitude: string; geo_precision: string }>(
      `select latitude, geo_precision from tasks where id = ${String(ids['By ZIP only'])}`,
    );
    return row;
  };
  const page = await open('dispatcher');
  await page.goto('/dispatcher?show=0');
  await ready(page);
  await hydrated(page);
  const pin = marker(page, /By ZIP only/);
  const before = await stored();
  const drag = async () => {
    const box = await pin.locator('[aria-hidden]').boundingBox();
    if (!box) throw new Error('There is no pin');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 80, { steps: 6 });
    await page.mouse.up();
  };
  await drag();
  expect(await stored()).toEqual(before);
  await page.getByRole('button', { name: 'Center Map' }).click();
  await page.getByRole('button', { name: 'Move Pins' }).click();
  await expect(pin).toHaveClass(/leaflet-marker-draggable/);
  await still(pin);
  await drag();
  await expect(page.getByText('Location saved', { exact: true })).toBeVisible();
  const dragged = await stored();
  expect(dragged?.geo_precision).toBe('manual');
  expect(Number(dragged?.latitude)).toBeLessThan(Number(before?.latitude));
  await expect(marker(page, 'Delivery, Pending at By ZIP only, Unassigned')).toBeVisible();

  await pin.press('Enter');
  await expect(page).toHaveURL(`/dispatcher/map-pin/${String(ids['By ZIP only'])}?show=0`);
  await expectAccessible(page);
  await page.getByLabel('Latitude').fill('91');
  await page.getByRole('button', { name: 'Save Location' }).click();
  await expect(page.getByText('Latitude must be a number between -90 and 90')).toBeVisible();
  await page.getByLabel('Latitude').fill('38.97');
  await page.getByRole('button', { name: 'Save Location' }).click();
  await expect(page).toHaveURL('/dispatcher?show=0');
  expect((await stored())?.latitude).toBe('38.97');
});

test('a pin is set without JavaScript @long', async ({ open, network }) => {
  const ids = await addStops(network);
  const page = await open('dispatcher', { javaScript: false });
  await page.goto('/dispatcher');
  await page.getByRole('link', { name: 'Location of By ZIP only' }).click();
  await expect(page.getByText('Location is approximate (ZIP)')).toBeVisible();
  await page.getByLabel('Latitude').fill('38.9');
  await page.getByLabel('Longitude').fill('-94.7');
  await page.getByRole('button', { name: 'Save Location' }).click();
  await expect(page.getByText('Location saved')).toBeVisible();
  expect(
    await network.database.rows(`select longitude from tasks where id = ${String(ids['By ZIP only'])}`),
  ).toEqual([{ longitude: '-94.7' }]);
});

test.describe('with a Google key', () => {
  const google = (network: Network, browser: Parameters<typeof newContext>[0]) =>
    another(network, browser, { GOOGLE_MAPS_API_KEY: 'a-key', GOOGLE_MAPS_MAP_ID: 'our-style' });

  test('Google draws the map: markers, roads, and after two failures of its script @long', async ({
    browser,
    network,
  }) => {
    const ids = await addStops(network);
    await network.database.rows(
      "insert into last_positions (driver_id, at, latitude, longitude, battery, source) values ($1, now() - interval '8 minutes', 39.05, -94.6, 61, 'page')",
      [network.ids.driver],
    );
    const page = await google(network, browser);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const script = await stubGoogleMaps(page, { failFirst: 2 });
    await page.goto(`/dispatcher?routes=${String(network.ids.driver)}`);
    await ready(page);
    expect(script.count).toBe(3);
    await expect(page.locator('[data-map-id="our-style"]')).toHaveAttribute('data-fitted', '4 62,50,50,50');
    await expect(page.locator('[data-map-id]')).toHaveAttribute('data-line', '4 #14743a');
    await expect(marker(page, '2 tasks at Westport Garage')).toHaveText('D2');
    const driver = marker(page, /, 8 min ago, phone asleep, battery 61%$/);
    await expect(driver).toHaveText(/^[A-Z]{1,2}$/);
    await driver.locator('[data-old]').click();
    await expect(driver).toHaveText(/8 min ago, phone asleep, battery 61%$/);
    await page.getByRole('button', { name: 'Move Pins' }).click();
    await expect(marker(page, /Merriam/)).toHaveAttribute('data-draggable');
    await page.getByRole('button', { name: 'Move Pins' }).click();
    await marker(page, /Merriam/).press('Tab');
    await marker(page, /Merriam/)
      .locator('[aria-hidden]')
      .click();
    await page.getByRole('link', { name: 'Urgent Pickup, Pending · A-100, B-200' }).click();
    await expect(page).toHaveURL(
      `/dispatcher/tasks/${String(ids['Merriam Motors'])}?routes=${String(network.ids.driver)}`,
    );
    expect(errors).toEqual([]);
  });

  test('a failed directions request is logged only @long', async ({ browser, network }) => {
    await addStops(network);
    const page = await google(network, browser);
    await page.addInitScript('window.stubRoutesFail = true');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await stubGoogleMaps(page);
    await page.goto(`/dispatcher?routes=${String(network.ids.driver)}`);
    await ready(page);
    await expect(page.locator('[data-map-id]')).toHaveAttribute('data-line', '3 #14743a');
    expect(logged.join()).toContain('Directions are out');
    await expect(page.getByRole('alert')).toBeHidden();
  });

  const REFUSALS = [
    ['InvalidKeyMapError', 'The Google Maps API key is not valid. Please ask an admin to check it.'],
    [
      'RefererNotAllowedMapError',
      'The Google Maps API key may not be used on this site. Please ask an admin to check its referrer restrictions.',
    ],
    ...['BillingNotEnabledMapError', 'OverQuotaMapError'].map((code) => [
      code,
      'The Google Maps quota is used up, or billing is not enabled. Please ask an admin to check the Google account.',
    ]),
    [
      null,
      'Google Maps does not accept the API key. Please ask an admin to check the key, its billing and its referrer restrictions.',
    ],
  ] as [string | null, string][];

  for (const [refuse, message] of REFUSALS) {
    test(`a refused key (${refuse ?? 'no reason'}) is explained, and the list stays @long`, async ({
      browser,
      network,
    }) => {
      await addStops(network);
      const page = await google(network, browser);
      await stubGoogleMaps(page, { refuse });
      await page.goto('/dispatcher');
      await expect(page.getByRole('alert')).toContainText(message);
      await expect(
        card(page)
          .getByRole('link', { name: /Merriam Motors/ })
          .first(),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    });
  }

  test('a script that never comes: tried four times, then said, and Retry loads the page anew @long', async ({
    browser,
    network,
  }) => {
    await addStops(network);
    const page = await google(network, browser);
    const script = await stubGoogleMaps(page, { failFirst: 4 });
    await page.goto('/dispatcher');
    await expect(page.getByRole('alert')).toContainText('Failed to load Google Maps.');
    expect(script.count).toBe(4);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await ready(page);
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('a script that hangs is given up @long', async ({ browser, network }) => {
    await addStops(network);
    const page = await google(network, browser);
    await stubGoogleMaps(page, { hang: true });
    await page.goto('/dispatcher');
    await expect(
      card(page)
        .getByRole('link', { name: /Merriam Motors/ })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Failed to load Google Maps.');
  });

  test('without a connection it says that @long', async ({ browser, network }) => {
    await addStops(network);
    const page = await google(network, browser);
    await stubGoogleMaps(page, { failFirst: 99 });
    await page.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })");
    await page.goto('/dispatcher');
    await expect(page.getByRole('alert')).toContainText('No internet connection. Please check your network.');
  });
});
