/** The suggestions of Location Name: their content, how one is accepted, and the changes in the form. */
import { expect, expectAccessible, holdRequests, hydrated, test } from '../support/browser';
import { make, pickup } from '../support/factories';
import { addAccount } from '../support/rows';
import { suggestAccount, address, location, matches, openNew, pathOf } from '../support/task-dialog';

const createdAt = (name: string) =>
  `select type, address from tasks where location = '${name}' order by id` as const;

test('Enter accepts the first suggestion, and a second Enter continues @long', async ({ open, network }) => {
  await suggestAccount(network, 'Sunflower Collision', 'shop', ['7 Sun St']);
  const page = await open('dispatcher');
  await openNew(page);
  await page.getByLabel('Invoice Number(s)').fill('INV-S');
  for (const text of ['sunf', 'COLL', 'sunflower coll']) {
    await location(page).fill('');
    await location(page).pressSequentially(text);
    await expect(matches(page)).toHaveCount(1);
    await expect(matches(page).first()).toHaveAttribute('aria-selected', 'true');
    await location(page).press('Enter');
    await expect(location(page)).toHaveValue('Sunflower Collision');
    await expect(address(page)).toHaveValue('7 Sun St, Merriam, KS 66203');
    await expect(matches(page)).toHaveCount(0);
  }
  expect(await network.database.rows(createdAt('Sunflower Collision'))).toEqual([]);
  await location(page).press('Enter');
  await expect(page.getByText('Delivery · Sunflower Collision', { exact: true })).toBeVisible();
  expect(await network.database.rows(createdAt('Sunflower Collision'))).toEqual([
    { type: 'delivery', address: '7 Sun St, Merriam, KS 66203' },
  ]);
});

test('Enter waits for suggestions that are still on their way', async ({ open, network }) => {
  await suggestAccount(network, 'Tardy Motors', 'shop', ['8 Late St']);
  const page = await open('dispatcher');
  await openNew(page);
  await page.getByLabel('Invoice Number(s)').fill('INV-T');
  const answer = await holdRequests(page, /search=tardy/);
  await location(page).pressSequentially('tardy');
  await location(page).press('Enter');
  answer();
  await expect(location(page)).toHaveValue('Tardy Motors');
  await expect(address(page)).toHaveValue('8 Late St, Merriam, KS 66203');
  // Without a suggestion, the first Enter sends the form.
  await location(page).fill('Nowhere in the list');
  await location(page).press('Enter');
  await expect(page.getByText('Delivery · Nowhere in the list', { exact: true })).toBeVisible();
});

test('on a slow line Enter waits for the suggestions as long as they take, and says so', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Halverson Dodge', 'shop', ['18 Halv St']);
  const page = await open('dispatcher', { serviceWorker: false });
  // Timers from before the clock is installed can't be cleared afterwards: one closes the list when the field is left.
  await page.clock.install();
  await openNew(page);
  await page.getByLabel('Invoice Number(s)').fill('INV-H');
  const looking = page.getByText('Looking for accounts.');
  let answer = await holdRequests(page, /search=halv/);
  await location(page).pressSequentially('halv');
  await location(page).press('Enter');
  await expect(looking).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(looking).toBeVisible();
  await location(page).press('Enter'); // a second Enter changes nothing
  answer();
  await expect(location(page)).toHaveValue('Halverson Dodge');
  await expect(address(page)).toHaveValue('18 Halv St, Merriam, KS 66203');
  await expect(looking).toHaveCount(0);

  // Text that is typed while the page waits is kept.
  answer = await holdRequests(page, /search=zzz/);
  await location(page).fill('zzz');
  await location(page).press('Enter');
  await expect(looking).toBeVisible();
  await location(page).press('!');
  await expect(looking).toHaveCount(0);
  answer();
  await expect(page.getByText('No accounts found.')).toBeVisible();
  await expect(location(page)).toHaveValue('zzz!');
  expect(
    await network.database.rows("select id from tasks where location in ('halv', 'zzz', 'zzz!')"),
  ).toEqual([]);
});

test('a task without an address says so, with a link to it; a search that fails does not make one by itself @long', async ({
  open,
  network,
}) => {
  const page = await open('dispatcher', { serviceWorker: false });
  await openNew(page);
  await page.getByLabel('Invoice Number(s)').fill('INV-U');
  await page.route(/api\/places/, (route) => route.abort());
  await location(page).pressSequentially('unhe');
  await location(page).press('Enter');
  await expect(
    page.getByText(/Accounts could not be searched.*Press Enter again to use "unhe"/),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await network.database.rows(createdAt('unhe'))).toEqual([]);
  await location(page).press('Enter');
  await expect(page.getByText('Delivery · unhe', { exact: true })).toBeVisible();
  const link = page.getByRole('link', { name: 'Open the task' });
  await expect(page.getByText('Not on the map: no address')).toBeVisible();
  await expectAccessible(page);
  await link.click();
  await expect(page.getByRole('dialog', { name: 'Edit Task' }).getByText('Delivery to unhe')).toBeVisible();
  await expect(location(page)).toHaveValue('unhe');

  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto('/dispatcher/tasks/new');
  await location(plain).fill('Unheard of');
  await plain.getByLabel('Invoice Number(s)').fill('INV-V');
  await plain.getByRole('button', { name: 'Create Task' }).click();
  await expect(plain.getByText('Not on the map: no address')).toBeVisible();
  await plain.getByRole('link', { name: 'Open the task' }).click();
  await expect(location(plain)).toHaveValue('Unheard of');
});

test('Tab accepts and goes on; Escape closes only the list, and what was typed stays', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Uptown Glass', 'shop', ['9 Up St']);
  await suggestAccount(network, 'Upbeat Tires', 'shop', ['19 Up St', '29 Up St']);
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).pressSequentially('upt');
  await expect(matches(page)).toHaveCount(1);
  await location(page).press('Tab');
  await expect(location(page)).toHaveValue('Uptown Glass');
  await expect(address(page)).toHaveValue('9 Up St, Merriam, KS 66203');
  await expect(address(page)).toBeFocused();
  // With several addresses, the focus moves to their list and stays there.
  await location(page).fill('');
  await location(page).pressSequentially('upb');
  await expect(matches(page)).toHaveCount(1);
  await location(page).press('Tab');
  await expect(address(page).getByRole('option')).toHaveCount(3);
  await expect(address(page)).toBeFocused();
  await location(page).fill('');
  await location(page).pressSequentially('upt');
  await expect(matches(page)).toHaveCount(1);
  await location(page).press('Escape');
  await expect(matches(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Create New Task' })).toBeVisible();
  await location(page).press('Tab');
  await expect(location(page)).toHaveValue('upt');
});

test('of two accounts with one name the task goes to the one that was picked, also with a remark', async ({
  open,
  network,
}) => {
  for (let twice = 0; twice < 2; twice += 1)
    await addAccount(network.database, 'Doppel Body', { type: 'shop' });
  const page = await open('dispatcher');
  const chosen = async (invoice: string) => {
    await page.getByLabel('Invoice Number(s)').fill(invoice);
    await page.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const [task] = await network.database.rows<{ place: number | null }>(
      `select (select count(*)::integer from accounts a where a.name = 'Doppel Body' and a.id <= t.account_id) as place
       from tasks t where invoice_number = '${invoice}'`,
    );
    return task?.place;
  };
  await openNew(page);
  await location(page).pressSequentially('doppel');
  await expect(matches(page)).toHaveCount(2);
  await matches(page).nth(1).click();
  await location(page).press('End');
  await location(page).pressSequentially(', gate 2');
  expect(await chosen('INV-PICKED')).toBe(2);
  // A name that was only typed could be either.
  await openNew(page);
  await location(page).fill('doppel body');
  await page.getByLabel('Additional Notes').click();
  expect(await chosen('INV-TYPED')).toBe(0);
});

test('an exact name links the account when the field is left, and takes no address that was typed', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Velvet Body', 'vendor', ['10 Velvet St']);
  await suggestAccount(network, 'Velvet Body Annex', 'vendor', ['11 Velvet St']);
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).fill('velvet body');
  await page.getByLabel('Additional Notes').click();
  await expect(location(page)).toHaveValue('Velvet Body');
  await expect(address(page)).toHaveValue('10 Velvet St, Merriam, KS 66203');
  await expect(page.getByRole('radio', { name: 'Pickup' })).toBeChecked();
  await address(page).fill('Behind the house');
  await location(page).fill('velvet body annex');
  await page.getByLabel('Additional Notes').click();
  await expect(location(page)).toHaveValue('Velvet Body Annex');
  await expect(address(page)).toHaveValue('Behind the house');
  // Deliver To of a pickup works in the same way. Its suggestions may cover the fields below it by now.
  const destination = page.getByLabel('Deliver To (Optional)');
  await destination.fill('Velvet Body');
  await destination.press('Shift+Tab');
  await expect(destination).not.toBeFocused();
  await expect(page.getByText('Choose an account from the list, or leave it empty.')).toHaveCount(0);
  await page.getByLabel('Part Number(s)').fill('V-1');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(page.getByText('Pickup · Velvet Body Annex', { exact: true })).toBeVisible();
  const [task] = await network.database.rows<{ name: string }>(
    `select name from tasks t join accounts a on a.id = destination_account_id where location = 'Velvet Body Annex'`,
  );
  expect(task).toEqual({ name: 'Velvet Body' });
});

test('an exact name is linked although the answer comes after the list has closed', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Slowly Answered', 'vendor', ['12 Velvet St']);
  const page = await open('dispatcher');
  await openNew(page);
  const answer = await holdRequests(page, '**/api/places?**');
  await page.clock.install();
  const requested = page.waitForRequest('**/api/places?**');
  await location(page).fill('slowly answered');
  await page.clock.runFor(200);
  await requested;
  await page.getByLabel('Additional Notes').click();
  // The list closes and cancels the requests that only the list needs.
  await page.clock.runFor(300);
  answer();
  await expect(location(page)).toHaveValue('Slowly Answered');
});

test('suggestions say what kind of place it is, where, and its phone; the own dealerships are among them', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Walnut Garage', 'shop', ['12 Walnut St']);
  await network.database.rows("update accounts set phone = '816-555-0177' where name = 'Walnut Garage'");
  await network.database.rows(
    `insert into dealership_locations (name, fullname, address, city, state, zip_code)
     values ('Ford', 'Walnut Creek Ford', '1 Ford Rd', 'Olathe', 'KS', '66062')
     on conflict (name) do update set fullname = excluded.fullname, address = excluded.address,
       city = excluded.city, state = excluded.state, zip_code = excluded.zip_code`,
  );
  const page = await open('dispatcher');
  await openNew(page);
  await location(page).pressSequentially('wal');
  await expect(matches(page)).toHaveText([
    /Walnut Creek Ford.*Dealership.*1 Ford Rd, Olathe, KS 66062/,
    /Walnut Garage.*Service Shop.*12 Walnut St, Merriam, KS 66203.*816-555-0177/,
  ]);
  await expectAccessible(page);
  await location(page).press('Enter');
  await expect(location(page)).toHaveValue('Walnut Creek Ford');
  await expect(address(page)).toHaveValue('1 Ford Rd, Olathe, KS 66062');
  await expect(page.getByRole('radio', { name: 'Pickup' })).toBeChecked();
  await page.getByLabel('Deliver To (Optional)').pressSequentially('wal');
  await expect(matches(page)).toHaveText([/Walnut Garage/]);

  const plain = await open('dispatcher', { javaScript: false });
  await plain.goto('/dispatcher/tasks/new');
  await location(plain).fill('creek');
  await plain.getByRole('button', { name: 'Find' }).first().click();
  await plain.getByRole('button', { name: 'Walnut Creek Ford – 1 Ford Rd' }).click();
  await expect(location(plain)).toHaveValue('Walnut Creek Ford');
  await expect(address(plain)).toHaveValue('1 Ford Rd, Olathe, KS 66062');
});

test('another location name takes away an address that was filled in, and none that was typed', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Xenon Lights', 'shop', ['13 X St']);
  await suggestAccount(network, 'Yellow Several', 'shop', ['15 Y St', '14 Y St']);
  const page = await open('dispatcher');
  await openNew(page);
  const choose = async (text: string) => {
    await location(page).fill(text);
    await matches(page).first().click();
  };
  await choose('xenon');
  await expect(address(page)).toHaveValue('13 X St, Merriam, KS 66203');
  await location(page).fill('Some other place');
  await expect(address(page)).toHaveValue('');
  await choose('yellow');
  await expect(address(page)).toHaveValue('14 Y St, Merriam, KS 66203');
  await address(page).selectOption('15 Y St, Merriam, KS 66203');
  await location(page).fill('Some other place');
  await expect(address(page)).toHaveValue('');
  await choose('xenon');
  await address(page).fill('13 X St, back door');
  await location(page).fill('Some other place');
  await expect(address(page)).toHaveValue('13 X St, back door');

  const stored = await make(
    await network.as('dispatcher'),
    pickup({ location: 'Xenon Lights', address: '13 X St, Merriam, KS 66203' }),
  );
  await page.goto(pathOf(stored));
  await hydrated(page);
  await location(page).fill('Some other place');
  await expect(address(page)).toHaveValue('');
});

test('an account suggests Delivery or Pickup only, and only as long as nobody chose the type', async ({
  open,
  network,
}) => {
  await suggestAccount(network, 'Zinc Vendor', 'vendor', ['16 Z St']);
  await suggestAccount(network, 'Zinc Workshop', 'shop', ['17 Z St']);
  const page = await open('dispatcher');
  const type = (name: string) => page.getByRole('radio', { name });
  const choose = async (name: string) => {
    await location(page).fill(name.toLowerCase());
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await expect(location(page)).toHaveValue(name);
  };
  await openNew(page);
  await choose('Zinc Vendor');
  await expect(type('Pickup')).toBeChecked();
  await choose('Zinc Workshop');
  await expect(type('Delivery')).toBeChecked();
  await page.getByText('Transfer', { exact: true }).click();
  await page.getByLabel('Delivery Location Name').fill('Handed over here');
  await choose('Zinc Vendor');
  await expect(type('Transfer')).toBeChecked();
  await expect(page.getByLabel('Delivery Location Name')).toHaveValue('Handed over here');
  await page.getByText('Delivery', { exact: true }).click();
  await choose('Zinc Vendor');
  await expect(type('Delivery')).toBeChecked();

  // A stored task keeps its type.
  const stored = await make(await network.as('dispatcher'), pickup({ location: 'Stored' }));
  await page.goto(pathOf(stored));
  await hydrated(page);
  await choose('Zinc Workshop');
  await expect(type('Pickup')).toBeChecked();

  const plain = await open('dispatcher', { javaScript: false });
  for (const [address, before, after] of [
    ['/dispatcher/tasks/new', 'Delivery', 'Pickup'],
    ['/dispatcher/tasks/new', 'Transfer', 'Transfer'],
    ['/dispatcher/tasks/new?type=pickup', 'Delivery', 'Delivery'],
    [pathOf(stored), 'Pickup', 'Pickup'],
  ] as const) {
    await plain.goto(address);
    await plain.getByText(before, { exact: true }).click();
    await location(plain).fill(after === 'Pickup' && before === 'Pickup' ? 'zinc w' : 'zinc v');
    await plain.getByRole('button', { name: 'Find' }).first().click();
    await plain.getByRole('button', { name: /^Zinc/ }).click();
    await expect(location(plain)).toHaveValue(/^Zinc/);
    await expect(plain.getByRole('radio', { name: after })).toBeChecked();
  }
});

test('a name that is no account is not dropped silently; an address in doubt says so until it is mended', async ({
  open,
  network,
}) => {
  const stored = await make(
    await network.as('dispatcher'),
    pickup({ location: 'Doubtful', address: '5 St, Olathe, KS 06606' }),
  );
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    await page.goto(pathOf(stored));
    if (javaScript) await hydrated(page);
    await expect(address(page)).toHaveAccessibleDescription(
      /ZIP code and state don’t match, so its location is based on the city/,
    );
    const destination = page.getByLabel('Deliver To (Optional)');
    await destination.fill('Nobody called so');
    await page.getByRole('button', { name: 'Update Task' }).click();
    await expect(destination).toHaveAccessibleDescription(
      'Choose an account from the list, or leave it empty.',
    );
    await expect(destination).toHaveValue('Nobody called so');
    if (!javaScript) continue;
    await expectAccessible(page);
    await address(page).fill('5 St, Olathe, KS 66061');
    await expect(address(page)).not.toHaveAccessibleDescription(/disagree/);
  }
});
