/** Unsaved texts, drawings and orders stay for their author, are marked as unsaved, and are not shown to anybody else. */
import type { Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import { accountMenu, drawSignature, expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make, photoUrl, pickup } from '../support/factories';
import { location, notes, openNew, pathOf, save } from '../support/task-dialog';

const dialog = (page: Page) => page.getByRole('dialog');
const restored = (page: Page) => dialog(page).getByText('Draft restored');
const discard = (page: Page) => dialog(page).getByRole('button', { name: 'Discard' });

async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill('dispatch-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

async function logOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth/);
}

/** Returns the names of all drafts in this tab; null while the tab loads another document. */
const draftsIn = (page: Page) =>
  page
    .evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))
    .catch(() => null);

test('Close and Escape keep a filled form; it says so and can be discarded @long', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).fill('Half typed');
  await dialog(page).getByRole('link', { name: 'Close', exact: true }).first().click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'New Task', exact: true }).first().click();
  await expect(location(page)).toHaveValue('Half typed');
  await expect(restored(page)).toBeVisible();
  await expectAccessible(page);

  await notes(page).fill('and more');
  await notes(page).press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'New Task', exact: true }).first().click();
  await expect(notes(page)).toHaveValue('and more');
  await discard(page).click();
  await expect(location(page)).toHaveValue('');
  await expect(notes(page)).toHaveValue('');
  await expect(restored(page)).toHaveCount(0);
  expect(await draftsIn(page)).toEqual([]);

  // A text that is typed and removed leaves no draft, and neither does a saved one.
  await notes(page).fill('x');
  await notes(page).fill('');
  expect(await draftsIn(page)).toEqual([]);
  await location(page).fill('Saved at once');
  await page.getByLabel('Invoice Number(s)').fill('INV-D');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Delivery · Saved at once', { exact: true })).toBeVisible();
  expect(await draftsIn(page)).toEqual([]);
  expect(await network.database.rows("select 1 from tasks where location = 'Saved at once'")).toHaveLength(1);
});

test('a draft of an edited task does not overwrite what others did since @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ location: 'Drafted' }));
  const page = await open('dispatcher2');
  await page.goto(pathOf(task));
  await hydrated(page);
  await notes(page).fill('mine');
  await notes(page).press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { invoice_number: 'INV-NEWER', notes: 'theirs' });
  await page.goto(pathOf(task));
  await hydrated(page);
  await expect(restored(page)).toBeVisible();
  await expect(notes(page)).toHaveValue('mine');
  await save(page).click();
  await expect(page.getByText('This task has changed since you opened it.')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  const { body } = await dispatcher.get<Task>(`/api/tasks/${String(task.id)}`);
  expect(body).toMatchObject({ invoice_number: 'INV-NEWER', notes: 'mine' });
  expect(await draftsIn(page)).toEqual([]);
});

test('an order that was arranged and not saved is kept, merged with what came meanwhile @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const driverId = network.ids.driver2 ?? 0;
  await network.database.rows('delete from tasks where driver_id = $1', [driverId]);
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    await make(dispatcher, pickup({ driver_id: driverId, location: name }));
  const page = await open('dispatcher');
  const rows = () =>
    dialog(page)
      .getByRole('button', { name: /^Up: / })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  await page.goto(`/dispatcher/drivers/${String(driverId)}?edit=1`);
  await hydrated(page);
  await dialog(page).getByRole('button', { name: 'To top: Gamma' }).click();
  await expect.poll(rows).toEqual(['Up: Gamma', 'Up: Alpha', 'Up: Beta']);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await make(dispatcher, pickup({ driver_id: driverId, location: 'Delta' }));
  await page.goto(`/dispatcher/drivers/${String(driverId)}?edit=1`);
  await hydrated(page);
  await expect(restored(page)).toBeVisible();
  await expect.poll(rows).toEqual(['Up: Gamma', 'Up: Alpha', 'Up: Beta', 'Up: Delta']);
  await discard(page).click();
  await expect.poll(rows).toEqual(['Up: Alpha', 'Up: Beta', 'Up: Gamma', 'Up: Delta']);
  expect(await draftsIn(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'To top: Gamma' }).click();
  await expect.poll(() => draftsIn(page)).toHaveLength(1);
  await dialog(page).getByRole('button', { name: 'Save Order' }).click();
  await expect(page.getByText('Task order saved successfully').first()).toBeVisible();
  expect(await draftsIn(page)).toEqual([]);
});

test('text of one person is never shown to the next one in the same tab @long', async ({ open }) => {
  const page = await open('dispatcher');
  await openNew(page);
  await notes(page).fill('Secret of the first');
  await notes(page).press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  // The session ends by itself, and another person signs in.
  await page.context().clearCookies();
  await page.goto('/dispatcher/tasks/new');
  await signIn(page, 'dispatcher2');
  await page.goto('/dispatcher/tasks/new');
  await hydrated(page);
  await expect(notes(page)).toHaveValue('');
  await expect(restored(page)).toHaveCount(0);
  await expect.poll(() => draftsIn(page)).toEqual([]);

  // Signing out deletes the drafts in all tabs.
  await notes(page).fill('Secret of the second');
  await notes(page).press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const other = await page.context().newPage();
  await openNew(other);
  await location(other).fill('In another tab');
  await expect.poll(() => draftsIn(other)).toHaveLength(1);
  await logOut(page);
  await expect.poll(() => draftsIn(page)).toEqual([]);
  await expect.poll(() => draftsIn(other)).toEqual([]);
  await signIn(page, 'dispatcher2');
  await page.goto('/dispatcher/tasks/new');
  await hydrated(page);
  await expect(location(page)).toHaveValue('');
});

test('a signature and photos are kept for the driver who made them, and for nobody else', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const driverId = network.ids.driver3 ?? 0;
  const task = await make(dispatcher, delivery({ driver_id: driverId, location: 'Signed for one' }));
  await (await network.as('driver3')).patch(`/api/tasks/${String(task.id)}`, { status: 'going' });
  const page = await open('driver3', { phone: true });
  await page.goto(`/driver/stops/${String(task.id)}/sign`);
  await hydrated(page);
  await drawSignature(page);
  const image = Buffer.from((await photoUrl()).split(',')[1] ?? '', 'base64');
  await page.getByLabel('Take photo').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: image });
  await expect(page.getByText('1 photo will be sent.')).toBeVisible();
  expect(await draftsIn(page)).toEqual([`draft:${String(driverId)}:signature:${String(task.id)}`]);

  await network.database.rows('delete from sessions where user_id = $1', [driverId]);
  await page.goto('/driver');
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByText('Your session has ended. What you typed was kept.')).toBeVisible();
  await signIn(page, 'driver2');
  await hydrated(page);
  await expect.poll(() => draftsIn(page)).toEqual([]);
  const photos = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('photos');
          opening.onsuccess = () => {
            const counting = opening.result.transaction('photos').objectStore('photos').count();
            counting.onsuccess = () => {
              resolve(counting.result);
            };
          };
        }),
    );
  await expect.poll(photos).toBe(0);
});

test('an ended session says so, and that what was typed was kept only when something was @long', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher2');
  const end = () =>
    network.database.rows('delete from sessions where user_id = $1', [network.ids.dispatcher2]);
  await page.goto('/dispatcher');
  await hydrated(page);
  await end();
  await page.goto('/dispatcher');
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await signIn(page, 'dispatcher2');

  await openNew(page);
  await location(page).fill('Typed before the end');
  await end();
  await page.reload();
  await expect(page.getByText('Your session has ended. What you typed was kept.')).toBeVisible();
  await signIn(page, 'dispatcher2');
  await expect(location(page)).toHaveValue('Typed before the end');
  await page.goto('/dispatcher');
  await hydrated(page);
  await logOut(page);
  await expect(page.getByText(/Your session has ended/)).toHaveCount(0);
});

test('an edit that is sent after the end of the session leads to sign in, and back with what was typed', async ({
  open,
  network,
}) => {
  const task = await make(await network.as('dispatcher'), delivery({ location: 'Late edit' }));
  const page = await open('dispatcher2');
  await page.goto(pathOf(task));
  await hydrated(page);
  await notes(page).fill('too late');
  // The session ends after the form was sent, before the page learns of the end.
  await page.route(/tasks\/\d+\.data/, async (route) => {
    if (route.request().method() === 'POST')
      await network.database.rows('delete from sessions where user_id = $1', [network.ids.dispatcher2]);
    await route.continue();
  });
  await save(page).click();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByText('Your session has ended. What you typed was kept.')).toBeVisible();
  await signIn(page, 'dispatcher2');
  await expect(notes(page)).toHaveValue('too late');
});

for (const [what, fields, sentence] of [
  [
    'something was typed',
    { location: 'Typed without JavaScript' },
    'Your session has ended. What you typed was kept.',
  ],
  ['nothing was typed', {}, 'Your session has ended.'],
] as const) {
  test(`without JavaScript, an ended session says so when ${what}`, async ({ open, network }) => {
    const page = await open('dispatcher2', { javaScript: false });
    await page.goto('/dispatcher/tasks/new');
    for (const value of Object.values(fields)) await location(page).fill(value);
    await network.database.rows('delete from sessions where user_id = $1', [network.ids.dispatcher2]);
    if (what === 'something was typed') {
      await page.getByRole('button', { name: 'Create Task' }).click();
      await page.getByRole('button', { name: 'Sign in' }).click();
    } else await page.goto('/dispatcher/tasks/new');
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  });
}
