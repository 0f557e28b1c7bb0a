/** The folder of backups is on a disk that hangs. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hangingDisk } from '../support/hanging-disk';
import { install, type Installation } from './installation';
import { slowed } from '../support/slowness';

const disk = hangingDisk();
const SKIPPED = disk ? '' : ' (SKIPPED: this machine lets nobody mount a disk that can hang)';
const WAIT_SECONDS = 3;
/** Docker waits this long before it kills a container; see deploy/compose.yaml. */
const STOP_WITHIN_MS = slowed(30_000);
let installation: Installation;

beforeAll(async () => {
  if (!disk) return;
  const env = { BACKUP_DIR: disk.folder, BACKUP_WAIT_SECONDS: String(WAIT_SECONDS) };
  installation = await install({ lanes: 1, env });
});
afterAll(async () => {
  if (!disk) return;
  disk.thaw();
  await installation.close();
  disk.remove();
});

type Backup = { state: string; error: string | null; seconds: number };
const latest = async () =>
  (
    await installation.database.rows<Backup>(
      `select state, error, extract(epoch from next_try_at - now())::float8 as seconds from backups order by id desc limit 1`,
    )
  )[0];
const ask = () =>
  installation.database.rows(
    `insert into backups default values on conflict ((true)) where state in ('waiting', 'running')
     do update set next_try_at = now() where backups.state = 'waiting'`,
  );

test.skipIf(!disk)(
  `it is given up with a line of the log, sign-ins work meanwhile, and SIGTERM ends the application; thawed, the backup is made${SKIPPED}`,
  async () => {
    if (!disk) return;
    disk.freeze();
    await ask();
    await expect.poll(latest).toMatchObject({ state: 'running' });
    // Several hanging backups would occupy all threads that read files and check passwords.
    const desk = await installation.as('desk1');
    const signIn = { username: 'desk1', password: 'dispatch-demo' };
    expect((await desk.post('/api/login', signIn)).status).toBe(200);
    const sentence = `Nothing could be read or written for ${String(WAIT_SECONDS)} seconds`;
    await expect.poll(latest).toMatchObject({ state: 'waiting', error: sentence });
    // The job waits for its next try, and no instance holds it.
    expect((await latest())?.seconds).toBeGreaterThan(600);
    expect(installation.app().output()).toMatch(/"level":50.*the backup failed/);

    await ask();
    await expect.poll(latest).toMatchObject({ state: 'running' });
    const from = performance.now();
    expect(await installation.app().stop()).toBe(0);
    expect(performance.now() - from).toBeLessThan(STOP_WITHIN_MS);
    expect(await latest()).toMatchObject({ state: 'waiting' });
    expect((await latest())?.seconds).toBeLessThanOrEqual(0);

    disk.thaw();
    await installation.start();
    await expect.poll(latest).toMatchObject({ state: 'done', error: null });
    expect(readdirSync(disk.folder).filter((name) => name.endsWith('.incomplete'))).toEqual([]);
  },
);
