/** The region that this process serves: read at the start, and again when the command has announced another one. */
import { execute } from 'db/connection';
import { Compression } from 'pmtiles';
import { log } from '~/process/log.server';
import { KEPT_MS, readCurrent, removeFormer, tilesOf, type Region } from './folder.server';
import { openTiles, type TileReader } from './tile-reader.server';

/** Announces another region, or none, to every instance. */
export const REGION_CHANNEL = 'region_changed';

type Opened = { region: Region; tiles: TileReader; isZipped: boolean };

let current: Opened | null = null;
/** The replaced region: open pages ask for its tiles until they load their data again. */
let former: Opened | null = null;

/** Returns the region in memory, without reading the disk. */
export const currentRegion = (): Region | null => current?.region ?? null;

let reading = Promise.resolve();

/** If the region can't be read, nothing changes: everything works without streets. */
export const readRegion = () => (reading = reading.then(readNow));

async function readNow(): Promise<void> {
  try {
    const region = await readCurrent();
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
