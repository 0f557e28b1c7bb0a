/** The office changes a stop while the customer signs. The drawing stays, and the page says who changed it. */
import type { Locator, Page } from '@playwright/test';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { drawSignature, expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';

const signatures = (network: Network) =>
  network.database.rows<{ task_id: number; signed_by: string }>(
    'select task_id, signed_by from task_signatures order by task_id',
  );

const inked = (page: Page) =>
  page.getByLabel('Signature drawing area').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return Array.from(data).filter((value, i) => i % 4 === 3 && value > 0).length;
  });

type Signing = { page: Page; dialog: Locator; tasks: Task[]; dispatcher: Client };

/** Prepares a driver at the counter: the stop is under way, and the customer has drawn. */
async function signing(
  network: Network,
  open: (username: string, options: { phone: boolean }) => Promise<Page>,
  username: string,
  invoices: string[],
): Promise<Signing> {
  const dispatcher = await network.as('dispatcher');
  const tasks: Task[] = [];
  for (const invoice_number of invoices)
    tasks.push(await make(dispatcher, delivery({ driver_id: network.ids[username], invoice_number })));
  const taskIds = tasks.map(({ id }) => id);
  await (await network.as(username)).post('/api/tasks/batch/status', { taskIds, status: 'going' });
  const page = await open(username, { phone: true });
  await page.goto('/driver');
  await page.getByRole('link', { name: 'Complete', exact: true }).tap();
  await drawSignature(page);
  await page.getByLabel('Received by').fill('Joe Customer');
  return { page, dialog: page.locator('dialog:modal'), tasks, dispatcher };
}

test('completed by the office: said by whom, and the signature is added to it @long', async ({
  open,
  network,
}) => {
  const { page, dialog, tasks, dispatcher } = await signing(network, open, 'driver', ['INV-1']);
  const [task] = tasks;
  await dispatcher.patch(`/api/tasks/${String(task?.id)}`, { status: 'completed' });
  await expect(dialog.getByText('Dana Dispatcher completed it')).toBeVisible();
  await expect.poll(() => inked(page)).toBeGreaterThan(100);
  await expect(page.getByLabel('Received by')).toHaveValue('Joe Customer');
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => inked(page)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Add signature' }).tap();
  await expect(page).toHaveURL('/driver');
  await expect.poll(() => signatures(network)).toEqual([{ task_id: task?.id, signed_by: 'Joe Customer' }]);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('one of two deleted: the drawing counts for the other @long', async ({ open, network }) => {
  const { page, dialog, tasks, dispatcher } = await signing(network, open, 'driver2', ['INV-2', 'INV-3']);
  const [gone, stays] = tasks;
  await expect(dialog).toContainText('one signature for 2 deliveries');
  await dispatcher.del(`/api/tasks/${String(gone?.id)}`);
  await expect(dialog.getByText('Dana Dispatcher deleted it')).toBeVisible();
  await expect.poll(() => inked(page)).toBeGreaterThan(100);
  await dialog.getByRole('button', { name: 'Complete', exact: true }).tap();
  await expect(page).toHaveURL('/driver');
  const signed = async () => (await signatures(network)).map(({ task_id }) => task_id);
  await expect.poll(signed).toContain(stays?.id);
  const after = (await dispatcher.get<Task>(`/api/tasks/${String(stays?.id)}`)).body;
  expect(after.status).toBe('completed');
});

test('given to somebody else: the drawing stays until it is closed, and nothing can be sent', async ({
  open,
  network,
}) => {
  const { page, dialog, tasks, dispatcher } = await signing(network, open, 'driver3', ['INV-4']);
  const path = `/api/tasks/${String(tasks[0]?.id)}`;
  await dispatcher.patch(path, { driver_id: network.ids.driver2 });
  await expect(dialog.getByText('Dana Dispatcher assigned it to Ben Driver')).toBeVisible();
  await expect.poll(() => inked(page)).toBeGreaterThan(100);
  await expect(page.getByRole('button', { name: 'Add signature' })).toBeDisabled();
  await dialog.getByRole('link', { name: 'Close' }).tap();
  await expect(page).toHaveURL('/driver');
  // Another driver cannot open this stop.
  const stranger = await open('driver', { phone: true });
  await stranger.goto(`/driver/stops/${String(tasks[0]?.id)}/sign`);
  await expect(stranger).toHaveURL('/driver');
});

test('a delivery that was added and given to somebody else while signing: said by whom @long', async ({
  open,
  network,
}) => {
  const { page, dialog, dispatcher, tasks } = await signing(network, open, 'driver', ['INV-6']);
  const added = await make(dispatcher, delivery({ driver_id: network.ids.driver, invoice_number: 'INV-7' }));
  await dialog.getByRole('button', { name: 'Include' }).tap();
  await expect(dialog).toContainText('one signature for 2 deliveries');
  await expect(page).toHaveURL(new RegExp(`tasks=${String(tasks[0]?.id)},${String(added.id)}$`));
  await dispatcher.patch(`/api/tasks/${String(added.id)}`, { driver_id: network.ids.driver2 });
  await expect(dialog.getByText('Dana Dispatcher assigned it to Ben Driver')).toBeVisible();
  await expect.poll(() => inked(page)).toBeGreaterThan(100);
  await expect(page.getByLabel('Received by')).toHaveValue('Joe Customer');
  await expect(dialog.getByRole('button', { name: 'Complete', exact: true })).toBeEnabled();
});

test('without JavaScript, a name that was typed is kept when the stop is somebody else’s', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver3, invoice_number: 'INV-8' }));
  const id = String(task.id);
  await (await network.as('driver3')).patch(`/api/tasks/${id}`, { status: 'going' });
  const page = await open('driver3', { phone: true, javaScript: false });
  await page.goto(`/driver/stops/${id}/sign`);
  await page.getByLabel('Full name, typed as a signature').fill('Joe Customer');
  await dispatcher.patch(`/api/tasks/${id}`, { driver_id: network.ids.driver2 });
  await page.getByRole('dialog').getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByText('Dana Dispatcher assigned it to Ben Driver')).toBeVisible();
  await expect(page.getByLabel('Full name, typed as a signature')).toHaveValue('Joe Customer');
  await expect(page.getByText('The signature is kept on this phone.')).toHaveCount(0);
});

test('a dialog that is opened in the page never shows its form for pages without JavaScript @long', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver2, invoice_number: 'INV-5' }));
  await (
    await network.as('driver2')
  ).post('/api/tasks/batch/status', { taskIds: [task.id], status: 'going' });
  const page = await open('driver2', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes, oldValue } of records)
        shown.push(...[...addedNodes, ...removedNodes].map((node) => node.textContent ?? ''), oldValue ?? '');
    }).observe(document.body, { childList: true, subtree: true, characterDataOldValue: true });
  });
  await page.getByRole('link', { name: 'Complete', exact: true }).tap();
  await expect(page.getByText('Type the name instead')).toBeVisible();
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown.join(' '));
  expect(shown).toContain('Type the name instead');
  expect(shown).not.toContain('Sign with your name');
});
