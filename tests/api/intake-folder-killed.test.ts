/** Instances are killed while they take files out of a folder: none is lost, and none becomes two documents. */
import { writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { newBase, openFolder, WAIT } from '../support/document-folder';
import { endLeases } from '../support/jobs';
import { startNetwork } from '../support/network';

test('what instances that were killed have left is taken up, and becomes one document', async () => {
  const base = await newBase();
  const network = await startNetwork({ INTAKE_DIR: base });
  let admin = await network.as('admin');
  const folder = await openFolder(admin, base);
  const { inside } = folder;
  await admin.patch(folder.path, { on: true });
  await writeFile(inside('first.txt'), 'INVOICE 1');
  await folder.isDone('first.txt');
  await writeFile(inside('.taken-not-stored-0a1b2c3d.txt'), 'INVOICE that was not stored');
  await writeFile(inside('.taken-stored-0a1b2c3d.txt'), 'INVOICE 1');
  await folder.isDone('not-stored.txt');
  await folder.isDone('stored.txt');
  expect(await folder.count(admin)).toBe(2);
  let app = await network.another();
  await network.app.kill();
  await endLeases(network.database);
  admin = admin.through(app.origin);
  const FILES = 40;
  const names = Array.from({ length: FILES }, (_, index) => `killed ${String(index)}.txt`);
  await Promise.all(names.map((name) => writeFile(inside(name), `INVOICE of ${name}`)));
  const taken = async () => (await folder.namesIn('done')).filter((name) => name.startsWith('killed')).length;
  for (const share of [1, FILES / 4, FILES / 2]) {
    await vi.waitFor(async () => expect(await taken()).toBeGreaterThanOrEqual(share), WAIT);
    const killed = app;
    await killed.kill();
    app = await network.another();
    await endLeases(network.database);
    admin = admin.through(app.origin);
  }
  await vi.waitFor(async () => expect(await taken()).toBe(FILES), WAIT);
  expect(await folder.count(admin)).toBe(2 + FILES);
  expect(await folder.taken()).toEqual([]);
  await network.close();
  await folder.remove();
});
