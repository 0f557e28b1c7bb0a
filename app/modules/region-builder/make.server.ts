/** Makes all parts of a region in an unfinished folder, and checks each of them. */
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { availableParallelism } from 'node:os';
import { fork, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openTiles, type Region } from '~/domain/geography/region/region.server';
import type { Valhalla } from '~/domain/geography/region/valhalla.server';
import { valhallaConfig } from '~/domain/geography/region/valhalla-config';
import { errorsOf } from '~/domain/platform/workers.server';
import { ATTRIBUTION, DEEPEST_ZOOM, FIRST_ZOOM } from './classes';
import type { Given } from './given-files.server';
import { tileX, tileY } from './map-data';
import type { Box } from './osm-file.server';
import type { Progress } from './osm-map.server';
import type { Made } from './street-tiles.server';
import type { Report, Work } from './worker.server';

/** Runs programs for a build, one after the other. They end when the build is canceled. */

type Options = {
  signal: AbortSignal;
  /** The limit for JavaScript's own objects; the long lists of numbers come on top. */
  heapMb: number;
  onProgress: Progress;
};

/** @throws Error with the message of the process, or with a note that it ended without one. */
function inWorker(work: Work, { signal, heapMb, onProgress }: Options): Promise<Made | null> {
  const child = fork(fileURLToPath(new URL('./region-worker.js', import.meta.url)), [], {
    signal,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [`--max-old-space-size=${String(heapMb)}`],
    // Each thread of the pool keeps memory of its own in Valhalla.
    env: { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '1' },
  });
  return new Promise((resolve, reject) => {
    const reason = errorsOf(child);
    child.on('message', (message) => {
      const report = message as Report;
      if (report.kind === 'progress') onProgress(report.stage, report.share);
      else if (report.kind === 'made') resolve(report.made);
      else reject(new Error(report.why));
      if (report.kind !== 'progress') child.disconnect();
    });
    child.on('error', reject);
    child.on('close', (code, by) => {
      const why = reason(code, by);
      const isFull = why.includes('heap out of memory') || by === 'SIGKILL';
      reject(new Error(isFull ? 'there is not enough memory' : why));
    });
    child.send(work);
  });
}

/** @throws Error with the last line that the program wrote. */
function runProgram(
  program: string,
  args: string[],
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<void> {
  const child = spawn(program, args, { cwd, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let lastLine = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        lastLine = text.toString().trim().split('\n').at(-1) ?? lastLine;
      });
    child.on('error', reject);
    child.on('exit', (code, by) => {
      if (code === 0) resolve();
      // The program prints this prefix for an uncaught exception of C++.
      else reject(new Error(lastLine.replace(/^ *what\(\): */, '') || `it ended with ${String(code ?? by)}`));
    });
  });
}

/** Estimates the time, memory and disk of a build, from measured files (`npm run bench -- --region FILE`). */
type Sized = { path: string; bytes: number; date: Date };

const MB = 1_000_000;

/** Takes the size of the file in megabytes; returns seconds, and megabytes of memory and disk. */
const MAP = {
  seconds: (mb: number) => 2 + 0.6 * mb,
  memory: (mb: number) => 150 + 8 * mb,
  disk: (mb: number) => mb,
};
const ROADS = {
  seconds: (mb: number) => 2 + 0.9 * mb,
  memory: (mb: number) => 60 + 15 * mb,
  disk: (mb: number) => 6 * mb,
};

export const megabytes = (bytes: number) =>
  bytes < MB ? `${String(Math.ceil(bytes / 1_000))} kB` : `${String(Math.round(bytes / MB))} MB`;
const about = (mb: number) =>
  mb < 1_000 ? `${String(Math.ceil(mb / 10) * 10)} MB` : `${(mb / 1_000).toFixed(1)} GB`;

/**
 * Returns the megabytes of JavaScript's heap for a file of so many bytes; most of the memory is outside of
 * it.
 */
const heapMbFor = (bytes: number) => Math.max(1_500, Math.round((10 * bytes) / MB));

/** Map and roads are made one after the other, so time and disk add up, but memory does not. */
function needs(bytes: number, withRoads: boolean) {
  const mb = bytes / MB;
  const parts = withRoads ? [MAP, ROADS] : [MAP];
  return {
    seconds: Math.round(parts.reduce((sum, { seconds }) => sum + seconds(mb), 0)),
    memoryMb: Math.max(...parts.map(({ memory }) => memory(mb))),
    diskMb: parts.reduce((sum, { disk }) => sum + disk(mb), 0),
  };
}

type GivenFiles = { osm: Sized | null; tiles: Sized | null };

export function estimate({ osm, tiles }: GivenFiles, withRoads: boolean): string[] {
  const known = [osm, tiles].filter((each) => each !== null);
  const lines = known.map(
    ({ path, bytes, date }) => `${path}: ${megabytes(bytes)}, as of ${date.toISOString().slice(0, 10)}`,
  );
  if (!osm) return lines;
  const { seconds, memoryMb, diskMb } = needs(osm.bytes, withRoads);
  const time = seconds < 90 ? `${String(seconds)} seconds` : `${String(Math.round(seconds / 60))} minutes`;
  return [...lines, `This takes about ${time}, ${about(memoryMb)} of memory and ${about(diskMb)} of disk.`];
}

/** Builds road tiles with Valhalla's own program. */

const PROBE_HEAP_MB = 300;
const INVENTED_HEAP_MB = 500;

type Build = { osm: string; tileDir: string; box: Box; signal: AbortSignal; onProgress: Progress };

/** @returns the bytes of the tiles. @throws Error with a sentence for a person. */
async function buildRoads(valhalla: Valhalla, build: Build): Promise<number> {
  const { osm, tileDir, box, signal, onProgress } = build;
  const config = `${tileDir}.json`;
  await mkdir(tileDir);
  await writeFile(config, JSON.stringify(valhallaConfig(tileDir)));
  onProgress('Building roads', 0);
  const args = ['-c', config, '-j', String(availableParallelism()), resolve(osm)];
  // The program leaves notes in the folder where it runs.
  await runProgram(valhalla.buildTiles, args, { cwd: tileDir, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(`Valhalla could not build the roads: ${error instanceof Error ? error.message : ''}`);
  });
  await rm(config);
  onProgress('Checking roads', 0);
  const bytes = await keepOnlyTiles(tileDir);
  if (bytes === 0) throw new Error('Valhalla found no road in the file');
  const input = { valhalla: valhalla.folder, tileDir, box };
  await inWorker({ kind: 'roads', input }, { signal, heapMb: PROBE_HEAP_MB, onProgress }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw new Error(`Valhalla can't use the roads: ${error instanceof Error ? error.message : ''}`);
    },
  );
  return bytes;
}

/** Deletes the program's intermediate files. @returns the bytes of the tiles. */
async function keepOnlyTiles(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (entry.name.endsWith('.gph')) bytes += (await stat(path)).size;
    else await rm(path);
  }
  return bytes;
}

type Making = {
  id: string;
  folder: string;
  valhalla: Valhalla | null;
  signal: AbortSignal;
  onProgress: Progress;
};

/** @throws Error with a sentence for a person. */
export async function makeRegion(given: Given, making: Making): Promise<Region> {
  const { id, folder, valhalla, signal, onProgress } = making;
  const { osm } = given;
  const tiles = join(folder, 'tiles.pmtiles');
  const map = await makeMap(given, tiles, making);
  await checkTiles(tiles, map);
  const box = osm?.box ? overlap(map.box, osm.box) : map.box;
  const roads = { tileDir: join(folder, 'roads'), box, signal, onProgress };
  const source = osm ?? given.tiles;
  return {
    id,
    name: nameOf(source?.path ?? ''),
    box: map.box,
    zooms: map.zooms,
    attribution: map.attribution,
    dataDate: source?.date ? source.date.toISOString().slice(0, 10) : null,
    builtAt: new Date().toISOString(),
    invented: false,
    tileBytes: (await stat(tiles)).size,
    roadBytes: osm && valhalla ? await buildRoads(valhalla, { ...roads, osm: osm.path }) : null,
  };
}

/** Makes the map of the invented town. @throws Error with a sentence for a person. */
export async function makeInventedRegion({
  id,
  folder,
  signal,
}: Pick<Making, 'id' | 'folder' | 'signal'>): Promise<Region> {
  const to = join(folder, 'tiles.pmtiles');
  const options = { signal, heapMb: INVENTED_HEAP_MB, onProgress: () => undefined };
  const made = await inWorker({ kind: 'invented', input: { to } }, options);
  if (!made) throw new Error('The map could not be made');
  const map: StreetMap = { box: made.box, zooms: [FIRST_ZOOM, DEEPEST_ZOOM], attribution: '' };
  await checkTiles(to, map);
  return {
    ...map,
    id,
    name: 'Invented streets',
    dataDate: null,
    builtAt: new Date().toISOString(),
    invented: true,
    tileBytes: (await stat(to)).size,
    roadBytes: null,
  };
}

type StreetMap = Pick<Region, 'box' | 'zooms' | 'attribution'>;

async function makeMap(
  { osm, tiles, areaWater }: Given,
  to: string,
  { signal, onProgress }: Pick<Making, 'signal' | 'onProgress'>,
): Promise<StreetMap> {
  if (tiles) {
    onProgress('Copying the map', 0);
    // Copies the file itself, not a link to a file that may be replaced later.
    await cp(tiles.path, to, { dereference: true });
    return { ...tiles, attribution: tiles.attribution ?? ATTRIBUTION };
  }
  if (!osm) throw new Error('There is no map to be made');
  const made = await inWorker(
    { kind: 'tiles', input: { osm: osm.path, areaWater, to } },
    { signal, onProgress, heapMb: heapMbFor(osm.bytes) },
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(`The map could not be made: ${error instanceof Error ? error.message : ''}`);
  });
  if (!made) throw new Error('The map could not be made');
  return { box: made.box, zooms: [FIRST_ZOOM, DEEPEST_ZOOM], attribution: ATTRIBUTION };
}

const unzip = promisify(gunzip);

/** Reads tiles that a browser will ask for: those of all zooms in the middle of the map. */
async function checkTiles(
  path: string,
  { box: [west, south, east, north], zooms: [first, last] }: StreetMap,
) {
  const tiles = await openTiles(path);
  try {
    let found = 0;
    for (let zoom = first; zoom <= last; zoom += 1) {
      const [x, y] = [tileX((west + east) / 2, zoom), tileY((south + north) / 2, zoom)];
      const tile = await tiles.tile(zoom, Math.floor(x), Math.floor(y));
      if (tile && (await unzip(tile)).length > 0) found += 1;
    }
    if (found === 0) throw new Error('there is nothing in the middle of the map');
  } catch (error) {
    throw new Error(`The map can't be read: ${error instanceof Error ? error.message : ''}`);
  } finally {
    await tiles.close();
  }
}

const overlap = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** "new-jersey-latest.osm.pbf" is New Jersey. */
function nameOf(path: string): string {
  const words = basename(path)
    .replace(/\.(osm\.pbf|pbf|pmtiles)$/i, '')
    .split(/[-_. ]+/)
    .filter((word) => word && word !== 'latest' && !/^\d+$/.test(word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Region';
}
