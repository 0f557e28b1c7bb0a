/** The program works without each of its modules, and without all of them. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { make, pickup } from '../support/factories';
import { startNetwork } from '../support/network';

const TOKEN = 'a token of the metrics';
const MODULES = readdirSync('app/modules', { withFileTypes: true })
  .filter(
    (each) => each.isDirectory() && readdirSync(`app/modules/${each.name}`).includes('module.server.ts'),
  )
  .map(({ name }) => name);

/** Pages in the sidebar of the settings that modules bring. */
const PAGES: Record<string, string> = {
  backups: '/settings/backups',
  'move-in': '/settings/move-in',
  push: '/settings/notifications',
  retention: '/settings/retention',
  webhooks: '/settings/webhooks',
};

/** @returns the addresses that the settings link to, after a task was made and completed without these modules. */
async function linksWithout(modules: string[]): Promise<string[]> {
  const network = await startNetwork({
    TEST_WITHOUT_MODULES: modules.join(','),
    METRICS_TOKEN: TOKEN,
    METRICS_PORT: '0',
  });
  try {
    const dispatcher = await network.as('dispatcher');
    const task = await make(dispatcher, pickup({ driver_id: network.ids.driver }));
    const driver = await network.as('driver');
    for (const status of ['going', 'completed'])
      expect((await driver.patch(`/api/tasks/${String(task.id)}`, { status })).status).toBe(200);
    const { body: done } = await driver.get<{ status: string }>(`/api/tasks/${String(task.id)}`);
    expect(done.status).toBe('completed');
    expect((await dispatcher.get('/dispatcher')).status).toBe(200);
    const admin = await network.as('admin');
    expect((await admin.get('/settings/background-work')).status).toBe(200);
    expect((await admin.get('/api/openapi.json')).status).toBe(200);
    const metrics = await fetch(`${network.app.origin}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(await metrics.text()).toContain('database_up 1');
    const { body } = await admin.get<string>('/settings');
    return Object.values(PAGES).filter((page) => body.includes(`href="${page}"`));
  } finally {
    await network.close();
  }
}

test('with all modules, all their pages are in the settings', async () => {
  expect(await linksWithout([])).toEqual(Object.values(PAGES));
});

test.each(MODULES)('without %s', async (name) => {
  expect(await linksWithout([name])).toEqual(Object.values(PAGES).filter((page) => page !== PAGES[name]));
});

test('without any module', async () => {
  expect(await linksWithout(MODULES)).toEqual([]);
});
