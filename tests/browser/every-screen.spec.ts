/**
 * Every screen and dialog of a busy day is checked with axe, on an office screen and a phone, light and dark. They
 * are also checked with a zoom of 400 % (1.4.10) and with wider text (1.4.12), and their consoles must stay empty. The
 * look has rules of its own: table headers, radio buttons, telephone numbers, capitals, and the buttons of dialogs.
 */
import type { Browser, Page } from '@playwright/test';
import { startApp, type App } from '../support/app';
import { errorsOf, expect, expectAccessible, test } from '../support/browser';
import { createDatabase, type TestDatabase } from '../support/database';
import { sessionOf } from '../support/people';
import { PAGE_PATHS } from '../support/routes';

let app: App;
let database: TestDatabase;
const idOf = async (sql: string) => {
  const [row] = await database.rows<{ id: number }>(sql);
  if (!row) throw new Error(`Nothing: ${sql}`);
  return String(row.id);
};

test.beforeAll(async () => {
  database = await createDatabase();
  app = await startApp({ databaseUrl: database.url, env: { DEMO_DATA: 'heavy' } });
});
test.afterAll(async () => {
  await app.stop();
  await database.drop();
});

const DESK = { width: 1366, height: 625 };
const PHONE = { width: 390, height: 844 };
type View = { size: typeof DESK; colorScheme: 'light' | 'dark' };
const view = (size: typeof DESK, colorScheme: View['colorScheme']): View => ({ size, colorScheme });
/** Successive screens use these views in turn. */
const TURNS = {
  twice: [
    [view(DESK, 'light'), view(PHONE, 'dark')],
    [view(DESK, 'dark'), view(PHONE, 'light')],
  ],
  once: [[view(DESK, 'light')], [view(PHONE, 'dark')], [view(DESK, 'dark')], [view(PHONE, 'light')]],
  onPhone: [[view(PHONE, 'light')], [view(PHONE, 'dark')]],
};
/** The first is 1366 × 625 with a zoom of 400 %. The second is the smallest window that must not scroll sideways. */
const ZOOMED = [
  { width: 341, height: 156 },
  { width: 320, height: 256 },
];

async function signedIn(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.origin, viewport: DESK });
  const [name = '', value = ''] = (await sessionOf(database, username)).split('=');
  await context.addCookies([{ name, value, url: app.origin }]);
  return context.newPage();
}

/** Sets wider lines, words and letters, as people with reading difficulties do. */
const widen = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
    return document.documentElement.scrollWidth;
  });

/** Returns the faults of the window: its width, covered elements and cut text. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const modal = document.querySelector('dialog:modal');
    const inSight = [...(modal ?? document.body).querySelectorAll<HTMLElement>('*')].filter(
      (each) => each.clientWidth > 1 && each.clientHeight > 1 && each.checkVisibility(),
    );
    const stays = inSight.filter((each) => {
      const { position } = getComputedStyle(each);
      return /fixed|sticky/.test(position) && !(each instanceof HTMLDialogElement);
    });
    const covered = stays
      .filter((each) => !stays.some((other) => other !== each && other.contains(each)))
      .map((each) => each.getBoundingClientRect())
      .reduce(
        (sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)),
        0,
      );
    const height = modal ? Math.min(modal.clientHeight, innerHeight) : innerHeight;
    const cut = inSight.filter(
      (each) =>
        getComputedStyle(each).overflowX === 'hidden' &&
        each.scrollWidth > each.clientWidth + 1 &&
        each.closest('header, .leaflet-container') === null,
    );
    const wide = [document.documentElement, ...(modal ? [modal] : [])].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    return {
      wide: wide.map(({ tagName, scrollWidth }) => `${tagName} ${String(scrollWidth)}`),
      cut: cut.map(({ outerHTML }) => outerHTML.slice(0, 120)),
      tooMuchCovered: covered > 0.4 * height,
    };
  });
const NONE = { wide: [], cut: [], tooMuchCovered: false };

/** The colors of main buttons, light and dark: blue, and green for a driver's. */
const FILLED = ['rgb(11, 87, 208)', 'rgb(156, 194, 255)', 'rgb(20, 116, 58)', 'rgb(111, 220, 151)'];

/** Returns what looks wrong in the dialog, or on the page. */
const oddities = (page: Page) =>
  page.evaluate((filled) => {
    const modal = document.querySelector('dialog:modal');
    const root = modal ?? document.body;
    const all = <Found extends Element>(selector: string) =>
      [...root.querySelectorAll<Found & HTMLElement>(selector)].filter((each) => each.checkVisibility());
    const textOf = (each: Element) => each.textContent.trim();
    const boxOf = (each: Element | Range) => each.getBoundingClientRect();
    const texts: { text: string; range: Range; parent: Element }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      texts.push({ text: node.nodeValue ?? '', range, parent });
    }
    const linesOf = (range: Range) =>
      new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const isBroken = ({ text, range }: (typeof texts)[number]) =>
      [...text.matchAll(/\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}/g)].some(({ index, 0: number }) => {
        const part = range.cloneRange();
        part.setStart(range.startContainer, index);
        part.setEnd(range.startContainer, index + number.length);
        return linesOf(part) > 1;
      });
    // The dot and the first line of its label are side by side.
    const isApart = (radio: HTMLInputElement) => {
      const label = radio.labels?.[0];
      const text = texts.find(({ parent, text: said }) => label?.contains(parent) && said.trim() !== '');
      const line = text?.range.getClientRects()[0];
      const dot = boxOf(radio);
      return !line || line.bottom < dot.top || line.top > dot.bottom || line.left - dot.right > 24;
    };
    const main = all('a, button').filter((each) => filled.includes(getComputedStyle(each).backgroundColor));
    const isLeft = (button: Element) =>
      [...(button.parentElement?.children ?? [])].some(
        (other) => other.checkVisibility() && boxOf(other).left >= boxOf(button).right,
      );
    return {
      emptyHeaders: all('th')
        .filter((each) => textOf(each) === '')
        .map(({ outerHTML }) => outerHTML),
      headersOfNothing: all<HTMLTableElement>('table:has(thead)')
        .filter(({ tBodies }) => [...tBodies].every(({ rows }) => rows.length === 0))
        .map(textOf),
      dotsApart: all<HTMLInputElement>('input[type="radio"]')
        .filter((each) => isApart(each))
        .map(({ name, value }) => `${name} ${value}`),
      brokenNumbers: texts.filter(isBroken).map(({ text }) => text),
      // Capitals are made by a style, so that screen readers and copies get the text.
      capitals: texts.filter(({ text }) => /[A-Z]{4,} [A-Z]{4,}/.test(text)).map(({ text }) => text),
      mainButtons: modal && main.length > 1 ? main.map(textOf) : [],
      mainButtonsNotLast: modal ? main.filter(isLeft).map(textOf) : [],
    };
  }, FILLED);
const NOTHING_ODD = {
  emptyHeaders: [],
  headersOfNothing: [],
  dotsApart: [],
  brokenNumbers: [],
  capitals: [],
  mainButtons: [],
  mainButtonsNotLast: [],
};

async function check(page: Page, paths: readonly string[], turns: readonly View[][]): Promise<void> {
  const errors = errorsOf(page);
  for (const [index, path] of paths.entries()) {
    const views = turns[index % turns.length] ?? [];
    await page.setViewportSize(views[0]?.size ?? DESK);
    await page.goto(path);
    await expect(page.locator('header [role="status"]').first()).toHaveText(/Live/);
    const isModal = (await page.locator('dialog:modal').count()) > 0;
    for (const { size, colorScheme } of views) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, isModal ? 'dialog' : undefined);
      expect.soft(await oddities(page), `${path} ${String(size.width)}`).toEqual(NOTHING_ODD);
    }
    for (const size of ZOOMED) {
      await page.setViewportSize(size);
      expect.soft(await faults(page), `${path} ${String(size.width)}`).toEqual(NONE);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await widen(page);
    expect.soft((await faults(page)).wide, `${path} with wide text`).toEqual([]);
    expect.soft(errors.splice(0), `${path} on the console`).toEqual([]);
  }
}

const busiest = () =>
  idOf(
    "select driver_id as id from tasks where status = 'pending' and driver_id is not null group by 1 order by count(*) desc limit 1",
  );

test('the dispatcher’s board @long', async ({ browser }) => {
  const busy = await busiest();
  const task = await idOf(`select id from tasks where status = 'pending' and driver_id = ${busy} limit 1`);
  const list = `/dispatcher/drivers/${busy}`;
  const page = await signedIn(browser, 'dispatcher');
  await check(page, ['/dispatcher', list, '/dispatcher/drivers/unassigned'], TURNS.twice);
  const lists = [
    '/dispatcher?q=INV',
    `${list}?edit=1`,
    `${list}?view=map`,
    `${list}?suggest=1`,
    `/dispatcher/tasks/${task}`,
    `/dispatcher/tasks/${task}/delete`,
    `/dispatcher/tasks/${task}/candidates`,
    `/dispatcher/tasks/${task}/links`,
    `/dispatcher/map-pin/${task}`,
  ];
  await check(page, lists, TURNS.once);
});

test('dialogs over the dispatcher’s board @long', async ({ browser }) => {
  const busy = await busiest();
  const schedule = await idOf('select id from run_schedules order by id limit 1');
  const page = await signedIn(browser, 'dispatcher');
  const others = [
    '/dispatcher/tasks/new',
    '/dispatcher/archive',
    '/dispatcher/attention',
    '/dispatcher/keys',
    '/dispatcher/map-drivers',
    '/dispatcher/plan',
    '/dispatcher/shifts',
    `/dispatcher/shifts/${busy}/week`,
    `/dispatcher/shifts/${busy}/2026-11-23`,
    '/dispatcher/shifts/import',
    '/dispatcher/runs',
    '/dispatcher/runs/new',
    `/dispatcher/runs/${schedule}`,
    `/dispatcher/runs/${schedule}/delete`,
    `/dispatcher/runs/${schedule}/2026-11-23`,
    '/dispatcher/inbox',
    '/dispatcher/inbox/new',
    `/dispatcher/drivers/${busy}/sheet`,
  ];
  await check(page, others, TURNS.once);
});

test('the dispatcher’s other pages @long', async ({ browser }) => {
  const archived = await idOf('select id from tasks where archived order by id desc limit 1');
  const account = await idOf('select id from accounts order by id limit 1');
  const paths = [
    '/accounts',
    `/accounts/${account}/edit`,
    `/accounts/${account}/delete`,
    `/accounts/${account}/addresses`,
    `/accounts/${account}/contacts`,
    `/accounts/${account}/contacts/new`,
    `/accounts/${account}/links`,
    '/accounts/new',
    '/accounts/import',
    '/accounts/messages',
    '/history',
    `/history/tasks/${archived}`,
    `/history/tasks/${archived}/delete`,
    `/proof/${archived}`,
    '/history/report',
    '/history/day-sheet',
    '/help',
    '/help/api',
    '/nothing-here',
    `/accounts/${account}/day`,
  ];
  await check(await signedIn(browser, 'dispatcher'), paths, TURNS.once);
});

test('the driver’s @long', async ({ browser }) => {
  const driver = await idOf("select id from users where username = 'driver'");
  const next = await idOf(
    `select id from tasks where driver_id = ${driver} and status = 'going' order by id limit 1`,
  );
  await check(
    await signedIn(browser, 'driver'),
    [
      '/driver',
      '/driver?tab=next-route',
      '/driver?tab=hold',
      '/driver?tab=completed',
      '/driver?edit=1',
      '/driver?suggest=1',
      '/driver/list/hold',
      `/driver/tasks/${next}`,
      `/driver/stops/${next}/fail`,
      `/driver/stops/${next}/sign`,
      '/settings',
      '/help',
    ],
    TURNS.onPhone,
  );
});

test('the admin’s @long', async ({ browser }) => {
  const user = await idOf("select id from users where username = 'driver'");
  const paths = [
    ...PAGE_PATHS.filter((path) => path.startsWith('/settings') && !path.includes('{}')),
    '/settings/customer-messages/delivered',
    ...['', '/delete'].map((page) => `/settings/users/${user}${page}`),
  ];
  await check(await signedIn(browser, 'admin'), paths, TURNS.once);
});
