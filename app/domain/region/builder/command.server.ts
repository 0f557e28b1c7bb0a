/**
 * `npm run region`: makes the street map and the roads of a region from files that an operator has downloaded, in a folder
 * of its own, and switches to it when all of it has been checked. Whatever goes wrong, the region in use stays.
 */
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isHeldByAnother, withLock } from 'db/pid-lockfile';
import {
  finishBuild,
  newBuild,
  regionFolder,
  removeCurrent,
  removeFormer,
  removeUnfinished,
  type Region,
} from '~/domain/region/folder.server';
import { announceRegion } from '~/domain/region/region.server';
import { findValhalla, installCommand } from '~/domain/region/valhalla.server';
import { estimate, megabytes } from './estimate';
import { recognize } from './given-files.server';
import { makeRegion } from './make.server';
import type { Progress } from './osm-map.server';

type Say = (...lines: string[]) => void;
type Options = {
  say: Say;
  signal: AbortSignal;
  /** Called when the files are usable, before the work begins. */
  openDatabase: () => Promise<void>;
};

const USAGE =
  'Usage: npm run region -- FILE.osm.pbf [AREAWATER.zip …] [FILE.pmtiles], or npm run region -- --remove';
const PROGRESS_MS = 3_000;

/** @throws Error with a sentence for a person; then nothing has changed. */
export async function buildRegion(words: string[], { say, signal, openDatabase }: Options): Promise<void> {
  if (words.length === 0 || (words.includes('--remove') && words.length > 1)) throw new Error(USAGE);
  if (words[0] === '--remove') {
    await openDatabase();
    await alone(async () => {
      say((await removeCurrent()) ? 'The region has been removed.' : 'There is no region.');
      await announceRegion();
    });
    return;
  }
  const given = await recognize(words);
  const [unread] = given.addresses;
  if (unread) throw new Error(`${basename(unread)} has ranges of house numbers, which are not used`);
  const valhalla = given.osm && findValhalla();
  say(...estimate(given, valhalla !== null));
  if (given.osm && !valhalla)
    say(
      'Valhalla is not installed: times by road will be estimated. To have them, run this, and then this command again:',
      `  ${installCommand()}`,
    );
  await openDatabase();
  await alone(async () => {
    await removeUnfinished();
    await removeFormer();
    const { id, folder } = newBuild();
    await mkdir(folder);
    try {
      const region = await makeRegion(given, { id, folder, valhalla, signal, onProgress: progressTo(say) });
      signal.throwIfAborted();
      await finishBuild(folder, region);
      await announceRegion();
      say(`${region.name} is in use now: ${summary(region)}.`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** One build at a time in this folder. */
async function alone(work: () => Promise<void>): Promise<void> {
  await mkdir(regionFolder, { recursive: true });
  const lock = join(regionFolder, 'build.pid');
  if (await isHeldByAnother(lock)) throw new Error('Another build of a region is under way');
  await withLock(lock, work);
}

/** Says each stage, and how far a long one has come. */
function progressTo(say: Say): Progress {
  let last = { stage: '', at: 0 };
  return (stage, share) => {
    if (stage === last.stage && Date.now() - last.at < PROGRESS_MS) return;
    say(share > 0 ? `  ${stage}: ${String(Math.round(share * 100))} %` : `  ${stage} …`);
    last = { stage, at: Date.now() };
  };
}

const summary = ({ tileBytes, roadBytes, dataDate }: Region) =>
  [
    `map ${megabytes(tileBytes)}`,
    roadBytes === null ? 'no road times' : `roads ${megabytes(roadBytes)}`,
    `streets as of ${dataDate}`,
  ].join(', ');
