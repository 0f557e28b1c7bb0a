import {
  accountMenu,
  expect,
  expectAccessible,
  holdRequests,
  hydrated,
  newContext,
  test,
} from '../support/browser';
import { make, pickup } from '../support/factories';

test('the line tells the truth, and after a gap the page is up to date', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline since \d+:\d\d [AP]M$/)).toBeVisible();
  await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'While nobody looked' }));
  await page.context().setOffline(false);
  await hydrated(page);
  await expect(page.getByRole('row', { name: /Alma Driver/ })).toContainText('While nobody looked');
});

test('the search and New Task stay where they are when the page becomes live @long', async ({ open }) => {
  const page = await open('dispatcher', { serviceWorker: false });
  const release = await holdRequests(page, '**/*.js');
  await page.goto('/dispatcher', { waitUntil: 'commit' });
  const tools = [page.getByRole('searchbox'), page.getByRole('link', { name: /^New Task/ })];
  const places = () => Promise.all(tools.map((tool) => tool.boundingBox()));
  await expect(page.getByRole('link', { name: 'Refresh' })).toBeVisible();
  const before = await places();
  release();
  await hydrated(page);
  expect(await places()).toEqual(before);
});

test('a time of another zone than the business goes by says so, and no other does @long', async ({
  browser,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await make(dispatcher, pickup({ location: 'Held', status: 'hold', need_by: soon }));
  const [name = '', value = ''] = dispatcher.cookie().split('=');
  for (const [timezoneId, time] of [
    ['America/New_York', /^Next release \d+:\d\d [AP]M E[SD]T$/],
    ['America/Menominee', /^Next release \d+:\d\d [AP]M$/],
  ] as const) {
    const context = await browser.newContext({ timezoneId, baseURL: network.app.origin });
    await context.addCookies([{ name, value, url: network.app.origin }]);
    const page = await context.newPage();
    await page.goto('/dispatcher');
    await hydrated(page);
    await expect(page.getByRole('link', { name: /^Next release/ })).toHaveText(time);
  }
});

test('the logo and the brand lead to the dashboard, which belongs to dispatchers', async ({ open }) => {
  for (const [username, heading] of [
    ['driver', 'Access Denied'],
    ['dispatcher', 'Dashboard'],
  ] as const) {
    const page = await open(username, { javaScript: false });
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Parts Dispatch' }).click();
    await expect(page).toHaveURL('/dispatcher');
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(1);
  }
});

test('a burst of changes makes few requests', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  // The first request for data takes until all changes have been made.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let count = 0;
  await page.route(/\.data|\/api\/board/, async (route) => {
    count += 1;
    await held;
    await route.continue();
  });
  const made = await Promise.all(
    Array.from({ length: 30 }, () => make(dispatcher, pickup({ driver_id: network.ids.driver2 }))),
  );
  await expect.poll(() => count).toBeGreaterThan(0);
  const looks = count;
  answer();
  const counts = page.getByRole('row', { name: /Ben Driver/ }).getByRole('cell');
  await expect(counts.nth(2)).toHaveText(String(made.length));
  // Each time the page requests its data once, without the frame. There may be one more request, and another when the
  // last message was a little late.
  expect(looks).toBe(1);
  expect(count).toBeLessThanOrEqual(3);
});

test('a message comes, is reached by F8, and goes by itself @long', async ({ browser, network }) => {
  const page = await (await newContext(browser, network)).newPage();
  await page.goto('/auth');
  await page.getByLabel('Username').fill('dispatcher');
  await page.getByLabel('Password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const message = page.getByText('Welcome back, Dana Dispatcher', { exact: true });
  await expect(message).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notification/ }).getByRole('list')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(message).toBeHidden();
});

test('the account menu opens and closes from the keyboard, and leads out', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await accountMenu(page).click();
  await expect(page.getByText('dispatcher', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
  await expect(page.getByRole('link', { name: 'User Guides' })).toHaveAttribute('href', '/help');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  await accountMenu(page).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(
    page.getByText('You have been successfully logged out', { exact: true }).first(),
  ).toBeVisible();
});

test('the account menu opens by keyboard alone, and without JavaScript @long', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await expect(accountMenu(page)).toHaveText('Account');
  await accountMenu(page).focus();
  await page.keyboard.press('ArrowDown');
  await expectAccessible(page);
  for (const name of ['Settings', 'Notifications', 'User Guides']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
  }
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(accountMenu(page)).toBeFocused();

  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto('/accounts');
  await accountMenu(plain).press('Enter');
  await plain.getByRole('link', { name: 'Settings' }).click();
  await expect(plain.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();

  const phone = await open('dispatcher', { phone: true, javaScript: false });
  await phone.goto('/dispatcher');
  await accountMenu(phone).tap();
  await expect(phone.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
});

test('the page below a modal dialog does not scroll, and scrolls again after the last one @long', async ({
  open,
}) => {
  const page = await open('dispatcher');
  await page.goto('/accounts');
  await hydrated(page);
  const root = page.locator('html');
  await expect(root).toHaveCSS('overflow-y', 'visible');
  await page.getByRole('link', { name: 'Add New Account' }).click();
  await expect(root).toHaveCSS('overflow-y', 'hidden');
  await page.getByRole('dialog').getByRole('link', { name: 'Close' }).first().click();
  await expect(root).toHaveCSS('overflow-y', 'visible');
});

const PAGES = ['/dispatcher/plan', '/dispatcher/runs', '/dispatcher/shifts', '/accounts', '/history'];

test('New Task has the same place on all pages beside the dashboard, whatever the connection says @long', async ({
  open,
}) => {
  const page = await open('dispatcher');
  const link = page.getByRole('banner').getByRole('link', { name: /^New Task/ });
  const placeOn = async (path: string) => {
    await page.goto(path);
    await hydrated(page);
    return link.boundingBox();
  };
  for (const width of [390, 768, 1024, 1366]) {
    await page.setViewportSize({ width, height: 625 });
    const place = await placeOn('/history');
    expect(place).not.toBeNull();
    await page.context().setOffline(true);
    await expect(page.getByText(/^Offline since/)).toBeVisible();
    expect(await link.boundingBox()).toEqual(place);
    await page.context().setOffline(false);
    await hydrated(page);
    for (const path of PAGES) expect(await placeOn(path), `${path} at ${String(width)}`).toEqual(place);
  }
  await link.click();
  await expect(page).toHaveURL('/dispatcher/tasks/new');
});

/** The widest font that systems come with. */
const WIDE_FONT = '"DejaVu Sans", Verdana';
const NAVIGATIONS = {
  driver: { home: '/driver', bar: [], more: [] },
  dispatcher: { home: '/dispatcher', bar: ['Dashboard', 'Accounts', 'History'] },
  admin: { home: '/dispatcher', bar: ['Dashboard', 'Accounts', 'History', 'Driver'] },
} as const;

for (const [role, { home, bar }] of Object.entries(NAVIGATIONS))
  test(`the header of a ${role} is one line, and nothing is beyond the edge${role === 'admin' ? ' @long' : ''}`, async ({
    open,
    network,
  }) => {
    // With a source, the navigation has the inbox, too.
    const admin = await network.as('admin');
    await admin.post('/api/intake/sources', { name: `Source of ${role}`, on: true });
    const page = await open(role);
    for (const path of [home, '/settings']) {
      await page.goto(path);
      await hydrated(page);
      await page.evaluate((font) => (document.documentElement.style.fontFamily = font), WIDE_FONT);
      for (const width of [320, 360, 390, 1366]) {
        await page.setViewportSize({ width, height: 720 });
        const name = `${path} at ${String(width)}`;
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
        const isDesk = width === 1366;
        const places = page.locator(
          isDesk ? 'header a, header summary, header input' : 'nav[aria-label="Pages"] :is(a, summary)',
        );
        const shown = await places.evaluateAll((all) =>
          all
            .filter((each) => each.checkVisibility())
            .flatMap((each) => {
              const { left, right, top, bottom, width: own } = each.getBoundingClientRect();
              const isCut = each.scrollWidth > each.clientWidth + 1 && !each.matches('input, a:first-child');
              return own > 1
                ? [{ text: each.textContent, left, right, middle: (top + bottom) / 2, isCut }]
                : [];
            }),
        );
        for (const { text, left, right, isCut } of shown)
          expect([text, left >= 0, right <= width, isCut], name).toEqual([text, true, true, false]);
        const middles = shown.map(({ middle }) => middle);
        // A line's elements are centered, to a pixel or two.
        expect(Math.max(0, ...middles) - Math.min(...middles, Infinity), name).toBeLessThan(3);
        if (isDesk) expect((await page.getByRole('banner').boundingBox())?.height, name).toBeLessThan(50);
        else {
          const names = bar.length > 0 ? [...bar, 'More'] : [];
          expect(
            shown.map(({ text }) => text),
            name,
          ).toEqual(names);
        }
      }
    }
    if (bar.length === 0) return;
    await page.setViewportSize({ width: 320, height: 720 });
    await page.getByText('More', { exact: true }).click();
    for (const label of ['Plan', 'Runs', 'Shifts', /^Inbox/])
      await expect(
        page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: label }),
      ).toBeInViewport({
        ratio: 1,
      });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Shifts' }).click();
    await expect(page).toHaveURL(/\/dispatcher\/shifts/);
    await expect(page.getByRole('link', { name: 'Plan' })).toBeHidden();
  });

test('the navigation says which page is open, also below the board', async ({ open }) => {
  const page = await open('dispatcher');
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  for (const [path, name] of [
    ['/dispatcher', 'Dashboard'],
    ['/dispatcher/attention', 'Dashboard'],
    ['/dispatcher/plan', 'Plan'],
    ['/dispatcher/runs', 'Runs'],
    ['/dispatcher/shifts', 'Shifts'],
    ['/accounts', 'Accounts'],
    ['/history', 'History'],
  ] as const) {
    await page.goto(path);
    await expect(current).toHaveText([name]);
  }
  await page.goto('/dispatcher');
  await page.getByRole('link', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
});

test('another page is shown once its style rules are there @long', async ({ open }) => {
  const page = await open('dispatcher');
  let deliver: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/build/css-bundle-*.css', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/settings', { waitUntil: 'commit' });
  await hydrated(page);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await expect(page).toHaveURL('/accounts');
  await expect(page.getByRole('link', { name: 'Add New Account' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  deliver();
  await expect(page.getByRole('link', { name: 'Add New Account' })).toBeVisible();
});

test('a page comes with all rules for what it shows @long', async ({ open, network }) => {
  const dispatcher = await network.as('dispatcher');
  for (const location of ['One', 'Two', 'Two', 'Three'])
    await make(dispatcher, pickup({ driver_id: network.ids.driver, location }));
  for (const [username, paths] of [
    ['dispatcher', ['/dispatcher', '/dispatcher/tasks/new', '/accounts', '/history', '/settings', '/help']],
    ['driver', ['/driver', '/driver?edit=1', '/no-such-page']],
  ] as const) {
    const page = await open(username, { serviceWorker: false });
    // The files that are loaded later wait for the complete style sheet.
    await page.route(/\/build\/(map-view|drag-area)[^/]*\.js/, () => undefined);
    for (const path of paths) {
      await page.goto(path);
      await page.waitForFunction(() => document.styleSheets.length === 2);
      const missing = await page.evaluate(() => {
        const rulesOf = ({ cssRules }: CSSStyleSheet | CSSGroupingRule, within = ''): string[][] =>
          [...cssRules].flatMap((rule) => {
            if (rule instanceof CSSMediaRule) return rulesOf(rule, `${within} ${rule.conditionText}`);
            if (!(rule instanceof CSSStyleRule)) return [];
            const selectors = rule.selectorText.split(/, (?![^(]*\))/);
            return selectors.map((selector) => [selector, within + rule.cssText.replace(/^[^{]+/, selector)]);
          });
        const isUsed = (selector = '') =>
          document.querySelector(
            selector
              .replaceAll(/::[\w-]+(\([^)]*\))?/g, '')
              .replaceAll(/:(hover|active|focus[\w-]*)/g, ':not(x)') || '*',
          );
        const [inPage, whole] = [...document.styleSheets].map((sheet) => rulesOf(sheet));
        const there = new Set(inPage?.map(([, text]) => text));
        return (whole ?? []).filter(([selector, text]) => !there.has(text) && isUsed(selector));
      });
      expect(missing, path).toEqual([]);
    }
  }
  // A suggestion is served before its code is loaded, with a link to the whole style sheet.
  const page = await open('driver', { serviceWorker: false, javaScript: false });
  await page.goto('/driver?suggest=1');
  await expect(page.getByRole('button', { name: 'Apply Route Order' })).toBeVisible();
  await expect(page.locator('dl').filter({ hasText: 'Total Distance' })).toHaveCSS('display', 'grid');
});

test('no page breaks its own content policy @long', async ({ open }) => {
  for (const [username, paths] of [
    [
      'dispatcher',
      ['/dispatcher', '/dispatcher/tasks/new', '/dispatcher/archive', '/dispatcher/drivers/unassigned'],
    ],
    ['driver', ['/driver', '/driver?edit=1', '/driver/list/hold']],
  ] as const) {
    const page = await open(username);
    const messages: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(error.message));
    for (const path of paths) {
      await page.goto(path);
      await hydrated(page);
    }
    expect(messages).toEqual([]);
  }
});
