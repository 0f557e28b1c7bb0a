/** Every page checks the permission itself, also a dialog whose page behind it checks as well. */
import { describe, expect, test } from 'vitest';
import { client } from '../support/client';
import { addPeople } from '../support/people';
import { PAGE_PATHS } from '../support/routes';
import { useNetwork } from '../support/use-network';

const network = useNetwork();

const ROLES = ['driver', 'dispatcher', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** The first entry that a path begins with decides. */
const MAY_SEE: [path: string, who: Role[]][] = [
  ['/dispatcher', ['dispatcher', 'admin']],
  ['/accounts', ['dispatcher', 'admin']],
  ['/history', ['dispatcher', 'admin']],
  ['/proof', ['dispatcher', 'admin']],
  ['/driver', ['driver', 'admin']],
  ['/location', ['driver', 'admin']],
  ['/settings/users', ['admin']],
  ['/settings/dealerships', ['admin']],
  ['/settings/audit', ['admin']],
  ['/settings/background-work', ['admin']],
  ['/settings/dispatcher-phone', ['admin']],
  ['/settings/notifications', ['admin']],
  ['/settings/retention', ['admin']],
  ['/settings/backups', ['admin']],
  ['/settings/network', ['admin']],
  ['/settings/customer-messages', ['admin']],
  ['/settings/webhooks', ['admin']],
  ['/settings/sources', ['admin']],
  ['/settings/move-in', ['dispatcher', 'admin']],
  ['/settings/all-tokens', ['admin']],
  ['/settings', ['driver', 'dispatcher', 'admin']],
  ['/help', ['driver', 'dispatcher', 'admin']],
];

const PAGES = PAGE_PATHS.map((path) => path.replaceAll('{}', '1'));

describe.each(PAGES)('%s', (page) => {
  test('leads nobody to sign in', async () => {
    const { status, headers } = await client(network.app.origin).get(page);
    expect(status).toBe(302);
    expect(headers.get('location')).toMatch(/^\/auth\?redirectTo=/);
  });

  test.each(ROLES)('%s', async (role) => {
    const [, who = []] = MAY_SEE.find(([path]) => page.startsWith(path)) ?? [];
    const person = await network.as(role);
    const { status, headers } = await person.get(page);
    expect(headers.get('location') ?? '').not.toContain('/auth');
    if (who.includes(role)) expect([200, 302, 404]).toContain(status);
    else expect(status).toBe(403);
  });
});

test('a user who drives and dispatches may open the pages of both roles, and no others', async () => {
  await addPeople(network.database.url, [
    { username: 'both', name: 'Bo Both', roles: ['driver', 'dispatcher'] },
  ]);
  const person = await network.as('both');
  for (const page of PAGES) {
    const [, who = []] = MAY_SEE.find(([path]) => page.startsWith(path)) ?? [];
    const isRefused = (await person.get(page)).status === 403;
    expect([page, isRefused]).toEqual([page, !who.includes('driver') && !who.includes('dispatcher')]);
  }
});

test('a page that does not exist is not found, for nobody outside and for everybody inside of the frame', async () => {
  const visitor = await client(network.app.origin).get<string>('/no/such/page');
  expect([visitor.status, visitor.body.includes('404 Page Not Found')]).toEqual([404, true]);
  expect(visitor.body).not.toContain('Settings</a>');
  const driver = await (await network.as('driver')).get<string>('/no/such/page');
  expect([driver.status, driver.body.includes('404 Page Not Found')]).toEqual([404, true]);
  expect(driver.body).toContain('Settings</a>');
});
