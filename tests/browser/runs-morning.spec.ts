/** A morning of six runs: 150 orders of another system, with no click for a task and at most three for a run. */
import { expect, hydrated, test } from '../support/browser';
import { addRun, addSchedule } from '../support/runs';

const NAMES = ['North', 'Downtown', 'Kaw Valley', 'Johnson County', 'Olathe', 'East'];
const ORDERS = 25;
/** The dispatcher opens the run and presses Out. */
const MOST_CLICKS = 3;

test('from 150 orders to Out: no click for a task, at most three for a run @long', async ({
  open,
  network,
}) => {
  const { database } = network;
  for (const table of ['tasks', 'runs', 'run_schedules']) await database.rows(`delete from ${table}`);
  await database.rows("update users set dealerships = '{Ford}' where username = 'dispatcher'");
  const script = await network.as('dispatcher');
  const drivers = [network.ids.driver, network.ids.driver2, network.ids.driver3];
  const accounts: number[] = [];
  for (const name of NAMES) {
    const { body } = await script.post<{ id: number }>('/api/accounts', { name: `${name} Garage` });
    accounts.push(body.id);
  }
  // Two schedules each by a code, by a standing stop, and by ZIP codes.
  const runs = [];
  for (const [index, name] of NAMES.entries()) {
    const accountId = accounts[index] ?? 0;
    const rule = [
      { shipVia: [name.toUpperCase()] },
      { stops: [{ accountId }] },
      { zone: { zips: [`6410${String(index)}`] } },
    ][index % 3];
    const id = await addSchedule(database, { name, driverId: drivers[index % 3] ?? null, ...rule });
    runs.push(await addRun(database, id, { cutoff: 60 + index }));
  }
  const order = (index: number, number: number) => {
    const name = NAMES[index] ?? '';
    const isAccount = index % 3 === 1;
    return {
      type: 'delivery',
      invoice_number: `INV-${String(index)}${String(number).padStart(2, '0')}`,
      location: isAccount ? `${name} Garage` : `${name} Shop ${String(number)}`,
      address: `${String(100 + number)} ${name} St, Kansas City, MO 6410${String(index)}`,
      ...(isAccount && { account_id: accounts[index] }),
      ...(index % 3 === 0 && { ship_via: name.toUpperCase() }),
    };
  };
  for (let number = 0; number < ORDERS; number += 1)
    await Promise.all(
      NAMES.map(async (_, index) => {
        const body = order(index, number);
        const { status } = await script.put(`/api/orders/${body.invoice_number}`, body);
        expect(status).toBe(201);
      }),
    );

  const page = await open('dispatcher');
  await page.goto('/dispatcher');
  await hydrated(page);
  const chips = page.getByRole('navigation', { name: 'Runs' }).getByRole('link');
  await expect(chips).toHaveCount(NAMES.length);
  await database.rows("update runs set cutoff_at = now(), departs_at = now() + interval '20 minutes'");
  await expect(chips.filter({ hasText: / · closed$/ })).toHaveCount(NAMES.length);
  let clicks = 0;
  for (const name of NAMES) {
    await chips.filter({ hasText: name }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('heading', { name })).toBeVisible();
    await panel.getByRole('button', { name: 'Send out' }).click();
    clicks += 2;
    await expect(chips.filter({ hasText: name })).toHaveText(/ · out$/);
  }
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS * NAMES.length);
  const left = await database.rows(
    `select r.id, r.state, count(*)::integer as tasks, count(*) filter (where t.status = 'pending')::integer as pending,
       count(*) filter (where t.promised_to is not null)::integer as promised
     from runs r join tasks t on t.run_id = r.id group by r.id order by r.id`,
  );
  const all = { tasks: ORDERS, pending: ORDERS, promised: ORDERS };
  expect(left).toEqual(runs.map((id) => ({ id, state: 'out', ...all })));
  expect(await database.rows('select id from tasks where driver_id is null or run_id is null')).toEqual([]);
});
