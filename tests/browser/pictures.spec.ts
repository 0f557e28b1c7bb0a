/**
 * The pictures of README and guide. `npm run pictures` takes them of the demo network. Without it, these tests only
 * open each page and check that it shows the content of its picture.
 */
import type { Locator, Page } from '@playwright/test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { guideFor } from '~/routes/_app.help/guide/index';
import type { MapSettings } from '~/domain/geography/region/map-settings';
import { startApp, type App } from '../support/app';
import { drawSignature, expect, hydrated, test } from '../support/browser';
import { client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { sessionOf } from '../support/people';

const TAKES = process.env.PICTURES === 'on';
const README_FOLDER = 'docs/images';
const GUIDE_FOLDER = 'public/help';
const SIZES = 'app/routes/_app.help/guide/pictures.json';

type Picture = {
  file: string;
  who?: 'dispatcher' | 'driver';
  /** Taken of the heavy day. */
  heavy?: true;
  size: [width: number, height: number];
  /** Finds the id in `path`: of a user with this username, or of an account with this name. */
  idOf?: { username: string } | { account: string };
  path: (id: string) => string;
  /**
   * Waits for the content of the picture.
   * @returns the part of the page for the picture; undefined for the whole page.
   */
  shows: (page: Page) => Promise<Locator | undefined>;
};

const OFFICE: [number, number] = [1366, 768];
const GUIDE: [number, number] = [1366, 670];
const DIALOG: [number, number] = [860, 736];
const PHONE: [number, number] = [390, 844];

async function board(page: Page): Promise<undefined> {
  await expect(page.getByRole('row').filter({ hasText: 'Alma Reyes' })).toContainText('Going');
  await expect(page.locator('.leaflet-marker-icon[title*=", battery"]').first()).toBeVisible();
  if (TAKES) await expect(page.locator('.streets canvas').first()).toBeVisible();
}

async function route(page: Page): Promise<undefined> {
  await expect(page.getByText(/^Stop \d+ of \d+$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Complete', exact: true })).toBeVisible();
}

async function newTask(page: Page): Promise<Locator> {
  await page.getByLabel('Location Name', { exact: true }).pressSequentially('ga');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  return page.getByRole('dialog');
}

const PICTURES: Picture[] = [
  {
    file: `${README_FOLDER}/dispatcher.png`,
    size: OFFICE,
    heavy: true,
    path: () => '/dispatcher',
    shows: board,
  },
  {
    file: `${README_FOLDER}/driver-tasks.png`,
    size: OFFICE,
    idOf: { username: 'driver' },
    path: (id) => `/dispatcher/drivers/${id}`,
    shows: async (page) => {
      await expect(page.getByRole('dialog', { name: 'Alma Reyes' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Edit Order' })).toBeVisible();
      return undefined;
    },
  },
  {
    file: `${README_FOLDER}/find.png`,
    size: OFFICE,
    path: () => '/dispatcher?q=INV-48',
    shows: async (page) => {
      await expect(page.getByRole('table', { name: 'Tasks found' })).toContainText('INV-48');
      return undefined;
    },
  },
  {
    file: `${README_FOLDER}/plan.png`,
    size: OFFICE,
    path: () => '/dispatcher/plan',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Plan', exact: true }).click();
      await expect(page.getByRole('region', { name: /^Few moves: / })).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Map', exact: true }).locator('path').first(),
      ).toBeVisible();
      return undefined;
    },
  },
  {
    file: `${README_FOLDER}/new-task.png`,
    size: OFFICE,
    path: () => '/dispatcher/tasks/new',
    shows: async (page) => {
      await newTask(page);
      return undefined;
    },
  },
  {
    file: `${README_FOLDER}/driver.png`,
    who: 'driver',
    size: PHONE,
    path: () => '/driver',
    shows: route,
  },
  {
    file: `${README_FOLDER}/signature.png`,
    who: 'driver',
    size: PHONE,
    path: () => '/driver',
    shows: async (page) => {
      await page.getByRole('link', { name: 'Complete', exact: true }).click();
      await page.getByLabel('Received by').fill('Nils Halvorsen');
      await drawSignature(page);
      await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeEnabled();
      return undefined;
    },
  },
  { file: `${GUIDE_FOLDER}/board.webp`, size: GUIDE, path: () => '/dispatcher', shows: board },
  {
    file: `${GUIDE_FOLDER}/new-task.webp`,
    size: DIALOG,
    path: () => '/dispatcher/tasks/new',
    shows: newTask,
  },
  {
    file: `${GUIDE_FOLDER}/edit-order.webp`,
    size: DIALOG,
    idOf: { username: 'btanner' },
    path: (id) => `/dispatcher/drivers/${id}?edit=1`,
    shows: async (page) => {
      await expect(page.getByRole('button', { name: 'Save Order' })).toBeVisible();
      await expect(page.getByText('Drag onto a driver to assign it:')).toBeVisible();
      return page.getByRole('dialog');
    },
  },
  {
    file: `${GUIDE_FOLDER}/accounts.webp`,
    size: GUIDE,
    path: () => '/accounts',
    shows: async (page) => {
      await expect(page.getByText('Total Accounts')).toBeVisible();
      await expect(page.getByRole('columnheader')).toHaveText([
        /Name/,
        'Type',
        'Location',
        'Phone',
        'Actions',
      ]);
      return undefined;
    },
  },
  {
    file: `${GUIDE_FOLDER}/addresses.webp`,
    size: GUIDE,
    idOf: { account: 'Wexley Collision Center' },
    path: (id) => `/accounts/${id}/addresses`,
    shows: async (page) => {
      await expect(page.getByText('Default', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Set as Default/ }).first()).toBeVisible();
      return page.getByRole('region', { name: 'Delivery Addresses' });
    },
  },
  {
    file: `${GUIDE_FOLDER}/import.webp`,
    size: DIALOG,
    path: () => '/accounts/import',
    shows: async (page) => {
      await page.getByLabel('CSV file').setInputFiles({
        name: 'customers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Company Name,Address,City,State,ZIP,Phone\n' +
            'Cedar Fork Auto,4120 Main St,Kansas City,MO,64111,816-555-0170\n' +
            'Bryce Brothers Garage,905 W Santa Fe St,Olathe,KS,66061,913-555-0171\n',
        ),
      });
      await expect(page.getByText('First rows')).toBeVisible();
      await expect(page.getByText('Cedar Fork Auto')).toBeVisible();
      return page.getByRole('dialog');
    },
  },
  {
    file: `${GUIDE_FOLDER}/driver.webp`,
    who: 'driver',
    size: [390, 790],
    path: () => '/driver',
    shows: route,
  },
];

/**
 * Returns the demo's time zone during its working hours, else one where it is ten in the morning now, because nobody
 * dispatches at night.
 */
function dayZone(): string {
  const zone = 'America/Chicago';
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(),
  );
  if (!TAKES || (hour >= 9 && hour < 15)) return zone;
  const hours = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${hours > 0 ? '-' : '+'}${String(Math.abs(hours))}`;
}
const ZONE = dayZone();

type Installation = { database: TestDatabase; app: App };

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-pictures-'));
let day: Installation;
let heavyDay: Installation;

async function start(demo: 'on' | 'heavy'): Promise<Installation> {
  const database = await createDatabase();
  const app = await startApp({
    databaseUrl: database.url,
    env: { DEMO_DATA: demo, DATA_DIR: folder, BUSINESS_TIME_ZONE: ZONE },
  });
  // The drivers are on their way to the next stop.
  await database.rows(
    `insert into last_positions (driver_id, at, latitude, longitude, accuracy, battery, source)
     select distinct on (driver_id) driver_id, now(), latitude::float8 + 0.03 * sin(driver_id), longitude::float8 + 0.04 * cos(driver_id),
       8, 96 - 7 * (driver_id % 9), 'page'
     from tasks where status in ('going', 'pending') and not archived and driver_id is not null and latitude is not null
     order by driver_id, status, order_index`,
  );
  return { database, app };
}

test.beforeAll(async () => {
  day = await start('on');
  // The second finds the streets that the first has made.
  if (TAKES) await streetsOf(day);
  heavyDay = await start('heavy');
  await heavyDay.database.rows("update users set board_view = 'timeline' where username = 'dispatcher'");
  if (TAKES) await streetsOf(heavyDay);
});

/** Waits for the streets, because a page that is open does not load them later. */
async function streetsOf({ app, database }: Installation) {
  const dispatcher = client(app.origin, await sessionOf(database, 'dispatcher'));
  const streets = async () =>
    (await dispatcher.get<{ settings: MapSettings }>('/api/map')).body.settings.streets;
  await expect.poll(streets).toBeTruthy();
}

test.afterAll(async () => {
  for (const { app, database } of [day, heavyDay]) {
    await app.stop();
    await database.drop();
  }
  rmSync(folder, { recursive: true, force: true });
});

for (const { file, who = 'dispatcher', heavy, size, idOf, path, shows } of PICTURES)
  test(`${file} shows its page @long`, async ({ browser }) => {
    const [width, height] = size;
    const { app, database } = heavy ? heavyDay : day;
    const context = await browser.newContext({
      baseURL: app.origin,
      viewport: { width, height },
      hasTouch: who === 'driver',
      timezoneId: ZONE,
      locale: 'en-US',
    });
    const [name = '', value = ''] = (await sessionOf(database, who)).split('=');
    await context.addCookies([{ name, value, url: app.origin }]);
    const page = await context.newPage();
    await page.goto(path(idOf ? await findId(database, idOf) : ''));
    await hydrated(page);
    const part = await shows(page);
    if (part) await expect(part).toBeVisible();
    if (TAKES) await take(part ?? page, page, file);
  });

async function findId(database: TestDatabase, of: NonNullable<Picture['idOf']>): Promise<string> {
  const [sql, wanted] =
    'username' in of
      ? ['select id from users where username = $1', of.username]
      : ['select id from accounts where name = $1', of.account];
  const [found] = await database.rows<{ id: number }>(sql, [wanted]);
  return String(found?.id);
}

/** Takes a picture once two successive ones are equal, so that nothing moves any more. */
async function take(part: Page | Locator, page: Page, file: string) {
  await page.mouse.move(1, 1);
  let shot: Buffer = Buffer.alloc(0);
  const isStill = async () => {
    const before = shot;
    shot = await part.screenshot({ animations: 'disabled' });
    return shot.equals(before);
  };
  await expect.poll(isStill, { intervals: [500] }).toBe(true);
  const picture = sharp(shot);
  const stored = file.endsWith('.webp') ? picture.webp({ quality: 82 }) : picture.png({ palette: true });
  writeFileSync(file, await stored.toBuffer());
}

test('the pictures of README and guide are these, and have the sizes that the guide knows @long', async () => {
  const inReadme = [...readFileSync('README.md', 'utf8').matchAll(/\]\((docs\/images\/[^)]+)\)/g)].map(
    ([, file = '']) => file,
  );
  const inGuide = guideFor({ hasBoard: true, isAdmin: true })
    .flatMap(({ topics }) => topics.flatMap(({ blocks }) => blocks))
    .flatMap((block) => ('picture' in block ? [`${GUIDE_FOLDER}/${block.picture.file}`] : []));
  const taken = PICTURES.map(({ file }) => file).sort();
  expect([...inReadme, ...inGuide].sort()).toEqual(taken);
  const stored = [README_FOLDER, GUIDE_FOLDER].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  );
  expect(stored.sort()).toEqual(taken);

  const sizes: Record<string, object> = {};
  for (const file of taken.filter((each) => each.startsWith(GUIDE_FOLDER))) {
    const { width, height } = await sharp(file).metadata();
    sizes[basename(file)] = { width, height };
  }
  if (TAKES) writeFileSync(SIZES, `${JSON.stringify(sizes, null, 2)}\n`);
  expect(JSON.parse(readFileSync(SIZES, 'utf8'))).toEqual(sizes);
});
