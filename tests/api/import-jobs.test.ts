import { beforeEach, expect, test } from 'vitest';
import type { ImportJob } from '~/domain/network/accounts/schema';
import type { Client } from '../support/client';
import { holdLocks } from '../support/database';
import { manyRows, uploadImport } from '../support/import-upload';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
beforeEach(async () => {
  await network.database.rows('delete from accounts');
});

type Upload = { name?: string; who?: Client };

const upload = (csv: string | Buffer, { who = dispatcher, name }: Upload = {}) =>
  uploadImport(who, csv, { name });

const jobPath = (id: number) => `/api/accounts/imports/${String(id)}`;
/** Returns the job when it has ended. The instance may start the job before the page does. */
async function jobOf(id: number): Promise<ImportJob> {
  for (;;) {
    const { body } = await dispatcher.get<ImportJob>(jobPath(id));
    if (!['waiting', 'running'].includes(body.state)) return body;
  }
}
const countAccounts = async () =>
  (await network.database.rows<{ count: number }>('select count(*)::integer as count from accounts'))[0]
    ?.count;

const SMALL =
  'Company Name;Note;Address;Phone\nAcme;x;1 Elm St;816-555-0101\n;=1+1;"2 Elm; rear";\nBlue;y;3 Elm St;12\n';

test('a small file is imported while the page waits', async () => {
  const { status, id } = await upload(SMALL);
  expect(status).toBe(302);
  expect(await jobOf(id)).toMatchObject({
    fileName: 'accounts.csv',
    state: 'done',
    lineCount: 4,
    linesDone: 4,
    imported: 1,
    skipped: 0,
    rejected: 2,
    error: null,
  });
  const [kept] = await network.database.rows<{ file: unknown }>(
    'select file from account_imports where id = $1',
    [id],
  );
  expect(kept?.file).toBeNull();
  const events = await network.database.rows('select action, actor_id from account_events');
  expect(events).toContainEqual({ action: 'created', actor_id: network.ids.dispatcher });
  const page = await dispatcher.get<string>(`/accounts/import?result=${String(id)}`);
  expect(page.body).toContain('Successfully imported 1 account');
  expect(page.body).toContain('Company Name is required');
});

test('rejected rows come as a file that is mended and imported again', async () => {
  const { id } = await upload(SMALL);
  await jobOf(id);
  const { body, headers } = await dispatcher.get<string>(`${jobPath(id)}/rejected.csv`);
  expect(headers.get('content-type')).toContain('text/csv');
  expect(headers.get('content-disposition')).toContain('attachment');
  expect(body).toBe(
    'Line,Error,Company Name,Note,Address,Phone\r\n' +
      `3,Company Name is required,,"'=1+1","2 Elm; rear",\r\n` +
      '4,Phone number must be at least 10 characters long,Blue,y,3 Elm St,12\r\n',
  );
  const mended = body.replace('required,,', 'required,Cedar,');
  const again = await upload(mended);
  expect(await jobOf(again.id)).toMatchObject({ imported: 1, rejected: 1 });
  const rest = await dispatcher.get<string>(`${jobPath(again.id)}/rejected.csv`);
  expect(rest.body).toBe(
    'Line,Error,Company Name,Note,Address,Phone\r\n' +
      '3,Phone number must be at least 10 characters long,Blue,y,3 Elm St,12\r\n',
  );
});

test.each([
  ['accounts.xlsx', SMALL, 'Please select a valid CSV file'],
  ['accounts.csv', Buffer.from('PK\u0003\u0004\0\0'), 'Please select a valid CSV file'],
  [
    'accounts.csv',
    'Firm\nAcme\n',
    'The first line must name the columns Company Name and Address. Found: Firm.',
  ],
])('%s with %j is refused beside the field', async (name, csv, message) => {
  const { status, html } = await upload(csv, { name });
  expect(status).toBe(422);
  expect(html).toContain(message);
});

test('a quote that is never closed leaves nothing behind', async () => {
  const { id } = await upload(`${manyRows(1_500)}"Acme,1 Elm St\n`);
  expect(await jobOf(id)).toMatchObject({
    state: 'failed',
    error: 'A quotation mark opened after line 1501 is never closed',
    imported: 0,
  });
  expect(await countAccounts()).toBe(0);
});

test("nobody sees another's import, and drivers none", async () => {
  const { id } = await upload(SMALL);
  const [other, driver] = await Promise.all([network.as('admin'), network.as('driver')]);
  expect((await other.get(jobPath(id))).status).toBe(404);
  expect((await other.get(`${jobPath(id)}/rejected.csv`)).status).toBe(404);
  expect((await other.get(`/accounts/import?result=${String(id)}`)).status).toBe(404);
  expect((await driver.get(jobPath(id))).status).toBe(403);
  expect((await upload(SMALL, { who: driver })).status).toBe(403);
});

/** Returns the accounts page. React separates texts with comments. */
const accountsPage = async (who: Client) =>
  (await who.get<string>('/accounts')).body.replaceAll('<!-- -->', '');

test('the accounts page tells who began it of a long import: its progress, and its end for an hour', async () => {
  const admin = await network.as('admin');
  // As long as another one imports, this import does not begin.
  const release = await holdLocks(network.database.url, 'select pg_advisory_xact_lock(7206113)');
  const { id } = await upload(manyRows(2_100), { name: 'long.csv' });
  const set = (assignments: string) =>
    network.database.rows(`update account_imports set ${assignments} where id = $1`, [id]);
  await set("state = 'running', lines_done = 525");
  const underWay = await accountsPage(dispatcher);
  for (const text of ['Importing long.csv.', '24 %', `/accounts/import?result=${String(id)}`])
    expect(underWay).toContain(text);
  expect(await accountsPage(admin)).not.toContain('long.csv');
  await release();

  expect(await jobOf(id)).toMatchObject({ state: 'done' });
  expect(await accountsPage(dispatcher)).toContain('long.csv has been imported: 2,100 new, 0 rejected.');
  await set("finished_at = now() - interval '61 minutes'");
  expect(await accountsPage(dispatcher)).not.toContain('long.csv');
});

test('the accounts page does not repeat the result of an import that somebody waited for', async () => {
  await jobOf((await upload(SMALL, { name: 'short.csv' })).id);
  expect(await accountsPage(dispatcher)).not.toContain('short.csv');
});
