/** The roads of the region that is in use. */
import { currentRegion, type Region, roadsOf } from '~/domain/geography/region/region.server';
import { findValhalla } from '~/domain/geography/region/valhalla.server';
import { ROAD_CALL_TIMEOUT_MS, ROAD_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { log } from '~/process/log.server';
import { type Answer, reporting, retry, type RoadProvider, warnOf } from './provider.server';
import { type Method, valhallaRoads } from './valhalla.server';
import type { Answered, RoadRequest } from './road-worker.server';

/** Asks Valhalla in a process of its own, which is started again when it has ended. */

class Refused extends Error {}

type RoadProcess = {
  ask: (method: Method, query: object) => Promise<Answer<unknown>>;
  /** Ends the process as soon as all calls are answered. */
  end: () => void;
};

/** @param folders of the package, and of the road tiles. */
function roadProcess(folders: [valhalla: string, tileDir: string]): RoadProcess {
  // Valhalla answers one call at a time.
  const pool = new WorkerPool({
    file: './road-worker.js',
    runtime: 'child_process',
    atOnce: 1,
    timeLimitMs: ROAD_CALL_TIMEOUT_MS,
    longestWaitMs: ROAD_QUEUE_TIMEOUT_MS,
    refuse: (refusal) =>
      new Refused(refusal === 'crashed again' ? 'it has crashed again' : 'others were asked first'),
    // After the first crash it is started again at once, and after each further one later.
    pauseMs: { first: 500, longest: 30_000 },
    args: folders,
    // Each thread of the pool keeps memory of its own: 200 MB in all with one, 550 MB with four.
    env: { UV_THREADPOOL_SIZE: '1' },
  });

  return {
    ask: async (method, query) => {
      const request: RoadRequest = { method, query: JSON.stringify(query) };
      // A matrix is asked for in pieces; calls that draw a line may go between them.
      const client = { key: '', rank: method === 'matrix' ? 1 : 0 };
      try {
        const { ok, text } = await pool.run<Answered>('answer', request, { client });
        return ok ? { ok: true, value: JSON.parse(text) as unknown } : retry(text);
      } catch (error) {
        if (error instanceof Refused) return retry(error.message);
        if (!(error instanceof WorkerFailed)) throw error;
        log.warn({ err: error }, 'Valhalla has ended; it is started again');
        return retry('it crashed');
      }
    },
    end: () => pool.end(),
  };
}

/** After the roads could not be used, they are tried again this much later. */
const PAUSE_MS = 60_000;

type Opened = { region: Region; process: Promise<RoadProcess | null> };

let opened: Opened | null = null;

export const hasRegionRoads = () => Boolean(currentRegion()?.roadBytes);

/**
 * Starts the process with the first question. When the region is replaced, questions wait a moment for the
 * process of the new one; the former process answers its open questions and then ends, because it can't read
 * other tiles.
 * @returns null without a region that has roads.
 */
export async function regionRoads(): Promise<RoadProvider | null> {
  const region = hasRegionRoads() ? currentRegion() : null;
  if (opened?.region.id !== region?.id) {
    const former = opened;
    opened = region && { region, process: open(region) };
    void Promise.all([former?.process, opened?.process]).then(([process]) => process?.end());
  }
  const mine = opened;
  const process = await mine?.process;
  return process && mine ? reporting(valhallaRoads('region', `region ${mine.region.id}`, process.ask)) : null;
}

/**
 * Asks for the nearest road to the middle of the region, because the tiles are read only with the first
 * question.
 */
async function open(region: Region): Promise<RoadProcess | null> {
  const valhalla = findValhalla();
  if (!valhalla) {
    warnOf('region', { ok: false, kind: 'misconfigured', detail: 'Valhalla is not installed' });
    return null;
  }
  const process = roadProcess([valhalla.folder, roadsOf(region.id)]);
  const [west, south, east, north] = region.box;
  const locations = [{ lat: (south + north) / 2, lon: (west + east) / 2 }];
  const answer = await process.ask('locate', { locations, costing: 'auto' });
  if (answer.ok) return process;
  warnOf('region', answer);
  process.end();
  setTimeout(() => {
    if (opened?.region === region) opened = null;
  }, PAUSE_MS).unref();
  return null;
}
