/** Measures pages on an old office PC, and on a phone with a bad connection. `npm run bench:browser` */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { drawSignature } from '../support/browser';
import { driverName, makeBed, type Bed } from './bed';
import { serveCopies } from './plain-copy';
import {
  contextOf,
  cookieOf,
  interact,
  isLive,
  LINES,
  openChromium,
  SLOWER,
  slowPage,
  slowWorker,
  visit,
  type Interaction,
  type LineName,
  type Visit,
} from './slow-browser';
import { report } from './report';

const SIZES = [
  { drivers: 4, tasks: 40, accounts: 2_000 },
  { drivers: 40, tasks: 3_000, accounts: 2_000 },
];
const MINUTES_15 = 900_000;

let browser: Browser;

beforeAll(async () => {
  browser = await openChromium();
  for (const [name, { latency, down, up }] of Object.entries(LINES)) {
    report(name, {
      'ms a request': latency,
      'kbit/s down': down,
      up,
      'processor slower': `${String(SLOWER)}×`,
    });
  }
});
afterAll(() => browser.close());

const nothing = () => Promise.resolve();

const tellVisit = (what: string, { fcp, lcp, blocked, usable, bytes, requests }: Visit) => {
  report(what, {
    'FCP ms': fcp,
    'LCP ms': lcp,
    'blocked ms': blocked,
    'usable ms': usable,
    kB: bytes / 1_000,
    requests,
  });
};

const tellInteraction = (what: string, { delay, done, longest }: Interaction) => {
  report(`  ${what}`, {
    'to next paint ms': delay <= 16 ? '≤ 16' : delay,
    'done ms': done,
    'longest task ms': longest <= 50 ? '≤ 50' : longest,
  });
};

const SCREENS = [
  { path: '/dispatcher', username: 'dispatcher', phone: false },
  { path: '/driver', username: 'driver0', phone: true },
];

for (const size of SIZES) {
  test(
    `${String(size.tasks)} active tasks`,
    async () => {
      const bed = await makeBed(size);
      try {
        for (const screen of SCREENS) await measureVisits(bed, size.tasks, screen);
        await measureDispatcher(bed);
        await measureDriver(bed);
      } finally {
        await bed.close();
      }
    },
    MINUTES_15,
  );
}

async function measureVisits(
  bed: Bed,
  tasks: number,
  { path, username, phone }: (typeof SCREENS)[number],
): Promise<void> {
  const cookie = await cookieOf(bed.app.origin, username);
  const html = await (await fetch(bed.app.origin + path, { headers: { cookie } })).text();
  const copies = await serveCopies({ [path]: html });
  for (const line of Object.keys(LINES) as LineName[]) {
    const name = `${path}, ${String(tasks)} tasks, ${line}`;
    const plain = await contextOf(browser, copies.origin, '', phone);
    tellVisit(`${name}: floor`, await visit(await slowPage(plain, line), path, nothing));
    await plain.close();
    const context = await contextOf(browser, bed.app.origin, cookie, phone);
    const first = await slowPage(context, line);
    tellVisit(`${name}: first visit`, await visit(first, path, isLive));
    if (phone) await first.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await first.page.close();
    const workerBytes = await slowWorker(browser, line);
    tellVisit(`${name}: second visit`, await visit(await slowPage(context, line), path, isLive, workerBytes));
    await context.close();
  }
  copies.close();
}

/** Measures the browser alone for a click, a letter and a dialog, on the same content. */
async function measureFloor(bed: Bed, cookie: string): Promise<void> {
  const html = await (await fetch(`${bed.app.origin}/dispatcher`, { headers: { cookie } })).text();
  const copies = await serveCopies({ '/': html });
  const context = await contextOf(browser, copies.origin, '', false);
  const { page } = await slowPage(context, 'Slow 4G');
  await page.goto('/');
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = 'Floor';
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.innerHTML = '<h2>Floor dialog</h2>' + '<label>Field<input></label><br>'.repeat(14);
    button.onclick = () => {
      dialog.showModal();
    };
  });
  const open = () => page.getByRole('button', { name: 'Floor' }).click();
  const heading = page.getByRole('heading', { name: 'Floor dialog' });
  tellInteraction(
    'floor: opening a dialog of 14 fields',
    await interact(page, open, () => heading.waitFor()),
  );
  const type = () => page.keyboard.type('m');
  tellInteraction('floor: a letter', await interact(page, type, nothing));
  await context.close();
  copies.close();
}

async function measureDispatcher(bed: Bed): Promise<void> {
  const cookie = bed.dispatcher.cookie();
  await measureFloor(bed, cookie);
  const context = await contextOf(browser, bed.app.origin, cookie, false);
  const { page } = await slowPage(context, 'Slow 4G');
  await page.goto('/dispatcher');
  await isLive(page);
  const marker = page.locator('.leaflet-marker-icon').first();
  await marker.waitFor();
  const dialog = page.getByRole('dialog');
  const heading = (name: string) => dialog.getByRole('heading', { name });
  const location = page.getByLabel('Location Name', { exact: true });

  const openForm = () => page.getByRole('link', { name: 'New Task' }).click();
  tellInteraction('open a task form', await interact(page, openForm, () => location.waitFor()));
  await location.focus();
  const option = page.getByRole('option', { name: /Muffler/ }).first();
  const type = () => page.keyboard.type('muf');
  tellInteraction('type in the location', await interact(page, type, () => option.waitFor()));
  await location.fill('Muffler Works of the bench');
  await page.getByLabel('Invoice Number(s)').fill('INV-1');
  const save = () => page.getByRole('button', { name: 'Create Task' }).click();
  tellInteraction('save a task', await interact(page, save, () => dialog.waitFor({ state: 'hidden' })));

  const driver = driverName(0);
  const openDriver = () =>
    page
      .getByRole('link', { name: new RegExp(driver) })
      .first()
      .click();
  tellInteraction('open a driver', await interact(page, openDriver, () => heading(driver).waitFor()));
  await dialog.getByRole('link', { name: 'Edit Order' }).click();
  const last = dialog.getByRole('button', { name: /^To top: / }).last();
  await last.waitFor();
  const before = await dialog.getByRole('listitem').first().innerText();
  const isMoved = () =>
    page.waitForFunction(
      (was) => document.querySelector<HTMLElement>('dialog li')?.innerText !== was,
      before,
    );
  tellInteraction('move a task in the order', await interact(page, () => last.click(), isMoved));
  await page.goto('/dispatcher');
  await isLive(page);

  const clear = page.getByRole('link', { name: 'Clear', exact: true });
  await page.getByText('Filter', { exact: true }).click();
  const urgent = page.getByRole('checkbox', { name: 'Urgent' });
  tellInteraction(
    'filter',
    await interact(
      page,
      () => urgent.click(),
      () => clear.waitFor(),
    ),
  );
  await clear.click();
  await clear.waitFor({ state: 'hidden' });
  await marker.waitFor();
  tellInteraction('open a stop on the map', await interact(page, () => marker.press('Enter'), nothing));
  await context.close();
}

async function measureDriver(bed: Bed): Promise<void> {
  const context = await contextOf(browser, bed.app.origin, await cookieOf(bed.app.origin, 'driver0'), true);
  const { page } = await slowPage(context, 'Slow 4G');
  await page.goto('/driver');
  await isLive(page);
  const going = page.getByRole('button', { name: 'Going', exact: true }).first();
  const toSign = page.getByRole('link', { name: 'Complete', exact: true }).first();
  tellInteraction(
    'driver: Going',
    await interact(
      page,
      () => going.tap(),
      () => toSign.waitFor(),
    ),
  );
  const pad = page.getByLabel('Signature drawing area');
  tellInteraction(
    'driver: Complete dialog',
    await interact(
      page,
      () => toSign.tap(),
      () => pad.waitFor(),
    ),
  );
  await page.getByLabel('Received by').fill('Joe Customer');
  const sign = async () => {
    await drawSignature(page);
    await page.getByRole('button', { name: 'Complete', exact: true }).tap();
  };
  tellInteraction(
    'driver: sign and complete',
    await interact(page, sign, () => pad.waitFor({ state: 'hidden' })),
  );
  const hold = page.getByRole('link', { name: /^Hold/ }).first();
  const none = page.getByText('No tasks for this status');
  tellInteraction(
    'driver: another tab',
    await interact(
      page,
      () => hold.tap(),
      () => none.waitFor(),
    ),
  );
  await context.close();
}
