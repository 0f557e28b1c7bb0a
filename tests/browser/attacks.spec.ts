/**
 * Stored XSS: every text field is filled with a script, and every page is opened as each role. The scripts must be
 * shown as text.
 */
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/browser';
import { PASSWORD, type Client } from '../support/client';
import { delivery, make, photoUrl, pickup, signature, transfer } from '../support/factories';
import { submitForm } from '../support/forms';
import type { Network } from '../support/network';

/**
 * This text breaks out of an attribute, of an element, and of a script that contains data. It is short enough for
 * every field.
 */
const EVIL = `"'><img src=x onerror=alert(1)></script><script>alert(2)</script>`;
const LINK = 'javascript:alert(3)//';

async function fill(
  network: Network,
  admin: Client,
): Promise<Record<'task' | 'done' | 'account' | 'driver', number>> {
  const driver = network.ids.driver ?? 0;
  for (const username of ['driver', 'dispatcher', 'dispatcher2'])
    await admin.put(`/api/users/${String(network.ids[username])}`, {
      name: EVIL,
      email: `${LINK}@${LINK}`,
      phone: LINK,
    });
  for (const name of ['Ford', 'Jeep'])
    await admin.post(`/api/dealership-locations/${name}`, {
      fullname: EVIL,
      address: `${LINK}, Kansas City, MO 64113`,
    });
  const account = await admin.post('/api/accounts', { name: EVIL, accountType: 'shop', phone: LINK });
  const accountId = Number(account.body.id);
  await admin.post(`/api/accounts/${String(accountId)}/addresses`, {
    name: EVIL,
    address: EVIL,
    city: LINK,
    state: EVIL.slice(0, 40),
    zipCode: '64113',
  });
  const texts = {
    location: EVIL,
    address: `${EVIL}, Kansas City, MO 64113`,
    invoice_number: LINK + EVIL,
    part_numbers: EVIL,
    notes: `${EVIL}\n${LINK}`,
    driver_id: driver,
  };
  const task = await make(admin, delivery(texts));
  await make(admin, delivery({ ...texts, driver_id: null, priority: 'urgent' }));
  await make(admin, pickup({ ...texts, destination_account_id: accountId }));
  await make(
    admin,
    transfer({
      ...texts,
      driver_id: network.ids.driver2,
      transfer_destination_location: EVIL,
      transfer_destination_address: EVIL,
      transfer_to_driver_id: driver,
    }),
  );
  const failed = await make(admin, pickup({ ...texts, location: `${EVIL} 2` }));
  await admin.patch(`/api/tasks/${String(failed.id)}`, { status: 'going' });
  await admin.post('/api/tasks/batch/status', {
    taskIds: [failed.id],
    status: 'hold',
    failure_reason: `other: ${EVIL}`,
  });
  const done = await make(admin, delivery({ ...texts, location: `${EVIL} 3` }));
  await admin.post(`/api/tasks/${String(done.id)}/photos`, { image: await photoUrl() });
  await admin.patch(`/api/tasks/${String(done.id)}`, {
    status: 'completed',
    signature_image: await signature(),
    signed_by: EVIL,
  });
  await admin.post('/api/tasks/batch/archive', { taskIds: [done.id] });
  const csv = new FormData();
  csv.set('intent', 'importCsv');
  csv.set(
    'file',
    new File([`Company Name,Address\n${EVIL.replaceAll('"', '""')},"${LINK}"\n,"${LINK}"\n`], `${EVIL}.csv`),
  );
  await fetch(`${admin.origin}/accounts/import`, {
    method: 'POST',
    body: csv,
    headers: { cookie: admin.cookie() },
    redirect: 'manual',
  });
  await submitForm(admin, '/settings/tokens/new', {
    intent: 'createToken',
    name: EVIL,
    ownPassword: PASSWORD,
  });
  return { task: task.id, done: done.id, account: accountId, driver };
}

/** Records everything that a script of this kind would cause. */
async function watch(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('violated', (what: string) => troubles.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violated } = window as unknown as { violated: (what: string) => void };
      violated(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return troubles;
}

test('script in every text of everything: no dialog, no violation, and it is there to be read @long', async ({
  open,
  network,
}) => {
  const admin = await network.as('admin');
  const { task, done, account, driver } = await fill(network, admin);
  const id = String;
  const office = [
    '/dispatcher',
    '/dispatcher?search=script',
    '/dispatcher/attention',
    '/dispatcher/archive',
    '/dispatcher/map-drivers',
    '/dispatcher/tasks/new',
    `/dispatcher/tasks/${id(task)}`,
    `/dispatcher/tasks/${id(task)}/delete`,
    `/dispatcher/map-pin/${id(task)}`,
    `/dispatcher/drivers/${id(driver)}`,
    '/dispatcher/drivers/unassigned',
    `/dispatcher/archived/${id(done)}`,
    '/accounts',
    '/accounts/import',
    '/accounts/import?import=1',
    `/accounts/${id(account)}/edit`,
    `/accounts/${id(account)}/delete`,
    `/accounts/${id(account)}/addresses`,
    '/history',
    `/history/tasks/${id(done)}`,
    '/history/report',
    '/history/day-sheet',
    `/proof/${id(done)}`,
    '/settings',
  ];
  const pages: Record<string, string[]> = {
    dispatcher: office,
    admin: [
      '/settings/users',
      `/settings/users/${id(driver)}`,
      `/settings/users/${id(driver)}/delete`,
      '/settings/dealerships',
      '/settings/audit',
      '/settings/background-work',
      '/settings/tokens',
      '/settings/system',
      '/settings',
    ],
    driver: [
      '/driver',
      '/driver?edit=1',
      `/driver/tasks/${id(task)}`,
      '/driver/list/hold',
      '/settings',
      '/help',
    ],
  };
  const visit = async (username: string, paths: string[]) => {
    const page = await open(username);
    const troubles = await watch(page);
    let shown = 0;
    for (const path of paths) {
      const answer = await page.goto(path, { waitUntil: 'load' });
      expect([path, answer?.status()]).toEqual([path, 200]);
      // The guide contains the word, too.
      await hydrated(page);
      if (path === '/dispatcher') await page.locator('.leaflet-marker-icon').first().waitFor();
      const live = page.locator('img[onerror], [href^="javascript:" i], [src^="javascript:" i]');
      expect([path, await live.count(), troubles]).toEqual([path, 0, []]);
      const text = await page.locator('body').innerText();
      const values = await page
        .locator('input, textarea')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join('\n'));
      if (`${text}\n${values}`.includes('onerror=alert(1)')) shown += 1;
    }
    expect(shown, username).toBeGreaterThan(2);
  };
  await Promise.all(Object.entries(pages).map(([username, paths]) => visit(username, paths)));
});

test('the trap springs when there is something to catch @long', async ({ open }) => {
  const page = await open('driver');
  const troubles = await watch(page);
  await page.goto('/driver');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="alert(1)">');
  });
  await expect.poll(() => troubles).toContainEqual(expect.stringMatching(/^policy: script-src/));
});
