/** The application is killed or its database stops during plans. A waiting page gets a result, and no plan is applied in part. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlanState } from '~/modules/day-plans/schema';
import { brokenInvariants } from '../support/invariants';
import { install, rounds, tell, type Installation } from './installation';

let installation: Installation;
beforeAll(async () => {
  installation = await install({ lanes: 3 });
});
afterAll(() => installation.close());
beforeEach(async () => {
  await installation.database.rows('delete from tasks');
});

const plant = (count: number) =>
  installation.database.rows(
    `insert into tasks (type, status, priority, location, address, invoice_number, latitude, longitude)
     select 'delivery', 'pending', 'normal', 'Stop ' || n, n || ' Any St', 'I', 39 + (n % 37) / 100.0, -94 + n / 1000.0
     from generate_series(1, $1::integer) n`,
    [count],
  );
const desk = () => installation.as('desk1');
const body = () => ({ driverIds: installation.lanes.map(({ driverId }) => driverId) });
const ask = async () => (await (await desk()).post<PlanState>('/api/plans', body())).body.id;
const look = async (id: number) => (await (await desk()).get<PlanState>(`/api/plans/${String(id)}`)).body;
const until = (id: number, status: RegExp, seconds: number) =>
  expect.poll(async () => (await look(id)).status, { timeout: seconds * 1_000 }).toMatch(status);
const isUnderWay = (id: number) =>
  expect.poll(async () => (await look(id)).progress, { timeout: 60_000 }).toBeGreaterThan(0);
const given = async () =>
  (
    await installation.database.rows<{ count: number }>(
      'select count(*)::integer as count from tasks where driver_id is not null',
    )
  )[0]?.count;

test('killed in the middle of a search: the page says that it failed, nothing has changed, and the next plan is made', async () => {
  await plant(300);
  const id = await ask();
  await isUnderWay(id);
  await installation.app().kill();
  await installation.start();
  await until(id, /failed/, 30);
  const page = await (await desk()).get<string>(`/dispatcher/plan/${String(id)}`);
  expect(page.body).toContain('The plan could not be made.');
  expect(page.body).not.toContain('http-equiv="refresh"');
  expect(await given()).toBe(0);
  await installation.database.rows('delete from tasks');
  await plant(10);
  await until(await ask(), /done/, 60);
});

test('the database is away in the middle of a search: it is made all the same, or said to have failed, and the next one is made', async () => {
  await plant(100);
  const id = await ask();
  await isUnderWay(id);
  installation.wire.cut();
  expect((await (await desk()).get(`/api/plans/${String(id)}`)).status).toBe(503);
  installation.wire.mend();
  await expect
    .poll(async () => (await (await desk()).get(`/api/plans/${String(id)}`)).status, { timeout: 30_000 })
    .toBe(200);
  await until(id, /done|failed/, 60);
  await until(await ask(), /done/, 60);
});

const ROUNDS = rounds(4, 40);

test(`kill -9 at ${String(ROUNDS)} random moments while a plan is applied: the whole plan or nothing of it, and again it is done once`, async () => {
  let whole = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    await installation.database.rows('delete from tasks');
    await plant(40);
    const id = await ask();
    await until(id, /done/, 60);
    const applying = (await desk()).post(`/api/plans/${String(id)}/apply`, { kind: 'few' }).catch(() => null);
    // The kill comes at any moment of applying the plan, and in the last round after it.
    const other = await desk();
    for (let looks = Math.floor(Math.random() * 40); looks > 0; looks -= 1) await other.get('/api/positions');
    if (round === ROUNDS) await applying;
    await installation.app().kill();
    await applying;
    const [plan] = await installation.database.rows<{ moved: number | null }>(
      `select (applied ->> 'movedCount')::integer as moved from plans where id = ${String(id)}`,
    );
    expect([round, await given()]).toEqual([round, plan?.moved ?? 0]);
    expect([round, await brokenInvariants(installation.database)]).toEqual([round, []]);
    if (plan?.moved) whole += 1;
    await installation.start();
    const again = await (await desk()).post(`/api/plans/${String(id)}/apply`, { kind: 'few' });
    expect([round, again.status, await given()]).toEqual([round, 200, 40]);
    expect([round, await brokenInvariants(installation.database)]).toEqual([round, []]);
  }
  tell(
    `killed ${String(ROUNDS)} times while a plan was applied: ${String(whole)} times done, else not begun`,
  );
});
