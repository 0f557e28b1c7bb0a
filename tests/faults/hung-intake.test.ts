/** A folder of documents is on a disk that hangs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceWithSettings, StoredDocument } from '~/domain/intake/inbox/schema';
import { client } from '../support/client';
import { hangingDisk } from '../support/hanging-disk';
import { type Network, startNetwork } from '../support/network';

const disk = hangingDisk();
const SKIPPED = disk ? '' : ' (SKIPPED: this machine lets nobody mount a disk that can hang)';
let network: Network;

beforeAll(async () => {
  if (disk) network = await startNetwork({ INTAKE_DIR: disk.folder });
});
afterAll(async () => {
  if (!disk) return;
  disk.thaw();
  await network.close();
  disk.remove();
});

test.skipIf(!disk)(
  `the source says so, and everything else works meanwhile; thawed, its files are taken${SKIPPED}`,
  async () => {
    if (!disk) return;
    mkdirSync(join(disk.folder, 'Plaza'));
    writeFileSync(join(disk.folder, 'Plaza', 'invoice.txt'), 'INVOICE 1');
    const admin = await network.as('admin');
    disk.freeze();
    const settings = { kind: 'folder', folder: 'Plaza' };
    const made = await admin.post<SourceWithSettings>('/api/intake/sources', {
      name: 'Plaza',
      on: true,
      settings,
    });
    const path = `/api/intake/sources/${String(made.body.id)}`;
    const source = async () => (await admin.get<SourceWithSettings>(path)).body;
    await expect.poll(source).toMatchObject({ lastError: 'The folder does not answer' });
    // Passwords are checked by the same few threads that wait for disks.
    const signIn = { username: 'dispatcher', password: 'dispatch-demo' };
    for (let times = 0; times < 3; times += 1) {
      const tried = await source();
      await expect.poll(async () => (await source()).lastErrorAt).not.toBe(tried.lastErrorAt);
      expect((await client(network.app.origin).post('/api/login', signIn)).status).toBe(200);
    }
    disk.thaw();
    await expect
      .poll(async () => (await admin.get<StoredDocument[]>('/api/intake/documents')).body.length)
      .toBe(1);
    await expect.poll(source).toMatchObject({ lastError: null, failingSince: null });
  },
);
