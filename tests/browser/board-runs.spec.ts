/** Runs above the board, as a panel, and on paper. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../support/browser';
import { delivery, make } from '../support/factories';
import type { Network } from '../support/network';
import { addRun, addSchedule } from '../support/runs';

const strip = (page: Page) => page.getByRole('navigation', { name: 'Runs' });
const chips = (page: Page) => strip(page).getByRole('link');
/** Waits until the cells have these names, in this order. */
const expectRuns = (page: Page, names: RegExp[]) =>
  expect
    .poll(() => chips(page).evaluateAll((links) => links.map((link) => link.getAttribute('aria-label'))))
    .toEqual(names.map((name): unknown => expect.stringMatching(name)));
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

const command = async (network: Network, runId: number, what: string, body: object = {}) => {
  const { status, body: answer } = await (
    await network.as('dispatcher')
  ).post(`/api/runs/${String(runId)}/${what}`, body);
  expect([status < 300, answer]).toEqual([true, answer]);
};

test('runs are above the drivers: the next deadline first, with stops, cut-off and what is missing', async ({
  open,
  network,
}) => {
  const later = await run(network, 'South', 90);
  const soon = await run(network, 'North', 8);
  const alone = await run(network, 'West', 300, { driverId: null });
  await inRun(network, later, ['One', 'Two', 'Two']);
  await inRun(network, soon, ['First']);
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await expectRuns(page, [
    /^North .+ · 1 stop · closes .+ \(8 min\)$/,
    /^South .+ · 2 stops · closes .+ \(1 h 30 min\)$/,
    /^West .+ · 0 stops · closes .+ · no driver$/,
  ]);
  const is = (id: number) =>
    strip(page)
      .locator(`[data-run="${String(id)}"]`)
      .getAttribute('data-is');
  expect([await is(soon), await is(later), await is(alone)]).toEqual(['soon', 'waiting', 'alone']);
  await hydrated(page);
  await expectAccessible(page);
  // It follows what others do, and a cell keeps the focus.
  await chips(page).nth(1).focus();
  await inRun(network, later, ['Three']);
  await expect(chips(page).nth(1)).toHaveAccessibleName(/ · 3 stops · /);
  await expect(chips(page).nth(1)).toBeFocused();
  await command(network, soon, 'close');
  await expect(chips(page).filter({ hasText: 'North' })).toHaveAccessibleName(/ · 1 stop · closed$/);
  await command(network, soon, 'out');
  await expectRuns(page, [/^1 out: North$/, /^South/, /^West/]);
  for (const id of [later, alone]) await command(network, id, 'cancel');
  await expectRuns(page, [/^1 out: North$/]);
});

test('without runs there is no strip', async ({ open }) => {
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  await expect(strip(page)).toHaveCount(0);
});

test('sixty runs are six equal cells, and the drivers do not move', async ({ open, network }) => {
  const page = await open('dispatcher');
  for (let index = 0; index < 12; index += 1) {
    const id = await addSchedule(network.database, { name: `Run ${String(index)}`, driverId: null });
    for (let time = 0; time < 5; time += 1)
      await addRun(network.database, id, { cutoff: 5 + time * 20 + index });
  }
  await page.goto('/dispatcher');
  const rows = page.getByRole('table', { name: 'Driver Status' });
  const before = await rows.boundingBox();
  await expect(chips(page)).toHaveCount(6);
  await expect(chips(page).last()).toHaveAccessibleName(/^55 more: .+: no driver$/);
  await hydrated(page);
  const [first] = await network.database.rows<{ id: number }>(
    'select id from runs order by cutoff_at limit 1',
  );
  await inRun(network, first?.id ?? 0, ['One']);
  await expect(chips(page).first()).toHaveAccessibleName(/ · 1 stop · /);
  expect(await rows.boundingBox()).toEqual(before);
  const boxes = await chips(page).evaluateAll((cells) =>
    cells.map((cell) => {
      const { top, width, height } = cell.getBoundingClientRect();
      return [top, Math.round(width), height];
    }),
  );
  expect(new Set(boxes.map(String)).size).toBe(1);
  await chips(page).last().click();
  await expect(page).toHaveURL(/\/dispatcher\/runs/);
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

test.describe('the office works on a run', () => {
  for (const javaScript of [true, false])
    test(javaScript ? 'in a panel' : 'without JavaScript', async ({ open, network }) => {
      const id = await run(network, 'North', 30);
      const other = await run(network, 'South', 60);
      await inRun(network, id, ['One', 'Two']);
      const page = await open('dispatcher', { javaScript });
      await page.goto(`/dispatcher/run/${String(id)}`);
      if (javaScript) await hydrated(page);
      const press = (name: string) => panel(page).getByRole('button', { name, exact: true }).click();
      await panel(page).getByRole('checkbox', { name: 'Select Two' }).check();
      await press('Move selected');
      await expect(panel(page).getByRole('checkbox', { name: 'Select Two' })).toHaveCount(0);
      await panel(page).locator('summary', { hasText: 'Alma Driver' }).click();
      await panel(page).getByLabel('Driver', { exact: true }).selectOption({ label: 'Ben Driver' });
      await press('Save driver');
      const driverOf = async () =>
        (
          await network.database.rows<{ id: number }>('select driver_id as id from runs where id = $1', [id])
        )[0]?.id;
      await expect.poll(driverOf).toBe(network.ids.driver2);
      await press('Close now');
      await expect(panel(page)).toContainText('Closed');
      // Afterwards, nothing joins without a reason.
      await panel(page).getByText('Add late…').click();
      await panel(page).getByRole('checkbox', { name: /Two/ }).check();
      await panel(page).getByLabel('Reason').fill('They called');
      await press('Add late');
      await expect(panel(page).getByRole('checkbox', { name: 'Select Two' })).toBeVisible();
      await panel(page).getByRole('button', { name: 'Send out 2 stops' }).click();
      // A run that has left has no buttons.
      await expect(panel(page).getByRole('button', { name: 'Cancel this run' })).toHaveCount(0);
      const tasks = await network.database.rows(
        "select location, status, driver_id from tasks where run_id = $1 and status = 'pending' order by location",
        [id],
      );
      const driver_id = network.ids.driver2;
      expect(tasks).toEqual([
        { location: 'One', status: 'pending', driver_id },
        { location: 'Two', status: 'pending', driver_id },
      ]);
      await page.goto(`/dispatcher/run/${String(other)}`);
      if (javaScript) await hydrated(page);
      await press('Cancel this run');
      await expect(panel(page)).toContainText('Cancelled');
    });
});

test('the form of a new task says what its run promises, and the task joins it', async ({
  open,
  network,
}) => {
  const id = await run(network, 'North', 30, { isDefault: true });
  const page = await open('dispatcher');
  await page.goto('/dispatcher/tasks/new');
  await hydrated(page);
  const form = panel(page);
  await form.getByLabel('Location Name', { exact: true }).fill('Somewhere');
  await form.getByLabel('Address', { exact: true }).fill('1 Main St, Kansas City, MO 64111');
  await expect(form).toContainText(/North .+, closes in (29|30) min, there .+–.+, dealership’s default/);
  await expectAccessible(page);
  await form.getByLabel('Run', { exact: true }).selectOption('none');
  await expect(form).not.toContainText(/there .+–/);
  await form.getByLabel('Run', { exact: true }).selectOption('');
  await form
    .getByLabel(/Invoice/)
    .first()
    .fill('INV-7');
  await form.getByRole('button', { name: 'Create Task', exact: true }).click();
  await expect(page).toHaveURL(/\/dispatcher$/);
  const [task] = await network.database.rows(
    "select run_id, run_rule, status, driver_id from tasks where location = 'Somewhere'",
  );
  expect(task).toEqual({
    run_id: id,
    run_rule: 'dealership',
    status: 'next-route',
    driver_id: network.ids.driver,
  });
});

const runOf = async (network: Network, taskId: number) =>
  (
    await network.database.rows<{ run_id: number | null; run_rule: string; status: string }>(
      'select run_id, run_rule, status from tasks where id = $1',
      [taskId],
    )
  )[0];

for (const javaScript of [true, false])
  test(`what could not be completed on a run goes with the next one by hand, ${javaScript ? 'in a dialog' : 'without JavaScript'}`, async ({
    open,
    network,
  }) => {
    const schedule = await addSchedule(network.database, {
      name: 'North',
      driverId: network.ids.driver ?? null,
    });
    const first = await addRun(network.database, schedule, { cutoff: 30 });
    const second = await addRun(network.database, schedule, { cutoff: 90 });
    const [task] = await inRun(network, first, ['Gate']);
    const taskId = task?.id ?? 0;
    await command(network, first, 'close');
    await command(network, first, 'out');
    const driver = await network.as('driver');
    for (const report of [{ status: 'going' }, { status: 'hold', failure_reason: 'closed' }])
      expect((await driver.patch(`/api/tasks/${String(taskId)}`, report)).status).toBe(200);
    const page = await open('dispatcher', { javaScript });
    const next = panel(page).getByRole('button', { name: /^Next North run .+[AP]M$/ });
    for (const path of [`run/${String(first)}`, `tasks/${String(taskId)}`]) {
      await page.goto(`/dispatcher/${path}`);
      await expect(next).toBeVisible();
    }
    await page.goto('/dispatcher/attention?kind=failed');
    if (javaScript) {
      await hydrated(page);
      await expectAccessible(page);
    }
    await next.click();
    await expect
      .poll(() => runOf(network, taskId))
      .toEqual({ run_id: second, run_rule: 'hand', status: 'next-route' });
    await expect(next).toHaveCount(0);
  });

for (const javaScript of [true, false])
  test(`the form of a stored task moves it to another run, or to none, ${javaScript ? 'in a dialog' : 'without JavaScript'}`, async ({
    open,
    network,
  }) => {
    const first = await run(network, 'North', 30, { isDefault: true });
    const second = await run(network, 'South', 60);
    const task = await make(
      await network.as('dispatcher'),
      delivery({ location: 'Somewhere', address: '1 Main St, Kansas City, MO 64111' }),
    );
    const page = await open('dispatcher', { javaScript });
    const choice = panel(page).getByLabel('Run', { exact: true });
    const save = async () => {
      await panel(page).getByRole('button', { name: 'Update Task' }).click();
    };
    const opened = async () => {
      await page.goto(`/dispatcher/tasks/${String(task.id)}`);
      if (javaScript) await hydrated(page);
    };
    await opened();
    await expect(choice).toHaveValue(String(first));
    await panel(page).getByLabel('Notes').fill('Ring twice');
    await save();
    await expect(page).toHaveURL(/\/dispatcher$/);
    // Nothing was chosen, so the rule stays.
    expect(await runOf(network, task.id)).toEqual({
      run_id: first,
      run_rule: 'dealership',
      status: 'next-route',
    });
    await opened();
    await choice.selectOption(String(second));
    const name = panel(page).getByLabel('Location Name', { exact: true });
    await name.fill('');
    await save();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(choice).toHaveValue(String(second));
    await name.fill('Somewhere');
    await save();
    await expect(page).toHaveURL(/\/dispatcher$/);
    expect(await runOf(network, task.id)).toEqual({ run_id: second, run_rule: 'hand', status: 'next-route' });
    await opened();
    await choice.selectOption('none');
    await save();
    await expect(page).toHaveURL(/\/dispatcher$/);
    expect(await runOf(network, task.id)).toEqual({ run_id: null, run_rule: 'hand', status: 'pending' });
  });

test('a run without a driver that closes soon, and one that has not left, need attention', async ({
  open,
  network,
}) => {
  await run(network, 'Early', 60, { driverId: null });
  const alone = await run(network, 'Alone', 9, { driverId: null });
  const left = await run(network, 'Left', 30);
  await run(network, 'Fine', 9);
  await command(network, left, 'close');
  const late = "departs_at = now() - interval '16 minutes', cutoff_at = now() - interval '20 minutes'";
  await network.database.rows(`update runs set ${late} where id = $1`, [left]);
  // The round lets only runs leave whose driver has nothing to do.
  await make(await network.as('dispatcher'), delivery({ driver_id: network.ids.driver }));
  for (const javaScript of [true, false]) {
    const page = await open('dispatcher', { javaScript });
    await page.goto('/dispatcher');
    await page.getByRole('link', { name: '2 runs not ready' }).click();
    await expect(panel(page).getByRole('listitem')).toHaveText([
      /^Left .+ has not left, closed.*Open Left$/,
      /^Alone .+ has no driver, closes .+Open Alone$/,
    ]);
    if (javaScript) {
      await hydrated(page);
      await expectAccessible(page);
    }
    await panel(page).getByRole('link', { name: 'Open Alone' }).click();
    await expect(page).toHaveURL(new RegExp(`/dispatcher/run/${String(alone)}`));
  }
  await command(network, alone, 'cancel');
  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await expect(page.getByRole('link', { name: '1 run not ready' })).toBeVisible();
});
