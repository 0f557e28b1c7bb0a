/**
 * `npm run region`: makes the street map and the roads of a region from files that an operator has
 * downloaded, in a folder of its own. It switches to that folder when everything in it has been checked;
 * after an error the region in use stays.
 */
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fullDisk } from 'db/embedded-home';
import { isHeldByAnother, withLock } from 'db/pid-lockfile';
import { type County, replaceCounties } from 'db/street-ranges';
import { improvePlaces, readHouseNumbers, removeHouseNumbers } from './house-numbers.server';
import {
  announceRegion,
  finishBuild,
  newBuild,
  type Region,
  regionFolder,
  removeCurrent,
  removeFormer,
  removeUnfinished,
} from '~/domain/geography/region/region.server';
import { BUILD_LOCK, forgetProgress, noteProgress } from '~/domain/geography/region/build-progress.server';
import { findValhalla, installCommand } from '~/domain/geography/region/valhalla.server';
import { env } from '~/process/env.server';
import { estimate, makeRegion, megabytes } from './make.server';
import { recognize } from './given-files.server';
import type { Progress } from './osm-map.server';

type Say = (...lines: string[]) => void;
type Options = {
  say: Say;
  signal: AbortSignal;
  /** Called when the files are usable, before the work begins. Returns the address of the database. */
  openDatabase: () => Promise<string>;
};

const USAGE =
  'Usage: npm run region -- FILE.osm.pbf [ADDRFEAT.zip …] [AREAWATER.zip …] [FILE.pmtiles], or npm run region -- --remove';
const PROGRESS_MS = 3_000;

/** @throws Error with a sentence for a person; then nothing has changed. */
export async function buildRegion(words: string[], { say, signal, openDatabase }: Options): Promise<void> {
  if (words.length === 0 || (words.includes('--remove') && words.length > 1)) throw new Error(USAGE);
  if (words[0] === '--remove') {
    await openDatabase();
    await alone(async () => {
      await removeHouseNumbers();
      say((await removeCurrent()) ? 'The region has been removed.' : 'There is no region.');
      await announceRegion();
    });
    return;
  }
  const given = await recognize(words);
  const valhalla = given.osm && findValhalla();
  say(...estimate(given, valhalla !== null));
  if (given.osm && !valhalla)
    say(
      'Valhalla is not installed: times by road will be estimated. To have them, run this, and then this command again:',
      `  ${installCommand()}`,
    );
  const url = await openDatabase();
  await alone(async () => {
    await removeUnfinished();
    await removeFormer();
    const { id, folder } = newBuild();
    await mkdir(folder);
    try {
      const onProgress = progressTo(say);
      const counties = await readCounties(given.addresses, { folder, signal, onProgress });
      const region =
        given.osm || given.tiles
          ? await makeRegion(given, { id, folder, valhalla, signal, onProgress })
          : null;
      signal.throwIfAborted();
      if (counties.length > 0) await replaceCounties(url, counties, signal);
      for (const { file } of counties) await rm(file);
      if (region) {
        await finishBuild(folder, region);
        await announceRegion();
        say(`${region.name} is in use now: ${summary(region)}.`);
      }
      if (counties.length > 0) await useCounties(counties, { say, signal, onProgress });
    } catch (error) {
      signal.throwIfAborted();
      // The check runs before the folder is removed, which makes room on the disk again.
      const full = await fullDisk(env.DATA_DIR, error instanceof Error ? error.message : String(error));
      throw full ? new Error(full) : error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

type Reading = { folder: string; signal: AbortSignal; onProgress: Progress };

async function readCounties(paths: string[], { folder, signal, onProgress }: Reading): Promise<County[]> {
  const counties: County[] = [];
  for (const [i, path] of paths.entries()) {
    onProgress('Reading house numbers', i / paths.length);
    const county = await readHouseNumbers(path, join(folder, `${String(i)}.copy`), signal);
    if (counties.some((each) => each.county === county.county))
      throw new Error(`${basename(path)} can't be used: there is another file of this county`);
    counties.push(county);
  }
  return counties;
}

async function useCounties(
  counties: County[],
  { say, signal, onProgress }: { say: Say; signal: AbortSignal; onProgress: Progress },
): Promise<void> {
  const ranges = counties.reduce((sum, county) => sum + county.ranges, 0);
  const named = counties.length === 1 ? '1 county' : `${String(counties.length)} counties`;
  say(`House numbers of ${named} are in use now: ${String(ranges)} ranges.`);
  const improved = await improvePlaces(signal, (share) => onProgress('Looking up known addresses', share));
  say(`Of the addresses that were known approximately, ${String(improved)} are on these streets.`);
}

/** Runs one build at a time in this folder. */
export async function alone(work: () => Promise<void>): Promise<void> {
  await mkdir(regionFolder, { recursive: true });
  if (await isHeldByAnother(BUILD_LOCK)) throw new Error('Another build of a region is under way');
  await withLock(BUILD_LOCK, () => work().finally(forgetProgress));
}

/** Reports each stage, and the progress of a long one. */
function progressTo(say: Say): Progress {
  let last = { stage: '', at: 0 };
  return (stage, share) => {
    if (stage === last.stage && Date.now() - last.at < PROGRESS_MS) return;
    say(share > 0 ? `  ${stage}: ${String(Math.round(share * 100))} %` : `  ${stage} …`);
    void noteProgress({ stage, share });
    last = { stage, at: Date.now() };
  };
}

const summary = ({ tileBytes, roadBytes, dataDate }: Region) =>
  [
    `map ${megabytes(tileBytes)}`,
    roadBytes === null ? 'no road times' : `roads ${megabytes(roadBytes)}`,
    `streets as of ${dataDate ?? 'unknown'}`,
  ].join(', ');
