/**
 * The streets of the demo. They are made once, after the start of a demo that has no region, in a process of their
 * own, and stored like any region.
 */
import { mkdir, rm } from 'node:fs/promises';
import {
  announceRegion,
  finishBuild,
  lacksStreets,
  newBuild,
  readRegion,
  removeUnfinished,
} from '~/domain/geography/region/region.server';
import { log } from '~/process/log.server';
import { alone } from './command.server';
import { makeInventedRegion } from './make.server';

/** Call it only for a demo, when the region has been read. Without its streets the demo works as well, so a failure is only logged. */
export async function addDemoStreets(signal: AbortSignal): Promise<void> {
  try {
    if (!lacksStreets()) return;
    await alone(async () => {
      // Another instance may have made them in the meantime.
      await readRegion();
      if (!lacksStreets()) return;
      await removeUnfinished();
      const { id, folder } = newBuild();
      await mkdir(folder);
      try {
        await finishBuild(folder, await makeInventedRegion({ id, folder, signal }));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      await announceRegion();
    });
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the streets of the demo could not be made');
  }
}
