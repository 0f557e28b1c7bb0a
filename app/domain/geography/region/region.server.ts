/** The region that this process serves: read at the start, and again when the command has announced another one. */
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, type Header, PMTiles, ResolvedValueCache, type Source } from 'pmtiles';
import * as z from 'zod/v4';
import { execute } from 'db/connection';
import { log } from '~/process/log.server';
import { env } from '~/process/env.server';
import type { Actor } from '~/domain/kernel/actor';
import { mayAll } from '~/domain/kernel/permissions';
import type { MapSettings, Streets } from './map-settings';

/**
 * Stores regions on the disk. Each build is a folder of its own in DATA_DIR/region, and the file `current`
 * names the one in use: it is replaced in one step, and a build is never changed. Instances that share
 * DATA_DIR share the region.
 */

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
  /** True for the streets of the demo's town. */
  invented: z.boolean().default(false),
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
const tilesOf = (id: string) => join(folderOf(id), 'tiles.pmtiles');
export const roadsOf = (id: string) => join(folderOf(id), 'roads');

/** Milliseconds that a former build stays. Processes that still read from it change over within seconds. */
const KEPT_MS = 3_600_000;

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
async function readCurrent(): Promise<Region | null> {
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

/** Reads tiles from a .pmtiles file on the disk. */

const unzip = promisify(gunzip);

export type TileReader = {
  header(): Promise<Header>;
  metadata(): Promise<unknown>;
  /** Returns the tile as it is stored; null where there is none. */
  tile(z: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
};

/** The limit for an unpacked directory or description. Those of the whole earth are smaller. */
const LARGEST = 64 * 1_024 * 1_024;

async function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return data;
  if (compression !== Compression.Gzip) throw new Error('Only gzip is supported');
  return new Uint8Array(await unzip(data, { maxOutputLength: LARGEST })).buffer;
}

/** A metro area has two or three directories; a large file has more, and those in use are kept. */
const MOST_DIRECTORIES = 100;

export async function openTiles(path: string): Promise<TileReader> {
  const file = await open(path, 'r');
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
  };
  const cache = new ResolvedValueCache(MOST_DIRECTORIES, true, decompress);
  // Directories are unpacked by the cache; tiles are sent as they are.
  const asStored = new PMTiles(source, cache, (data) => Promise.resolve(data));
  return {
    header: () => asStored.getHeader(),
    metadata: () => new PMTiles(source, cache, decompress).getMetadata(),
    tile: async (z, x, y) => {
      const found = await asStored.getZxy(z, x, y);
      return found ? new Uint8Array(found.data) : null;
    },
    close: () => file.close(),
  };
}

/** Announces another region, or none, to every instance. */
export const REGION_CHANNEL = 'region_changed';

type Opened = { region: Region; tiles: TileReader; isZipped: boolean };

let current: Opened | null = null;
/** The replaced region: open pages ask for its tiles until they load their data again. */
let former: Opened | null = null;

/** Returns the region in memory, without reading the disk. */
export const currentRegion = (): Region | null => current?.region ?? null;

let reading = Promise.resolve();

let mayBeInvented = false;

/** Call it for a demo. Other installations do not use invented streets, even if they are in DATA_DIR. */
export function allowInventedRegion(): void {
  mayBeInvented = true;
}

/** If the region can't be read, nothing changes: everything works without streets. */
export const readRegion = () => (reading = reading.then(readNow));

async function readNow(): Promise<void> {
  try {
    const stored = await readCurrent();
    const region = stored?.invented && !mayBeInvented ? null : stored;
    if (region?.id === current?.region.id) return;
    const opened = region && (await openRegion(region));
    const over = former;
    [current, former] = [opened, current];
    if (current) setTimeout(forgetFormer, KEPT_MS + MARGIN_MS).unref();
    await over?.tiles.close();
  } catch (error) {
    log.warn({ err: error }, 'the street map can not be read');
  }
}

const MARGIN_MS = 60_000;

const forgetFormer = () => {
  removeFormer().catch((error: unknown) => {
    log.warn({ err: error }, 'a former street map could not be deleted');
  });
};

async function openRegion(region: Region): Promise<Opened> {
  const tiles = await openTiles(tilesOf(region.id));
  const { tileCompression } = await tiles.header();
  return { region, tiles, isZipped: tileCompression === Compression.Gzip };
}

type Tile = { bytes: Uint8Array | null; isZipped: boolean };

/** @returns null for a region that is not served (any more); `bytes` is null for a tile without content. */
export async function readTile(id: string, [z, x, y]: [number, number, number]): Promise<Tile | null> {
  const opened = [current, former].find((each) => each?.region.id === id);
  if (!opened) return null;
  const isThere = z <= opened.region.zooms[1] && x < 2 ** z && y < 2 ** z;
  const bytes = isThere ? await opened.tiles.tile(z, x, y) : null;
  return { bytes, isZipped: opened.isZipped };
}

export async function announceRegion(): Promise<void> {
  await execute('select pg_notify($channel, $message)', { channel: REGION_CHANNEL, message: '' });
}

/** Chooses the source of the maps: Google, a tile server, or the region's streets. */

/** Google's id for maps without a style of their own. */
const DEMO_MAP_ID = 'DEMO_MAP_ID';

const services: Pick<MapSettings, 'tiles' | 'google'> = {
  tiles: env.MAP_TILE_URL
    ? { url: env.MAP_TILE_URL, attribution: env.MAP_TILE_ATTRIBUTION ?? '', maxZoom: env.MAP_TILE_MAX_ZOOM }
    : null,
  google: env.GOOGLE_MAPS_API_KEY
    ? { key: env.GOOGLE_MAPS_API_KEY, mapId: env.GOOGLE_MAPS_MAP_ID ?? DEMO_MAP_ID }
    : null,
};

/** Returns true if there is neither a region nor another source of maps. */
export const lacksStreets = () => !services.google && !services.tiles && current === null;

/** Configured services win. The region is read each time because it changes while the application runs. */
export const mapSettings = (actor: Actor): MapSettings =>
  services.google ? { ...services, streets: null } : leafletSettings(actor);

/** Settings for a map that is never Google's. */
export function leafletSettings(actor: Actor): MapSettings {
  const region = services.tiles ? null : currentRegion();
  return { tiles: services.tiles, google: null, streets: region && streetsOf(region, actor) };
}

function streetsOf({ id, attribution, zooms, box, invented }: Region, actor: Actor): Streets {
  const streets = { id, attribution, zooms, box };
  if (!invented) return streets;
  return { ...streets, invented: { addRegionAt: mayAll(actor, 'manageSystem') ? '/settings/system' : null } };
}
