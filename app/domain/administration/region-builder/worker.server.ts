/**
 * The process that builds a region: a bundle of its own, build/region-worker.js. It may use much memory, and
 * a file that makes a library crash ends only this process.
 */
import { probeRoads, type RoadProbe } from './probe-roads.server';
import { makeStreetTiles, type TilesInput, type Made } from './street-tiles.server';

export type Work = { kind: 'tiles'; input: TilesInput } | { kind: 'roads'; input: RoadProbe };
export type Report =
  | { kind: 'progress'; stage: string; share: number }
  | { kind: 'made'; made: Made | null }
  | { kind: 'failed'; why: string };

const PROGRESS_MS = 500;
let reportedAt = 0;

const tell = (report: Report) => process.send?.(report);

function progress(stage: string, share: number): void {
  if (share > 0 && Date.now() - reportedAt < PROGRESS_MS) return;
  reportedAt = Date.now();
  tell({ kind: 'progress', stage, share });
}

const run = async (work: Work): Promise<Made | null> =>
  work.kind === 'tiles' ? makeStreetTiles(work.input, progress) : probeRoads(work.input).then(() => null);

process.on('message', (work: Work) => {
  run(work).then(
    (made) => tell({ kind: 'made', made }),
    (error: unknown) => tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
  );
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
