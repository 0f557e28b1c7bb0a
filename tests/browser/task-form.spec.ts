import { expect, expectAccessible, holdRequests, hydrated, test } from '../support/browser';
import { delivery, make, pickup, transfer } from '../support/factories';
import { addUser } from '../support/rows';
import {
  suggestAccount,
  address,
  location,
  matches,
  notes,
  openNew,
  pathOf,
  save,
} from '../support/task-dialog';

test('one after the other, by keyboard alone @long', async ({ open, network }) => {
  await suggestAccount(network, 'Keyboard Shop', 'shop', ['7 Key St']);
  const page = await open('dispatcher');
  await page.goto(`/dispatcher/tasks/new?assign=${String(network.ids.driver2)}`);
  await hydrated(page);
  for (const invoice of ['INV-K1', 'INV-K2']) {
    await expect(location(page)).toBeFocused();
    await expect(location(page)).toHaveValue('');
    await expect(notes(page)).toHaveValue('');
    await expect(page.getByLabel('Assign Driver')).toHaveValue(String(network.ids.driver2));
    await page.keyboard.type('keyb');
    await expect(matches(page)).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(address(page)).toHaveValue('7 Key St, Merriam, KS 66203');
    await expect(page.getByLabel('Invoice Number(s)')).toBeFocused();
    await page.keyboard.type(invoice);
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('Ring twice');
    await page.getByRole('button', { name: 'Create and add another' }).press('Enter');
    await expect(page.getByText('Delivery · Keyboard Shop', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Invoice Number(s)')).toHaveValue('');
  }
  expect(
    await network.database.rows(
      "select invoice_number, notes, driver_id from tasks where location = 'Keyboard Shop' order by id",
    ),
  ).toEqual([
    { invoice_number: 'INV-K1', notes: 'Ring twice', driver_id: network.ids.driver2 },
    { invoice_number: 'INV-K2', notes: 'Ring twice', driver_id: network.ids.driver2 },
  ]);
});

for (const failed of [false, true]) {
  test(`a stored task is titled by what it is; driver, status and priority are in sight on an office screen (could not complete: ${String(failed)})${failed ? ' @long' : ''}`, async ({
    open,
    network,
  }) => {
    const dispatcher = await network.as('dispatcher');
    const { id } = await make(
      dispatcher,
      delivery({
        location: 'Halvorsen Brake & Axle',
        driver_id: network.ids.driver2,
        deliver_by: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );
    if (failed) {
      const driver = await network.as('driver2');
      for (const change of [{ status: 'going' }, { status: 'hold', failure_reason: 'closed' }])
        await driver.patch(`/api/tasks/${String(id)}`, change);
    }
    const page = await open('dispatcher');
    await page.setViewportSize({ width: 1366, height: 625 });
    await page.goto(pathOf({ id }));
    await hydrated(page);
    await expect(page).toHaveTitle('Delivery to Halvorsen Brake & Axle · Parts Dispatch');
    const dialog = page.getByRole('dialog', { name: 'Edit Task' });
    await expect(dialog.getByText('Delivery to Halvorsen Brake & Axle', { exact: true })).toBeVisible();
    for (const label of ['Assign Driver', 'Status', 'Priority'])
      await expect(dialog.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Update Task' })).toBeInViewport({ ratio: 1 });
    // In a window this high nothing is half behind the buttons at the bottom, where axe measures what is left in sight.
    await page.setViewportSize({ width: 1366, height: 1400 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1366, height: 625 });
    await page.goto('/dispatcher/tasks/new');
    await hydrated(page);
    for (const label of ['Assign Driver', 'Status', 'Priority'])
      await expect(page.getByRole('dialog').getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 });
  });
}

test('a delivery for a chosen driver takes at most six keys besides what is typed', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Few Keys Shop', 'shop', ['8 Key St']);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  let keys = 0;
  const press = async (chord: string) => {
    keys += chord.split('+').length;
    await page.keyboard.press(chord);
  };
  await press('n');
  await expect(location(page)).toBeFocused();
  await page.keyboard.type('few');
  await expect(matches(page)).toHaveCount(1);
  await press('Enter');
  await expect(address(page)).toHaveValue('8 Key St, Merriam, KS 66203');
  await expect(page.getByLabel('Invoice Number(s)')).toBeFocused();
  await page.keyboard.type('INV-FEW');
  await press('Tab');
  await expect(page.getByLabel('Assign Driver')).toBeFocused();
  await page.keyboard.type('Ben');
  await press('Control+Enter');
  await expect(page.getByText('Delivery · Few Keys Shop', { exact: true })).toBeVisible();
  expect(keys).toBeLessThanOrEqual(6);
  expect(
    await network.database.rows(
      "select invoice_number, driver_id, address from tasks where location = 'Few Keys Shop'",
    ),
  ).toEqual([
    { invoice_number: 'INV-FEW', driver_id: network.ids.driver2, address: '8 Key St, Merriam, KS 66203' },
  ]);
});

test('a picked suggestion leads to the choice of its address, or to the next field that is needed', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Leads On', 'vendor', ['1 Lead St']);
  await suggestAccount(network, 'Leads Two Ways', 'vendor', ['2 Lead St', '3 Lead St']);
  const page = await open('dispatcher');
  await openNew(page);
  const choose = async (name: string) => {
    await location(page).fill(name.toLowerCase());
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  };
  await choose('Leads Two Ways');
  await expect(address(page)).toBeFocused();
  await expect(address(page)).toHaveValue('3 Lead St, Merriam, KS 66203');
  // A vendor's task is a pickup, which needs part numbers.
  await choose('Leads On');
  await expect(page.getByLabel('Part Number(s)')).toBeFocused();
  await page.keyboard.type('P-1');
  await choose('Leads On');
  await expect(location(page)).toBeFocused();
});

test('Enter in a field and Ctrl+Enter in the notes send the form', async ({ open, network }) => {
  const page = await open('dispatcher');
  await openNew(page);
  await page.keyboard.type('Enter Garage');
  await page.getByLabel('Invoice Number(s)').fill('INV-E');
  await notes(page).fill('one');
  await notes(page).press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Delivery · Enter Garage', { exact: true })).toBeVisible();
  expect(await network.database.rows("select notes from tasks where location = 'Enter Garage'")).toEqual([
    { notes: 'one\ntwo' },
  ]);
});

test('pre-assigned by dealership; the main button needs no scrolling', async ({ open, network }) => {
  const page = await open('dispatcher2');
  await openNew(page);
  await expect(page.getByLabel('Assign Driver')).toHaveValue(String(network.ids.driver));
  await expect(page.getByRole('button', { name: 'Create Task' })).toBeInViewport({ ratio: 1 });
  const phone = await open('dispatcher2', { phone: true });
  await openNew(phone);
  await expect(phone.getByRole('button', { name: 'Create Task' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(phone);
});

test('a driver who leaves while the form is filled in @long', async ({ open, network }) => {
  const leaver = await addUser(network.database, 'leaving', { name: 'Lee Leaver' });
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).fill('Deserted Garage');
  await page.getByLabel('Invoice Number(s)').fill('INV-D');
  await page.getByLabel('Assign Driver').selectOption('Lee Leaver');
  await network.database.rows('update users set deactivated_at = now() where id = $1', [leaver]);
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByLabel('Assign Driver')).toHaveAccessibleDescription(
    'Lee Leaver is no longer a driver. Choose another one.',
  );
  await expect(location(page)).toHaveValue('Deserted Garage');
  await expect(page.getByLabel('Assign Driver')).toHaveValue(String(leaver));
  await expect(page.getByLabel('Assign Driver').locator('option:checked')).toHaveText(
    'Lee Leaver (no longer a driver)',
  );
  await expectAccessible(page);
  await page.getByLabel('Assign Driver').selectOption('Ben Driver');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Delivery · Deserted Garage', { exact: true })).toBeVisible();
});

test('without a connection the form stays as it is and says so', async ({ open, network }) => {
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).fill('Offline Garage');
  await page.getByLabel('Invoice Number(s)').fill('INV-O');
  await page.route(/tasks\/new\.data/, (route) => route.abort());
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText(/^Failed to create task/).first()).toBeVisible();
  await expect(location(page)).toHaveValue('Offline Garage');
  await page.unroute(/tasks\/new\.data/);
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Delivery · Offline Garage', { exact: true })).toBeVisible();
  expect(await network.database.rows("select id from tasks where location = 'Offline Garage'")).toHaveLength(
    1,
  );
});

test('a transfer and its delivery lead to each other; the delivery is read until it is unlocked @long', async ({
  open,
  network,
}) => {
  const { driver, driver2 } = network.ids;
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, transfer({ driver_id: driver, transfer_to_driver_id: driver2 }));
  const page = await open('dispatcher');
  await page.goto(`${pathOf(task)}?back=drivers/${String(driver)}`);
  await expect(page.getByRole('dialog')).toContainText(
    'Linked Delivery: Southside Hub (linked) for Ben Driver',
  );
  await page.getByRole('link', { name: 'Southside Hub', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Linked Transfer: Northland Hub (pending) for Alma Driver',
  );
  await expect(location(page)).not.toBeEditable();
  await expect(page.getByLabel('Assign Driver')).toHaveValue('Ben Driver');
  await expect(page.getByRole('link', { name: 'Delete Task' })).toHaveCount(0);
  await expectAccessible(page);
  await notes(page).fill('For the delivery');
  await save(page).click();
  await expect(page.getByText('Task updated successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/dispatcher/drivers/${String(driver)}`);
});

test('text typed before the JavaScript has loaded counts, and replaces the stored draft', async ({
  open,
}) => {
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).fill('Typed last week');
  await notes(page).fill('Kept');
  const answer = await holdRequests(page, '**/build/**/*.js');
  await page.reload({ waitUntil: 'commit' });
  await location(page).fill('Typed now');
  answer();
  await hydrated(page);
  await expect(notes(page)).toHaveValue('Kept');
  await expect(location(page)).toHaveValue('Typed now');
  // A change of another field renders this field again.
  await page.getByText('Pickup', { exact: true }).click();
  await expect(page.getByLabel('Part Number(s)')).toBeVisible();
  await expect(location(page)).toHaveValue('Typed now');
  await page.reload();
  await hydrated(page);
  await expect(location(page)).toHaveValue('Typed now');
});

test('the edit form offers every status, of which those can be chosen that may follow', async ({
  open,
  network,
}) => {
  const dispatcher = await network.as('dispatcher');
  const task = await make(dispatcher, pickup({ driver_id: network.ids.driver, location: 'Under way' }));
  await dispatcher.patch(`/api${pathOf(task).replace('/dispatcher', '')}`, { status: 'going' });
  const page = await open('dispatcher');
  await page.goto(pathOf(task));
  const options = page.getByLabel('Status', { exact: true }).getByRole('option');
  await expect(options).toHaveText(['Pending', 'Going', 'Hold', 'Next Route', 'Completed']);
  const disabled = await options.evaluateAll((all) =>
    all.map((each) => (each as HTMLOptionElement).disabled),
  );
  expect(disabled).toEqual([false, false, true, true, false]);
});

test('the driver of a transfer is not offered as its receiver @long', async ({ open, network }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher/tasks/new?type=transfer');
  await hydrated(page);
  const target = page.getByLabel('Transfer To Driver');
  const names = () => target.getByRole('option').allTextContents();
  expect(await names()).toContain('Alma Driver');
  await page.getByLabel('Assign Driver').selectOption('Alma Driver');
  await expect(target.getByRole('option', { name: 'Alma Driver' })).toHaveCount(0);
  expect(await names()).toContain('Ben Driver');
  await target.selectOption('Ben Driver');
  await page.getByLabel('Assign Driver').selectOption('Ben Driver');
  await location(page).fill('Own Target');
  await page.getByLabel('Part Number(s)').fill('T-9');
  await page.getByLabel('Delivery Location Name').fill('Over there');
  await page.getByRole('button', { name: 'Create Task' }).click();
  const own = 'A transfer goes to another driver. Choose someone else.';
  await expect(target).toHaveAccessibleDescription(own);
  await page.getByLabel('Assign Driver').selectOption('Alma Driver');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Transfer · Own Target', { exact: true })).toBeVisible();
  expect(await network.database.rows("select id from tasks where location = 'Own Target'")).toHaveLength(1);

  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto('/dispatcher/tasks/new?type=transfer');
  await location(plain).fill('Own Target');
  await plain.getByLabel('Part Number(s)').fill('T-9');
  await plain.getByLabel('Delivery Location Name').fill('Over there');
  await plain.getByLabel('Assign Driver').selectOption('Ben Driver');
  await plain.getByLabel('Transfer To Driver').selectOption('Ben Driver');
  await plain.getByRole('button', { name: 'Create Task' }).click();
  await expect(plain.getByLabel('Transfer To Driver')).toHaveAccessibleDescription(own);
});

for (const javaScript of [true, false]) {
  test(`rarely used fields are behind More, which opens when one of them is set or wrong (JavaScript: ${String(javaScript)})`, async ({
    open,
    network,
  }) => {
    const page = await open('dispatcher', { javaScript });
    const more = page
      .getByRole('dialog')
      .locator('details', { has: page.getByText('More', { exact: true }) });
    const size = page.getByLabel('Size');
    await page.goto('/dispatcher/tasks/new');
    if (javaScript) await hydrated(page);
    await expect(size).toBeHidden();
    await location(page).fill('Behind More');
    await address(page).fill('9 More St');
    await page.getByLabel('Invoice Number(s)').fill('INV-MORE');
    await more.locator('summary').click();
    await size.fill('1.5');
    await more.locator('summary').click();
    await expect(size).toBeHidden();
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(size).toBeVisible();
    await expect(more).toContainText('Size must be a whole number from 0 to 100,000');
    if (javaScript) await expectAccessible(page);
    await size.fill('3');
    await page.getByLabel('Skills Needed').fill('lift gate');
    await page.getByRole('button', { name: 'Create Task' }).click();
    const made = () => network.database.rows("select size, skills from tasks where location = 'Behind More'");
    await expect.poll(made).toEqual([{ size: 3, skills: ['lift gate'] }]);
    await network.database.rows("delete from tasks where location = 'Behind More'");
  });
}
