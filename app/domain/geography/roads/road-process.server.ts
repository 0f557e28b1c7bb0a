/** Asks Valhalla in a process of its own, which is started again when it has ended. */
import { ROAD_CALL_TIMEOUT_MS, ROAD_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';
import { WorkerFailed, WorkerPool } from '~/domain/platform/workers.server';
import { log } from '~/process/log.server';
import { retry, type Answer } from './provider.server';
import type { Answered, RoadRequest } from './road-worker.server';
import type { Method } from './valhalla.server';

class Refused extends Error {}

export type RoadProcess = {
  ask: (method: Method, query: object) => Promise<Answer<unknown>>;
  /** Ends the process as soon as all calls are answered. */
  end: () => void;
};

/** @param folders of the package, and of the road tiles. */
export function roadProcess(folders: [valhalla: string, tileDir: string]): RoadProcess {
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
