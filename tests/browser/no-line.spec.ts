/** Forms and clicks do not reach the server: the page, its dialog and the typed text stay, and the reason is shown. */
import type { Browser, Page, Route } from '@playwright/test';
import { make, delivery, photoUrl } from '../support/factories';
import { expect, expectAccessible, hydrated, newContext, test } from '../support/browser';
import type { Network } from '../support/network';
import { location } from '../support/task-dialog';
import { startWire } from '../support/wire';

const FAULTS: Record<string, (route: Route) => Promise<void>> = {
  'there is no line': (route) => route.abort(),
  'a proxy has nobody behind it': (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  'the service is starting': (route) =>
    route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { error: 'The service is starting.' },
    }),
};

/** Breaks the requests of forms. Other requests continue. */
async function breakForms(page: Page, fault: (route: Route) => Promise<void>) {
  await page.route(/\.data(\?|$)/, (route) =>
    route.request().method() === 'POST' ? fault(route) : route.continue(),
  );
}

const said = (page: Page) => page.getByRole('dialog').getByText(/Can’t reach the server\. Try again/);

for (const [what, fault] of Object.entries(FAULTS)) {
  test(`when ${what}, every dialog stays with its input and says so @long`, async ({ open, network }) => {
    const dispatcher = await network.as('dispatcher');
    const task = await make(dispatcher, delivery({ location: `Broken when ${what}` }));
    const id = String(task.id);
    await dispatcher.post(`/api/tasks/${id}/photos`, { image: await photoUrl() });
    const done = await make(
      dispatcher,
      delivery({ location: `Archived when ${what}`, driver_id: network.ids.driver }),
    );
    await dispatcher.patch(`/api/tasks/${String(done.id)}`, { status: 'completed' });
    await dispatcher.post('/api/tasks/batch/archive', { taskIds: [done.id] });

    const page = await open('dispatcher');
    await breakForms(page, fault);
    const dialog = page.getByRole('dialog');
    const isStill = async (name: string) => {
      await expect(said(page)).toBeVisible();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
    };
    const boardIsStill = () =>
      expect(page.locator('#content > :not(dialog)').getByText('Alma Driver').first()).toBeAttached();

    await page.goto(`/dispatcher/tasks/${id}/delete`);
    await hydrated(page);
    await dialog.getByRole('button', { name: 'Delete Task' }).click();
    await isStill('Delete Task');
    await boardIsStill();
    await expectAccessible(page);

    const [photo] = await network.database.rows<{ id: number }>(
      'select id from task_photos where task_id = $1',
      [id],
    );
    await page.goto(`/dispatcher/tasks/${id}/photos/${String(photo?.id)}`);
    await hydrated(page);
    await dialog.getByRole('button', { name: 'Remove Photo' }).click();
    await isStill('Remove Photo');
    await boardIsStill();

    await page.goto(`/dispatcher/map-pin/${id}`);
    await hydrated(page);
    await dialog.getByLabel('Latitude').fill('39.05');
    await dialog.getByLabel('Longitude').fill('-94.55');
    await dialog.getByRole('button', { name: 'Save Location' }).click();
    await isStill(`Location of ${task.location}`);
    await expect(dialog.getByLabel('Latitude')).toHaveValue('39.05');
    await boardIsStill();

    await page.goto('/dispatcher/attention?kind=unassigned');
    await hydrated(page);
    await dialog.getByLabel(`Select ${task.location}`).check();
    await dialog.getByLabel('Move to').selectOption('Ben Driver');
    await dialog.getByRole('button', { name: /^Move 1 task/ }).click();
    await isStill('Needs Attention');
    await expect(dialog.getByLabel(`Select ${task.location}`)).toBeChecked();
    await expect(dialog.getByLabel('Move to').locator('option:checked')).toHaveText('Ben Driver');
    await boardIsStill();

    await page.goto('/dispatcher/drivers/unassigned');
    await hydrated(page);
    await dialog.getByLabel(`Select ${task.location}`).check();
    await dialog.getByRole('button', { name: 'Move 1 task to…' }).click();
    await dialog.getByRole('menuitem', { name: 'Ben Driver' }).click();
    await isStill('Unassigned');
    await expect(dialog.getByLabel(`Select ${task.location}`)).toBeChecked();
    await boardIsStill();

    await page.goto(`/history/tasks/${String(done.id)}/delete`);
    await hydrated(page);
    await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
    await isStill('Delete Archived Task');

    await page.goto(`/history/tasks/${String(done.id)}`);
    await hydrated(page);
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await isStill('Archived Task Details');

    // With the connection restored, the same dialog works.
    await page.goto(`/dispatcher/tasks/${id}/delete`);
    await hydrated(page);
    await dialog.getByRole('button', { name: 'Delete Task' }).click();
    await isStill('Delete Task');
    await page.unroute(/\.data(\?|$)/);
    await dialog.getByRole('button', { name: 'Delete Task' }).click();
    await expect(page.getByText('Task deleted successfully').first()).toBeVisible();

    // Undo works in the same way.
    await breakForms(page, fault);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText(/^Failed to undo\. Can’t reach the server/).first()).toBeVisible();
    await page.unroute(/\.data(\?|$)/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    expect((await dispatcher.get(`/api/tasks/${id}`)).status).toBe(200);
  });
}

/** Opens a dispatcher's page whose connection the test can cut. */
async function openOnLine(browser: Browser, network: Network, path: string) {
  const opened = await openBeforeNotice(browser, network, path);
  await noticeIsLoaded(opened.page);
  return opened;
}

/** Opens the same page without waiting for the notice. `prepare` can hold all its requests: it has no service worker. */
async function openBeforeNotice(
  browser: Browser,
  network: Network,
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
) {
  const wire = await startWire(new URL(network.app.origin));
  const context = await newContext(browser, network, { serviceWorker: prepare === undefined });
  const [name = '', value = ''] = (await network.as('dispatcher')).cookie().split('=');
  const origin = `http://localhost:${String(wire.port)}`;
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(origin + path);
  await hydrated(page);
  return { page, wire, context };
}

/** Waits until the page has loaded the module of the notice and its imports. */
const noticeIsLoaded = (page: Page) =>
  page.waitForFunction(async () => {
    const found = performance.getEntriesByType('resource').find(({ name }) => name.includes('/held-notice'));
    if (!found) return false;
    await import(found.name);
    return true;
  });

const notice = (page: Page) => page.locator('[data-held]');
const noConnection = (page: Page) => notice(page).getByText('No connection');
const boardIsThere = async (page: Page) => {
  await expect(page.locator('[data-driver-id]').filter({ hasText: 'Alma Driver' }).first()).toBeVisible();
  await expect(page.locator('main').getByText('Something went wrong')).toHaveCount(0);
};

/** Waits for the map's style. Without it, what is checked for accessibility would be half a map. */
const mapIsStyled = (page: Page) =>
  expect
    .poll(async () => (await page.getByRole('button', { name: 'Zoom in' }).boundingBox())?.height ?? 0)
    .toBeGreaterThanOrEqual(24);

const CLICKS: Record<string, { click: (page: Page) => Promise<void>; comes: (page: Page) => Promise<void> }> =
  {
    'a row': {
      click: (page) =>
        page
          .getByRole('row', { name: /Alma Driver/ })
          .getByRole('link')
          .first()
          .click(),
      comes: (page) => expect(page.getByRole('dialog', { name: /Alma Driver/ })).toBeVisible(),
    },
    N: {
      click: (page) => page.keyboard.press('n'),
      comes: (page) => expect(page.getByRole('dialog', { name: 'Create New Task' })).toBeVisible(),
    },
    'a chip': {
      click: (page) =>
        page
          .getByRole('link', { name: /unassigned$/ })
          .first()
          .click(),
      comes: (page) => expect(page.getByRole('dialog', { name: 'Needs Attention' })).toBeVisible(),
    },
    'a search': {
      click: (page) => page.getByRole('searchbox').fill('Alma'),
      comes: (page) => expect(page).toHaveURL(/q=Alma/),
    },
    Plan: {
      click: (page) => page.getByRole('link', { name: /^Plan/ }).first().click(),
      comes: (page) => expect(page.getByRole('heading', { name: 'Plan the Day' })).toBeVisible(),
    },
    Accounts: {
      click: (page) => page.getByRole('link', { name: 'Accounts', exact: true }).first().click(),
      comes: (page) => expect(page.getByRole('heading', { name: 'Accounts' }).first()).toBeVisible(),
    },
  };

for (const [name, { click, comes }] of Object.entries(CLICKS)) {
  test(`without a connection ${name} leaves the board there and says so, and comes by itself later`, async ({
    browser,
    network,
  }) => {
    await make(await network.as('dispatcher'), delivery({ location: 'Nobody’s yet' }));
    const { page, wire, context } = await openOnLine(browser, network, '/dispatcher');
    await mapIsStyled(page);
    wire.cut();
    await click(page);
    await expect(noConnection(page)).toBeVisible();
    await boardIsThere(page);
    await expectAccessible(page);
    wire.mend();
    await comes(page);
    await expect(notice(page)).toHaveCount(0);
    await context.close();
    await wire.close();
  });
}

test('a page that could not load the notice at first has it later', async ({ browser, network }) => {
  let tries = 0;
  const { page, wire, context } = await openBeforeNotice(browser, network, '/dispatcher', (opening) =>
    opening.route(/\/held-notice/, (route) => {
      tries += 1;
      return tries === 1 ? route.abort() : route.continue();
    }),
  );
  await expect.poll(() => tries).toBeGreaterThan(1);
  await noticeIsLoaded(page);
  wire.cut();
  await page.getByRole('link', { name: 'Accounts', exact: true }).first().click();
  await expect(noConnection(page)).toBeVisible();
  await context.close();
  await wire.close();
});

test('without a connection Back leaves the page there, and Stay Here ends the wait', async ({
  browser,
  network,
}) => {
  const { page, wire, context } = await openOnLine(browser, network, '/dispatcher?q=Alma');
  for (const name of ['Accounts', 'History']) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(name.toLowerCase()));
  }
  const history = page.getByRole('heading', { name: 'History' }).first();
  await expect(history).toBeVisible();
  wire.cut();
  await page.goBack();
  await expect(noConnection(page)).toBeVisible();
  await expect(history).toBeVisible();
  await notice(page).getByRole('button', { name: 'Stay Here' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/history$/);
  await expect(history).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(noConnection(page)).toBeVisible();
  await notice(page).getByRole('button', { name: 'Stay Here' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/history$/);

  // Going back still leads to the page before.
  wire.mend();
  await page.goBack();
  await expect(page).toHaveURL(/\/accounts$/);
  await expect(page.getByRole('heading', { name: 'Accounts' }).first()).toBeVisible();
  wire.cut();
  await page.goBack();
  await expect(noConnection(page)).toBeVisible();
  wire.mend();
  await expect(page.getByRole('searchbox')).toHaveValue('Alma');
  await expect(page).toHaveURL(/\/dispatcher\?q=Alma$/);

  await context.close();
  await wire.close();
});

test('on a line on which nothing comes a click says that it waits, and ends', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/accounts');
  await hydrated(page);
  await page.clock.install();
  const requested = page.waitForRequest((request) => request.url().includes('/history.data'));
  await page.route(/\.data(\?|$)/, () => undefined);
  await page.getByRole('link', { name: 'History', exact: true }).first().click();
  await requested;
  await page.clock.fastForward(1_500);
  await expect(notice(page).getByText('Waiting for the server')).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(noConnection(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Accounts' }).first()).toBeVisible();
  await page.unroute(/\.data(\?|$)/);
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('heading', { name: 'History' }).first()).toBeVisible();
});

test('while a proxy has nobody behind it the board waits for the page, but not for long', async ({
  open,
}) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await page.clock.install();
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  await page.getByRole('link', { name: 'History', exact: true }).first().click();
  await expect(notice(page).getByText('The service is temporarily unavailable')).toBeVisible();
  await boardIsThere(page);
  // Step by step: a longer jump would also end the time limit of a request that waits for its answer.
  for (let passed = 0; passed < 28_000; passed += 2_000)
    await Promise.all([page.waitForResponse(/\/history\.data/), page.clock.fastForward(2_000)]);
  await page.clock.fastForward(3_000);
  // Requests of the board itself may still be open.
  await expect(notice(page).getByRole('button', { name: 'Stay Here' })).toHaveCount(0);
  await expect(page.getByText('Please try again in a moment').first()).toBeVisible();
  await boardIsThere(page);
  await expect(page).toHaveURL(/\/dispatcher$/);
});

test('the code of dialogs is there before they are opened', async ({ browser, network }) => {
  const task = await make(await network.as('dispatcher'), delivery({ location: 'Behind the hill' }));
  for (const [path, link, title, file] of [
    [`/dispatcher/tasks/${String(task.id)}`, 'Delete Task', 'Delete Task', 'dispatcher-tasks-taskId_-delete'],
    ['/accounts', 'Add New Account', 'Add New Account', 'accounts-new'],
  ] as const) {
    const { page, wire, context } = await openOnLine(browser, network, path);
    await expect(page.locator(`link[rel=modulepreload][href*="${file}"]:not([data-state])`)).toBeAttached();
    await page.route(/\/build\//, (route) => route.abort());
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await context.close();
    await wire.close();
  }
});

test('a dialog that can not be loaded leaves the one before it where it is', async ({ open, network }) => {
  const task = await make(await network.as('dispatcher'), delivery({ location: 'Behind the hill' }));
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(task.id)}`);
  await hydrated(page);
  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await page.getByRole('link', { name: 'Delete Task' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[data-held]').getByText('No connection')).toBeVisible();
  await expect(location(page)).toHaveValue('Behind the hill');
  await expect(page.getByText('Alma Driver').first()).toBeAttached();
  await page.unroute(/\.data(\?|$)/);
  await expect(page.getByRole('dialog', { name: 'Delete Task' })).toBeVisible();
});
