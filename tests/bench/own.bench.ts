/**
 * Measures calls on Debian's PostgreSQL with default settings beside the embedded one, in turns, on the heavy demo,
 * and fails when a call is slower than 1.3 times. `npm run bench -- --own`
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp, type App } from '../support/app';
import { client, type Answer, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { delivery } from '../support/factories';
import { connectTo, findPostgres, startPostgres, type OwnServer } from '../support/own-postgres';
import { median, percentile } from './load';
import { report, row, times } from './report';

const MOST = 1.3;
const CALLS = 21;
/** A call that misses is measured again for longer, because others use the machine too. */
const CALLS_AGAIN = 63;
const DAY_MS = 86_400_000;

type Side = {
  app: App;
  dispatcher: Client;
  driver: Client;
  driverId: number;
  otherId: number;
  /** The route of the driver, as it is now. */
  route: number[];
  /** A task without a driver. */
  taskId: number;
  url: string;
};
type Name = 'own' | 'embedded';
const NAMES: Name[] = ['embedded', 'own'];

let server: OwnServer;
let database: TestDatabase;
let sides: Record<Name, Side>;
/** Distinguishes the values of all calls. */
let written = 0;

beforeAll(async () => {
  const programs = findPostgres();
  if (!programs) throw new Error("Debian's postgresql is not installed");
  server = await startPostgres(programs);
  database = await createDatabase({ empty: true });
  sides = { embedded: await open(database.url), own: await open(server.url) };
});
afterAll(async () => {
  await Promise.all(Object.values(sides).map(({ app }) => app.stop()));
  await database.drop();
  await server.stop();
});

async function open(url: string): Promise<Side> {
  const app = await startApp({ databaseUrl: url, env: { DEMO_DATA: 'heavy' } });
  const [dispatcher, driver] = [client(app.origin), client(app.origin)];
  await dispatcher.signIn('dispatcher');
  await driver.signIn('driver');
  const direct = await connectTo(url);
  await direct.query('vacuum analyze');
  const { rows } = await direct.query<{ username: string; id: number }>(
    "select username, id from users where username in ('driver', 'btanner')",
  );
  await direct.end();
  const idOf = (name: string) => rows.find(({ username }) => username === name)?.id ?? NaN;
  const [driverId, otherId] = [idOf('driver'), idOf('btanner')];
  const side = { app, dispatcher, driver, driverId, otherId, url };
  const route = await routeOf(side);
  const { body } = await dispatcher.get<Task[]>('/api/tasks?driver_id=null');
  return { ...side, route, taskId: body[0]?.id ?? NaN };
}

async function routeOf({ dispatcher, driverId }: Pick<Side, 'dispatcher' | 'driverId'>): Promise<number[]> {
  const { body } = await dispatcher.get<Task[]>(`/api/tasks?driver_id=${String(driverId)}&status=pending`);
  return body.map(({ id }) => id);
}

type Step = (side: Side) => Promise<unknown>;

function good<Body>(answer: Answer<Body>, status = 200): Body {
  if (answer.status !== status)
    throw new Error(`${String(answer.status)} instead of ${String(status)}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const newTask = () => delivery({ driver_id: null, invoice_number: `BENCH-${String((written += 1))}` });
const pathOf = (id: number) => `/api/tasks/${String(id)}`;
const create = async ({ dispatcher }: Side) =>
  good(await dispatcher.post<Task>('/api/tasks', newTask()), 201);
const remove = async ({ dispatcher }: Side, { id }: Task) => good(await dispatcher.del(pathOf(id)));
/** Makes every kept answer old. */
const change: Step = async ({ dispatcher, taskId }) =>
  good(await dispatcher.patch(pathOf(taskId), { notes: `note ${String((written += 1))}` }));

const reading =
  (path: string | ((side: Side) => string), who: 'dispatcher' | 'driver' = 'dispatcher'): Step =>
  async (side) =>
    good(await side[who].get(typeof path === 'string' ? path : path(side)));
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Measured calls, and the steps before and after each that are not measured. */
const WORK: Record<string, { before?: Step; call: Step; after?: Step }> = {
  PATCH: { call: change },
  create: { call: create },
  'create and delete': { call: async (side) => remove(side, await create(side)) },
  reorder: {
    call: async (side) => {
      side.route.reverse();
      const path = `/api/tasks/reorder/${String(side.driverId)}`;
      good(await side.dispatcher.put(path, { taskIds: side.route }));
    },
  },
  move: { call: (side) => moveTo(side, side.otherId), after: (side) => moveTo(side, null) },
  tasks: { before: change, call: reading('/api/tasks') },
  board: { before: change, call: reading('/api/board') },
  driver: { before: change, call: reading('/driver', 'driver') },
  map: { before: change, call: reading('/api/map') },
  find: { call: reading('/api/tasks/find?q=prairie') },
  candidates: { call: reading(({ taskId }) => `${pathOf(taskId)}/candidates`) },
  panel: {
    before: change,
    call: reading(({ driverId }) => `/dispatcher/drivers/${String(driverId)}`),
  },
  task: { before: change, call: reading(({ taskId }) => `/dispatcher/tasks/${String(taskId)}`) },
  report: { call: reading(`/api/history/report?from=${dayOf(30)}&to=${dayOf(0)}`) },
  'a position': { call: position },
};

async function moveTo({ dispatcher, taskId }: Side, driverId: number | null): Promise<void> {
  good(await dispatcher.post('/api/tasks/batch/move', { taskIds: [taskId], driver_id: driverId }));
}

async function position({ driver }: Side): Promise<void> {
  written += 1;
  const at = new Date(Date.now() - 60_000).toISOString();
  const place = { latitude: 39.05 + written / 1e6, longitude: -94.6, at };
  const { stored } = good(await driver.post<{ stored: number }>('/api/positions', { positions: [place] }));
  if (stored !== 1) throw new Error('The position was dropped');
}

async function timed(side: Side, { before, call, after }: (typeof WORK)[string]): Promise<number> {
  await before?.(side);
  const from = performance.now();
  await call(side);
  const taken = performance.now() - from;
  await after?.(side);
  return taken;
}

async function inTurns(work: (typeof WORK)[string], calls: number): Promise<Record<Name, number[]>> {
  const measured: Record<Name, number[]> = { own: [], embedded: [] };
  for (let i = -3; i < calls; i += 1) {
    for (const name of i % 2 === 0 ? NAMES : [...NAMES].reverse()) {
      const taken = await timed(sides[name], work);
      if (i >= 0) measured[name].push(taken);
    }
  }
  return measured;
}

const ratioOf = ({ own, embedded }: Record<Name, number[]>) => median(own) / median(embedded);

test.each(Object.entries(WORK))('%s', async (what, work) => {
  let measured = await inTurns(work, CALLS);
  if (ratioOf(measured) > MOST) measured = await inTurns(work, CALLS_AGAIN);
  const ratio = ratioOf(measured);
  const texts = NAMES.map((name) => {
    const all = measured[name];
    return [name, `${median(all).toFixed(1)} (${percentile(all, 1).toFixed(1)})`] as const;
  });
  report(`${what}, ms`, { ...Object.fromEntries(texts), ratio: times(ratio) });
  const [ours, floor] = [median(measured.own), median(measured.embedded)];
  row(`own PostgreSQL against the embedded one: ${what}`, { unit: 'ms', ours, floor, goal: '≤ 1.3×' });
  expect(ratio).toBeLessThanOrEqual(MOST);
});
