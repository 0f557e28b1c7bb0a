/** A folder whose files become documents, and the source that takes them. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { SourceWithSettings, StoredDocument } from '~/domain/intake/inbox/schema';
import type { Client } from './client';

export const WAIT = { interval: 100 };

export type DocumentFolder = Awaited<ReturnType<typeof openFolder>>;

/** For INTAKE_DIR. */
export const newBase = () => mkdtemp(join(tmpdir(), 'parts-dispatch-intake-'));

/** Makes a folder and its source, which is off. */
export async function openFolder(admin: Client, base: string) {
  const name = 'Plaza Imports';
  const inside = (...names: string[]) => join(base, name, ...names);
  await mkdir(inside());
  const settings = { kind: 'folder', folder: name };
  const made = await admin.post<SourceWithSettings>('/api/intake/sources', { name: 'Plaza', settings });
  expect(made.status).toBe(201);
  const sourceId = made.body.id;
  const namesIn = async (of: string) => (existsSync(inside(of)) ? (await readdir(inside(of))).sort() : []);
  /** The name that a file has after it was taken. */
  const ownName = (of: string) => new RegExp(`^${of.replace('.', '-[0-9a-f]{8}\\.')}$`);
  return {
    base,
    sourceId,
    path: `/api/intake/sources/${String(sourceId)}`,
    inside,
    namesIn,
    ownName,
    /** Files that an instance has taken and not finished. */
    taken: async () => (await readdir(inside())).filter((each) => each.startsWith('.taken-')),
    isDone: (of: string) =>
      vi.waitFor(async () => {
        expect(await namesIn('done')).toContainEqual(expect.stringMatching(ownName(of)));
      }, WAIT),
    count: async (by: Client) =>
      (await by.get<StoredDocument[]>(`/api/intake/documents?sourceId=${String(sourceId)}&limit=200`)).body
        .length,
    remove: () => rm(base, { recursive: true }),
  };
}
