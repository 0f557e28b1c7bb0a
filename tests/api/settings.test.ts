import { expect, test } from 'vitest';
import type { Client } from '../support/client';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork({
  GOOGLE_MAPS_API_KEY: 'browser-key-in-nobodys-page',
  NOMINATIM_URL: 'http://somebody:secret@127.0.0.1:9/nominatim',
  OSRM_URL: 'http://127.0.0.1:9',
});

const PREFERENCES = { intent: 'savePreferences', theme: 'dark', textSize: 'larger', timeZone: 'Asia/Tokyo' };

const htmlOf = (page: string) => /<html[^>]*>/.exec(page)?.[0];

/** Finds the time when the page was loaded, as its header says without JavaScript. */
const loadedAt = (page: string) => /Updated (?:<!-- -->)?<time datetime="([^"]+)">([^<]+)</i.exec(page);

const clock = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(iso))
    .replace('\u202f', ' ');

async function settingsOf(person: Client): Promise<string> {
  return (await person.get<string>('/settings')).body;
}

test('preferences are the user’s: on every device, and in the first HTML @long', async () => {
  const here = await network.as('dispatcher');
  expect(htmlOf(await settingsOf(here))).toBe('<html lang="en">');
  const saved = await submitForm(here, '/settings?index', PREFERENCES);
  expect([saved.location, saved.toast?.title]).toEqual(['/settings', 'Settings updated']);
  const elsewhere = await network.as('dispatcher');
  for (const path of ['/settings', '/dispatcher']) {
    const page = (await elsewhere.get<string>(path)).body;
    expect(htmlOf(page)).toBe('<html lang="en" data-theme="dark" data-text="larger">');
    const [, iso = '', shown] = loadedAt(page) ?? [];
    // The time is in the user's time zone, not in that of the business.
    expect(shown).toBe(`${clock(iso, 'Asia/Tokyo')} GMT+9`);
  }
  expect(await settingsOf(elsewhere)).toContain('<option value="Asia/Tokyo" selected="">');
  expect(htmlOf(await settingsOf(await network.as('driver')))).toBe('<html lang="en">');
});

test('the theme holds where a page could not be shown', async () => {
  const dispatcher = await network.as('dispatcher2');
  await submitForm(dispatcher, '/settings?index', { ...PREFERENCES, theme: 'light' });
  const missing = await dispatcher.get<string>('/dispatcher/tasks/999999');
  expect([missing.status, htmlOf(missing.body)]).toEqual([
    404,
    '<html lang="en" data-theme="light" data-text="larger">',
  ]);
});

test('times of the business, wherever the device is', async () => {
  const driver = await network.as('driver2');
  await submitForm(driver, '/settings?index', { ...PREFERENCES, timeZone: 'business' });
  const [, iso = '', shown] = loadedAt(await settingsOf(driver)) ?? [];
  expect(shown).toBe(clock(iso, 'America/Chicago'));
});

test.each([
  [{ theme: 'pink' }, 'Choose a theme'],
  [{ textSize: 'huge' }, 'Choose a text size'],
  [{ timeZone: 'Kansas/Nowhere' }, 'Choose a time zone'],
])('preferences are checked: %o', async (wrong, sentence) => {
  const driver = await network.as('driver3');
  const refused = await submitForm(driver, '/settings?index', { ...PREFERENCES, ...wrong });
  expect(refused.status).toBe(422);
  expect(refused.body).toContain(sentence);
});

test('system information is real, and has no keys @long', async () => {
  const admin = await network.as('admin');
  await network.database.rows(
    `insert into geocode_queue (address_key, address, next_try_at)
     values ('a', 'A', now() + interval '1 hour'), ('b', 'B', null), ('c', 'C', null)`,
  );
  await network.another();
  const page = (await admin.get<string>('/settings/system')).body.replaceAll('<!-- -->', '');
  const fact = (term: string) => new RegExp(`<dt[^>]*>${term}</dt><dd[^>]*>(.*?)</dd>`).exec(page)?.[1];
  const [server] = await network.database.rows<{ version: string }>(
    "select split_part(current_setting('server_version'), ' ', 1) as version",
  );
  expect(fact('User ID')).toBe(String(network.ids.admin));
  expect(fact('Version')).toMatch(/^\d+\.\d+\.\d+\+[\da-f]{7}(-dirty)?$/);
  expect(fact('Map')).toBe('Google Maps');
  expect(fact('Addresses')).toBe('Nominatim at 127.0.0.1:9');
  expect(fact('Routes')).toContain('127.0.0.1:9');
  expect(fact('Database')).toMatch(new RegExp(`^PostgreSQL ${server?.version ?? ''}, \\d+(\\.\\d)? MB$`));
  expect(fact('Migrations')).toMatch(/^All \d+ applied$/);
  expect(fact('Instances')).toBe('2');
  expect(fact('Address lookups')).toMatch(/^1 waiting, oldest from .*, 2 failed$/);
  expect(page).not.toContain('browser-key');
  expect(page).not.toContain('secret@');
});

test('users who are no admins see the version and whom to ask, and no link to administration', async () => {
  const driver = await network.as('driver');
  expect(await settingsOf(driver)).toContain('href="/settings/system"');
  const page = (await driver.get<string>('/settings/system')).body;
  expect(page).toContain('System Information');
  expect(page).toContain('Google Maps');
  for (const hidden of ['PostgreSQL', 'Instances', 'Admin Management', 'href="/settings/users"'])
    expect(page).not.toContain(hidden);
  expect(await settingsOf(await network.as('admin'))).toContain('href="/settings/users"');
});

test('the preview of a message shows what was typed, and stores nothing', async () => {
  const admin = await network.as('admin');
  const page = '/settings/customer-messages/late';
  const before = (await admin.get<string>(page)).body;
  const { status, body } = await submitForm(admin, page, {
    intent: 'preview',
    subject: 'Sorry for {account}',
    text: 'We are late',
  });
  expect([status, body.includes('<b>Sorry for Brookside Auto</b>')]).toEqual([200, true]);
  expect(body).toContain('value="Sorry for {account}"');
  expect((await admin.get<string>(page)).body).toContain(/<b>(.*?)<\/b>/.exec(before)?.[0] ?? 'none');
});
