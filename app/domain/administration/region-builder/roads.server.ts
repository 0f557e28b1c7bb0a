/** Builds road tiles with Valhalla's own program. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { valhallaConfig } from '~/domain/geography/region/valhalla-config';
import type { Valhalla } from '~/domain/geography/region/valhalla.server';
import { inWorker, runProgram } from './child.server';
import type { Box } from './osm-file.server';
import type { Progress } from './osm-map.server';

const PROBE_HEAP_MB = 300;

type Build = { osm: string; tileDir: string; box: Box; signal: AbortSignal; onProgress: Progress };

/** @returns the bytes of the tiles. @throws Error with a sentence for a person. */
export async function buildRoads(valhalla: Valhalla, build: Build): Promise<number> {
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
