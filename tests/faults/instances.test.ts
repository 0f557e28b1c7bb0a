/** A day on three instances behind nginx, which are killed and started again in turn. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp, type App } from '../support/app';
import { liveStatus } from '../support/browser';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { DAY_PEOPLE, DRIVERS, plan } from '../support/day';
import { delivery, signature } from '../support/factories';
import { writeUntilAnswered } from '../support/write-until-answered';
import { brokenInvariants } from '../support/invariants';
import { followList, type ListFollower } from '../support/list-follower';
import { findNginx, startNginx } from '../support/nginx';
import { addPeople, NETWORK, sessionOf } from '../support/people';
import { freePort } from '../support/raw';
import { rounds, tell } from './installation';
import { waitLimit } from '../support/slowness';

const INSTANCES = 3;
const KILLS = rounds(3, 18);
const UP_TO_DATE_WITHIN_MS = 5_000;

const nginx = findNginx();
const SKIPPED = nginx ? '' : ' (SKIPPED: nginx is not installed)';

let database: TestDatabase;
let ids: Record<string, number>;
let apps: { port: number; app: App }[];
let front: Awaited<ReturnType<typeof startNginx>>;
let browser: Browser;

const startOn = (port: number) =>
  startApp({ databaseUrl: database.url, env: { PORT: String(port), TRUST_PROXY: 'on' } });

beforeAll(async () => {
  if (!nginx) return;
  database = await createDatabase();
  ids = { ...(await addPeople(database.url, NETWORK)), ...(await addPeople(database.url, DAY_PEOPLE)) };
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  apps = await Promise.all(ports.map(async (port) => ({ port, app: await startOn(port) })));
  front = await startNginx(nginx, ports);
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}, 120_000);
afterAll(async () => {
  if (!nginx) return;
  await browser.close();
  await front.stop();
  await Promise.all(apps.map(({ app }) => app.stop()));
  await database.drop();
});

const signIn = async (username: string): Promise<Client> =>
  client(front.origin, await sessionOf(database, username));

async function openPage(person: Client, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: front.origin });
  const [name = '', value = ''] = person.cookie().split('=');
  await context.addCookies([{ name, value, url: front.origin }]);
  const page = await context.newPage();
  await page.goto(path);
  await liveStatus(page).waitFor();
  return page;
}

/** Kills the instances in turn. The kills follow the progress of the day, so that all of them happen during it. */
function killer(total: number) {
  let kills = 0;
  let isIdle = true;
  const turn = async () => {
    isIdle = false;
    const next = apps[kills % INSTANCES];
    kills += 1;
    if (next) {
      await next.app.kill();
      next.app = await startOn(next.port);
    }
    isIdle = true;
  };
  let last = Promise.resolve();
  return {
    /** Tells how much of the day is over, from 0 to 1. */
    reached: (share: number) => {
      if (isIdle && kills < Math.floor(share * total)) last = turn();
    },
    /** Makes the kills that the day was too short for. The last one is still going on when this returns. */
    finish: async () => {
      while (kills < total - 1) {
        await last;
        last = turn();
      }
      await last;
      last = turn();
      return { alive: last };
    },
  };
}

test.skipIf(!nginx)(
  `a day on ${String(INSTANCES)} instances behind nginx, ${String(KILLS)} of them killed: nothing acknowledged is lost, nothing is done twice, everybody is up to date within 5 s${SKIPPED}`,
  async () => {
    const dispatcher = await signIn('dispatcher');
    const drivers = await Promise.all(DRIVERS.map(signIn));
    const followers: { of: Client; follower: ListFollower }[] = [dispatcher, ...drivers].map((of) => ({
      of,
      follower: followList(of),
    }));
    const [desk, phone] = await Promise.all([
      openPage(dispatcher, '/dispatcher'),
      openPage(drivers[0] ?? dispatcher, '/driver'),
    ]);
    let tries = 0;
    let acknowledged = 0;
    const done = async <Body>(who: Client, method: string, path: string, body: unknown, expected = 200) => {
      const result = await writeUntilAnswered<Body>(who, method, path, body);
      expect([path, body, result.answer.status, result.answer.body]).toEqual([
        path,
        body,
        expected,
        result.answer.body,
      ]);
      tries += result.tries;
      acknowledged += 1;
      kills.reached(acknowledged / 125);
      return result.answer.body;
    };
    const kills = killer(KILLS);

    const entered: Task[] = [];
    for (const { body } of plan(ids))
      entered.push(await done<Task>(dispatcher, 'POST', '/api/tasks', body, 201));
    const image = await signature();
    const workOff = async (driver: Client) => {
      for (;;) {
        const { body: list } = await patiently(() => driver.get<Task[]>('/api/tasks'));
        const open = list.filter(({ status }) => status !== 'completed');
        if (open.length === 0) return;
        const next =
          open.find(({ status }) => status === 'going') ?? open.find(({ status }) => status === 'pending');
        if (!next) {
          // The task is held or linked and becomes available by itself.
          await new Promise((resolve) => setTimeout(resolve, 200));
          continue;
        }
        const stop = open.filter(
          ({ status, location, address }) =>
            status === next.status && location === next.location && address === next.address,
        );
        const taskIds = stop.map(({ id }) => id);
        if (next.status === 'pending')
          await done(driver, 'POST', '/api/tasks/batch/status', { taskIds, status: 'going' });
        else
          await done(driver, 'POST', '/api/tasks/batch/status', {
            taskIds,
            status: 'completed',
            signature_image: image,
            signed_by: 'Day Customer',
          });
      }
    };
    await Promise.all(drivers.map(workOff));
    const all = (await patiently(() => dispatcher.get<Task[]>('/api/tasks'))).body;
    expect(all).toHaveLength(entered.length + 1);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['completed']));
    await done(dispatcher, 'POST', '/api/tasks/batch/archive', { taskIds: all.map(({ id }) => id) });

    // Another instance is killed, and a task is written before it is back.
    const { alive } = await kills.finish();
    const last = await done<Task>(
      dispatcher,
      'POST',
      '/api/tasks',
      delivery({ location: 'The last of the day', driver_id: ids.day1 }),
      201,
    );
    const from = performance.now();
    const isSeen = (page: Page) =>
      page
        .getByText('The last of the day')
        .first()
        .waitFor({ timeout: waitLimit(UP_TO_DATE_WITHIN_MS) });
    await Promise.all([
      isSeen(desk),
      isSeen(phone),
      ...followers.slice(0, 2).map(({ follower }) =>
        vi.waitFor(() => {
          expect(follower.tasks().map(({ id }) => id)).toEqual([last.id]);
        }, UP_TO_DATE_WITHIN_MS),
      ),
      ...followers.slice(2).map(({ follower }) =>
        vi.waitFor(() => {
          expect(follower.tasks()).toEqual([]);
        }, UP_TO_DATE_WITHIN_MS),
      ),
    ]);
    const ms = performance.now() - from;
    await alive;

    // Each step of each task happened exactly once.
    const stories = await database.rows<{ story: string[]; n: number }>(`
      select story, count(*)::integer as n from (
        select array_agg(action order by id) filter (where action not in ('released', 'unlocked')) as story from task_events
        where action not in ('reordered', 'located', 'seen') and task_id <> ${String(last.id)} group by task_id) s
      group by story`);
    expect(stories).toEqual([{ story: ['created', 'going', 'completed', 'archived'], n: all.length }]);
    expect(await brokenInvariants(database)).toEqual([]);
    const losses = followers.reduce((sum, { follower }) => sum + follower.losses(), 0);
    expect(losses).toBeGreaterThan(0);
    for (const { follower } of followers) follower.close();
    tell(
      `three instances, ${String(KILLS)} kills: ${String(acknowledged)} writes acknowledged, ${String(tries - acknowledged)} sent again, 0 lost, 0 twice; sockets lost ${String(losses)} times; all up to date ${ms.toFixed(0)} ms after the last write`,
    );
  },
);

/** Repeats a read through a proxy whose instance has just been killed. */
async function patiently<Body>(read: () => Promise<{ status: number; body: Body }>): Promise<{ body: Body }> {
  for (;;) {
    const answer = await read().catch(() => null);
    if (answer?.status === 200) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
