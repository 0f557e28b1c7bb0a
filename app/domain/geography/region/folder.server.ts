/**
 * Stores regions on the disk. Each build is a folder of its own in DATA_DIR/region, and the file `current`
 * names the one in use: it is replaced in one step, and a build is never changed. Instances that share
 * DATA_DIR share the region.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod/v4';
import { env } from '~/process/env.server';

const Region = z.object({
  id: z.string(),
  /** From the name of the file. */
  name: z.string(),
  /** Degrees: west, south, east, north. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  zooms: z.tuple([z.number(), z.number()]),
  attribution: z.string(),
  /** The date of the streets; null when their file does not say it. */
  dataDate: z.string().nullable(),
  builtAt: z.string(),
  tileBytes: z.number(),
  /** null without road times. */
  roadBytes: z.number().nullable(),
});
export type Region = z.output<typeof Region>;

export const regionFolder = resolve(env.DATA_DIR, 'region');
const CURRENT = join(regionFolder, 'current');
const FACTS = 'region.json';
const ID = /^\d{8}-\d{6}-[\da-f]{6}$/;
/** The prefix of a build under way. Readers ignore it. */
const UNFINISHED = 'unfinished-';

const folderOf = (id: string) => join(regionFolder, id);
export const tilesOf = (id: string) => join(folderOf(id), 'tiles.pmtiles');
export const roadsOf = (id: string) => join(folderOf(id), 'roads');

/** Milliseconds that a former build stays. Processes that still read from it change over within seconds. */
export const KEPT_MS = 3_600_000;

export function newBuild(): { id: string; folder: string } {
  const now = new Date()
    .toISOString()
    .replace('T', '-')
    .replaceAll(/[^\d-]/g, '');
  const [year = '', month = '', ...rest] = now.split('-');
  const [day = '', time = ''] = rest;
  const id = `${year}${month}${day}-${time.slice(0, 6)}-${randomBytes(3).toString('hex')}`;
  return { id, folder: join(regionFolder, UNFINISHED + id) };
}

/** @returns null without a region. @throws Error when the region's files can't be read. */
export async function readCurrent(): Promise<Region | null> {
  const id = await readFile(CURRENT, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (id === null) return null;
  if (!ID.test(id)) throw new Error(`${CURRENT} names no region`);
  return Region.parse(JSON.parse(await readFile(join(folderOf(id), FACTS), 'utf8')));
}

/** Makes a build the current one. The switch is one step, so it can't be left half done. */
export async function finishBuild(unfinished: string, region: Region): Promise<void> {
  await writeFile(join(unfinished, FACTS), JSON.stringify(region, null, 2));
  await rename(unfinished, folderOf(region.id));
  await writeFile(`${CURRENT}.new`, region.id);
  await rename(`${CURRENT}.new`, CURRENT);
}

/** @returns whether there was a region. */
export async function removeCurrent(): Promise<boolean> {
  const wasThere = await stat(CURRENT).then(
    () => true,
    () => false,
  );
  await rm(CURRENT, { force: true });
  await removeFolders(() => true);
  return wasThere;
}

/** Call it only while no build is under way. */
export const removeUnfinished = () => removeFolders((name) => name.startsWith(UNFINISHED));

/** Deletes former builds, an hour after they were replaced. */
export async function removeFormer(): Promise<void> {
  const replaced = await stat(CURRENT).catch(() => null);
  if (!replaced || !isOld(replaced.mtimeMs)) return;
  const current = await readFile(CURRENT, 'utf8');
  // A new build gets its folder's name a moment before it becomes the current one, so young folders stay.
  await removeFolders(async (name) => name !== current && isOld((await stat(folderOf(name))).mtimeMs));
}

const isOld = (ms: number) => Date.now() - ms > KEPT_MS;

async function removeFolders(isOver: (name: string) => boolean | Promise<boolean>): Promise<void> {
  const names = await readdir(regionFolder).catch(() => []);
  for (const name of names) {
    const isOurs = ID.test(name) || name.startsWith(UNFINISHED);
    if (isOurs && (await isOver(name))) await rm(folderOf(name), { recursive: true, force: true });
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
