import { accountMenu, expect, expectAccessible, hydrated, test } from '../support/browser';

test('a driver sees the questions of a day on the road, opens one, and searches @long', async ({ open }) => {
  const page = await open('driver', { phone: true });
  await page.goto('/driver');
  await hydrated(page);
  await accountMenu(page).click();
  await page.getByRole('link', { name: 'User Guides' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Driver Status & Routing',
    'Task Creation',
    'Account Creation & Management',
  ]);
  // The part for the user's role is open with its questions. The others are folded.
  await expect(page.getByRole('heading', { name: 'How do I sign in for the first time?' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'How do I create a task?' })).toBeHidden();
  const answer = page.getByText('Get online within 7 days.');
  await expect(answer).toBeHidden();
  await page.getByRole('heading', { name: 'What if I have no connection?' }).click();
  await expect(answer).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Search the guides').fill('Waiting SEND online');
  await expect(page.getByText('1 topic found')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['What if I have no connection?']);
  await expect(answer).toBeVisible();
  await expect(page.locator('mark').filter({ hasText: 'Waiting' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Search the guides').fill('carrier pigeon');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL('/help?q=carrier+pigeon');
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/help');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
  await expect(page.getByLabel('Search the guides')).toBeFocused();

  // An address that names a question opens it, also in a folded part and on an open page.
  await page.goto('/help');
  await hydrated(page);
  await page.goto('/help#lifecycle');
  await expect(page.getByText('Creation: someone enters the task.')).toBeInViewport();
  await page.goto('about:blank');
  await page.goto('/help#end-route');
  await expect(page.getByText('Your completed tasks are archived')).toBeInViewport();
});

test('each reader’s own part comes first; only admins have one about administration', async ({ open }) => {
  const sections = ['Task Creation', 'Account Creation & Management', 'Driver Status & Routing'];
  for (const [username, expected, first] of [
    ['dispatcher', sections, 'How do I create a task?'],
    ['admin', ['Administration', ...sections], 'How do I add a driver?'],
  ] as const) {
    const page = await open(username);
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(expected);
    await expect(page.getByRole('heading', { name: first })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'How do I end my route' })).toBeHidden();
  }
});

test('the search finds the topics of a driver’s first days', async ({ open }) => {
  const page = await open('driver', { phone: true });
  for (const [words, title] of [
    ['temporary password', 'How do I sign in for the first time?'],
    ['home screen', 'How do I put it on my home screen?'],
    ['complete undo', 'What if I tapped Complete by mistake?'],
    ['type the name instead', 'How do I go to a stop and complete it?'],
    ['phone sign call', 'How do I go to a stop and complete it?'],
  ] as const) {
    await page.goto(`/help?q=${encodeURIComponent(words)}`);
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible();
  }
});

test('the office finds Show Drivers, day sheets, reports and customer links', async ({ open }) => {
  const page = await open('dispatcher');
  for (const [words, title] of [
    ['show drivers', 'How do I read the dashboard?'],
    ['day sheets', 'How do I print day sheets?'],
    ['report export', 'How do I get a report or an export?'],
    ['customer link', 'How do I show a customer the proof of a delivery?'],
  ] as const) {
    await page.goto(`/help?q=${encodeURIComponent(words)}`);
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible();
  }
});

test('every picture is there, with words for those who do not see it @long', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/help?print=1');
  await hydrated(page);
  for (const picture of await page.getByRole('article').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveAttribute('alt', /\w{3}/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
  }
  await expectAccessible(page);
});

test('without JavaScript sections unfold, the search opens and marks, and all can be printed', async ({
  open,
}) => {
  const page = await open('driver2', { javaScript: false });
  await page.goto('/help');
  await page.getByText('Account Creation & Management').click();
  await expect(page.getByRole('heading', { name: 'Which account type do I choose?' })).toBeVisible();
  await page.getByLabel('Search the guides').fill('signature');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/help\?q=signature/);
  await expect(page.getByRole('heading', { name: 'How do I go to a stop and complete it?' })).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(/signature/i);
  await page.getByRole('link', { name: 'Print view' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'How do I create a task?' })).toBeVisible();
  await expect(page.getByText('Get online within 7 days.')).toBeVisible();
  await expect(page.getByText('With a transfer, one driver hands parts to another.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('the API can be read by everybody who is signed in, also without JavaScript', async ({ open }) => {
  const page = await open('driver', { phone: true, javaScript: false });
  await page.goto('/help');
  await page.getByRole('link', { name: 'API' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API');
  await expect(page.getByText('Authorization: Bearer …', { exact: true })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Read tasks' })).toContainText(/curl .+\/api\/tasks$/);
  const call = page.locator('details', {
    has: page.getByRole('heading', { name: /PATCH \/api\/tasks\/{taskId}$/ }),
  });
  await expect(call.getByText('failure_reason')).toBeHidden();
  await call.getByRole('heading').click();
  await expect(call.getByText('failure_reason')).toBeVisible();
  await expect(call.getByText('Drivers (their own), dispatchers, and admins.')).toBeVisible();
  await call.getByRole('link', { name: 'Task' }).click();
  await expect(page).toHaveURL(/#shape-Task$/);
  // No element makes the page wider than the phone.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test('the page of the API is accessible, light and dark, and reached from the tokens @long', async ({
  open,
}) => {
  const page = await open('dispatcher');
  await page.goto('/settings/tokens');
  await hydrated(page);
  await page.getByRole('link', { name: 'API guide' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API');
  await page.getByRole('heading', { name: /POST \/api\/tasks$/ }).click();
  await page.getByRole('heading', { name: 'Status codes' }).click();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});
