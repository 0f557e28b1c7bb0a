/** Dialogs whose form reaches nobody: the dialog, what was typed and the page behind it stay, and the reason is said. */
import type { Page, Route } from '@playwright/test';
import { make, delivery, photoUrl } from '../support/factories';
import { expect, expectAccessible, hydrated, test } from '../support/browser';

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

/** What is posted meets the fault; what is asked for comes. */
async function breakForms(page: Page, fault: (route: Route) => Promise<void>) {
  await page.route(/\.data(\?|$)/, (route) =>
    route.request().method() === 'POST' ? fault(route) : route.continue(),
  );
}

const said = (page: Page) => page.getByRole('dialog').getByText(/Can’t reach the server\. Try again/);

for (const [what, fault] of Object.entries(FAULTS)) {
  test(`when ${what}, every dialog stays with its input and says so`, async ({ open, network }) => {
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
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await isStill('Archived Task Details');

    // The line is back: the same dialog does it.
    await page.goto(`/dispatcher/tasks/${id}/delete`);
    await hydrated(page);
    await dialog.getByRole('button', { name: 'Delete Task' }).click();
    await isStill('Delete Task');
    await page.unroute(/\.data(\?|$)/);
    await dialog.getByRole('button', { name: 'Delete Task' }).click();
    await expect(page.getByText('Task deleted successfully').first()).toBeVisible();

    // And so does Undo.
    await breakForms(page, fault);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText(/^Failed to undo\. Can’t reach the server/).first()).toBeVisible();
    await page.unroute(/\.data(\?|$)/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    expect((await dispatcher.get(`/api/tasks/${id}`)).status).toBe(200);
  });
}

test('a dialog that can not be loaded leaves the board where it is', async ({ open, network }) => {
  const task = await make(await network.as('dispatcher'), delivery({ location: 'Behind the hill' }));
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/${String(task.id)}`);
  await hydrated(page);
  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await page.getByRole('link', { name: 'Delete Task' }).click();
  await expect(page.getByRole('dialog', { name: 'No connection' })).toBeVisible();
  await expect(page.getByText('Alma Driver').first()).toBeAttached();
  await page.unroute(/\.data(\?|$)/);
  await page.getByRole('dialog').getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete Task' })).toBeVisible();
});
