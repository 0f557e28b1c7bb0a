/** Runs above the board, as a panel, and on paper. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';
import { addRun, addSchedule } from '../support/runs';

const strip = (page: Page) => page.getByRole('navigation', { name: 'Runs' });
const chips = (page: Page) => strip(page).getByRole('link');
const panel = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ network }) => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from runs');
  await network.database.rows('delete from run_schedules');
  await network.database.rows("update users set dealerships = '{Ford}' where username = 'dispatcher'");
});

/** A run of a schedule of its own. */
async function run(network: Network, name: string, cutoff: number, more: object = {}): Promise<number> {
  const id = await addSchedule(network.database, { name, driverId: network.ids.driver ?? null, ...more });
  return addRun(network.database, id, { cutoff });
}

const inRun = async (network: Network, runId: number, names: string[], more: object = {}) => {
  const dispatcher = await network.as('dispatcher');
  const made = [];
  for (const location of names)
    made.push(
      await make(
        dispatcher,
        delivery({ run_id: runId, location, address: `${location} St, Kansas City, MO 64111`, ...more }),
      ),
    );
  return made;
};

/** Pages hear of changes that raise the versions of lists. */
const raise = (network: Network) => network.database.rows('update users set is_new = is_new');

test('runs are above the drivers: the next deadline first, with stops, cut-off and what is missing', async ({
  open,
  network,
}) => {
  const later = await run(network, 'South', 90);
  const soon = await run(network, 'North', 8);
  const alone = await run(network, 'West', 300, { driverId: null });
  await inRun(network, later, ['One', 'Two', 'Two']);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await expect(chips(page)).toHaveText([
    /^North .+ · 0 stops · closes .+ \(8 min\)$/,
    /^South .+ · 2 stops · closes .+ \(1 h 30 min\)$/,
    /^West .+ · 0 stops · closes .+ · no driver$/,
  ]);
  const is = (id: number) =>
    strip(page)
      .locator(`[data-run="${String(id)}"]`)
      .getAttribute('data-is');
  expect([await is(soon), await is(later), await is(alone)]).toEqual(['soon', 'waiting', 'soon']);
  await hydrated(page);
  await expectAccessible(page);
  // It follows what others do, and a chip keeps the focus.
  await chips(page).nth(1).focus();
  await inRun(network, later, ['Three']);
  await expect(chips(page).nth(1)).toContainText('3 stops');
  await expect(chips(page).nth(1)).toBeFocused();
  await network.database.rows("update runs set state = 'out' where id = $1", [soon]);
  await raise(network);
  await expect(chips(page)).toHaveText([/^South/, /^West/, /^North .+ left · out$/]);
  await network.database.rows("update runs set state = 'done' where name <> 'South'");
  await raise(network);
  await expect(chips(page)).toHaveText([/^South/]);
  await network.database.rows('delete from runs');
  await raise(network);
  await expect(strip(page)).toHaveCount(0);
});

test('sixty runs are one line that scrolls; the drivers do not move', async ({ open, network }) => {
  const page = await open('dispatcher');
  for (let index = 0; index < 12; index += 1) {
    const id = await addSchedule(network.database, { name: `Run ${String(index)}`, driverId: null });
    for (let time = 0; time < 5; time += 1)
      await addRun(network.database, id, { cutoff: 5 + time * 60 + index });
  }
  await page.goto('/dispatcher');
  const rows = page.getByRole('table', { name: 'Driver Status' });
  const before = await rows.boundingBox();
  await expect(chips(page)).toHaveCount(60);
  await hydrated(page);
  await raise(network);
  expect(await rows.boundingBox()).toEqual(before);
  const box = await strip(page).boundingBox();
  expect(box?.height).toBeLessThan(60);
  await chips(page).last().focus();
  await expect(chips(page).last()).toBeInViewport();
});

test('a run is a panel: its stops with their rules, and a manifest', async ({ open, network }) => {
  const id = await run(network, 'North', 30);
  const [first] = await inRun(network, id, ['One', 'Two']);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await chips(page).first().click();
  await expect(panel(page).getByRole('heading', { name: /^North/ })).toBeVisible();
  await expect(panel(page)).toContainText('Building');
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await expect(panel(page)).toContainText('by hand');
  await expect(panel(page)).toContainText(/North .+, there .+–/);
  await expectAccessible(page);
  await page.goto(`/dispatcher/run/${String(id)}`);
  await panel(page).getByRole('link', { name: /One/ }).first().click();
  await expect(page).toHaveURL(new RegExp(`/dispatcher/tasks/${String(first?.id)}`));
  await page.goto(`/dispatcher/drivers/${String(network.ids.driver)}/sheet?run=${String(id)}`);
  await expect(page.getByRole('article', { name: 'Manifest' })).toContainText('Alma Driver');
  await expect(page.getByRole('article', { name: 'Manifest' }).getByRole('listitem')).not.toHaveCount(0);
  await expectAccessible(page);
});
