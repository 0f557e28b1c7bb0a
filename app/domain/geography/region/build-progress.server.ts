/** The progress of a build of a region, for the page about the installation. The build is a process of its own. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { isHeldByAnother } from 'db/pid-lockfile';
import { regionFolder } from './region.server';

/** Held by the process that builds. */
export const BUILD_LOCK = join(regionFolder, 'build.pid');
const NOTE = join(regionFolder, 'progress.json');

/** `share` is that of the stage, from 0 to 1. */
const Progress = z.object({ stage: z.string(), share: z.number() });
export type BuildProgress = z.output<typeof Progress>;

/** A note that can't be written is no reason to end a build. */
export const noteProgress = (progress: BuildProgress): Promise<void> =>
  writeFile(NOTE, JSON.stringify(progress)).catch(() => undefined);

export const forgetProgress = () => rm(NOTE, { force: true });

/** @returns null when no build is under way on this machine. */
export async function buildUnderWay(): Promise<BuildProgress | null> {
  if (!(await isHeldByAnother(BUILD_LOCK))) return null;
  const text = await readFile(NOTE, 'utf8').catch(() => '');
  try {
    return Progress.parse(JSON.parse(text));
  } catch {
    // It has just begun, or the note is being written.
    return { stage: 'Starting', share: 0 };
  }
}
