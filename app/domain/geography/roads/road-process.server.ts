/** Asks Valhalla in a process of its own, which is started again when it has ended. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { errorsOf } from '~/domain/platform/child-errors.server';
import { log } from '~/process/log.server';
import { retry, type Answer } from './provider.server';
import type { Answered, Asked } from './road-worker.server';
import type { Method } from './valhalla.server';

/** A matrix of 75 places takes a second. A call can not be given up, only its process. */
const ANSWERED_WITHIN_MS = 4_000;
/** From asking, with the calls before it. */
const WITHIN_MS = 8_000;
/** It is started again at once, and after another crash ever later. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

type Call = { method: Method; query: object; until: number; settle: (answer: Answer<unknown>) => void };
type Running = { child: ChildProcess; call: Call | null; timer?: NodeJS.Timeout };

export type RoadProcess = {
  ask: (method: Method, query: object) => Promise<Answer<unknown>>;
  /** Ends it as soon as all calls are answered. */
  end: () => void;
};

/** @param folders of the package, and of the road tiles. */
export function roadProcess(folders: [valhalla: string, tileDir: string]): RoadProcess {
  const waiting: Call[] = [];
  let running: Running | null = null;
  let [crashes, startsAt, lastId] = [0, 0, 0];
  let isEnding = false;

  // Valhalla answers one call at a time. A matrix is asked for in pieces, and whoever waits for a line goes between them.
  const next = () => {
    if (running?.call) return;
    const isUrgent = ({ method }: Call) => method !== 'matrix';
    const call = waiting.find(isUrgent) ?? waiting[0];
    if (!call) {
      if (!isEnding) return;
      // A question that comes after all gets another process, which ends after it.
      running?.child.disconnect();
      running = null;
      return;
    }
    waiting.splice(waiting.indexOf(call), 1);
    const now = performance.now();
    if (now > call.until || now < startsAt) {
      call.settle(retry(now > call.until ? 'others were asked first' : 'it has crashed again'));
      next();
      return;
    }
    const mine = (running ??= start());
    mine.call = call;
    mine.timer = setTimeout(() => crash(mine, 'no answer in time'), ANSWERED_WITHIN_MS);
    lastId += 1;
    const asked: Asked = { id: lastId, method: call.method, query: JSON.stringify(call.query) };
    mine.child.send(asked, (error) => error && crash(mine, error));
  };

  const start = (): Running => {
    const child = fork(fileURLToPath(new URL('./road-worker.js', import.meta.url)), folders, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      // Each thread of the pool keeps memory of its own: 200 MB in all with one, 550 MB with four.
      env: { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '1' },
    });
    const mine: Running = { child, call: null };
    const reason = errorsOf(child);
    // It must not keep a process alive that is about to stop; with that one it ends.
    child.unref();
    child.channel?.unref();
    child.on('message', (message) => {
      const { id, ok, text } = message as Answered;
      const { call } = mine;
      if (!call || id !== lastId) return;
      clearTimeout(mine.timer);
      mine.call = null;
      crashes = 0;
      call.settle(ok ? { ok: true, value: JSON.parse(text) as unknown } : retry(text));
      next();
    });
    child.on('error', (error) => crash(mine, error));
    child.on('close', (code, by) => crash(mine, reason(code, by)));
    return mine;
  };

  const crash = (mine: Running, reason: unknown) => {
    if (running !== mine) return;
    running = null;
    clearTimeout(mine.timer);
    mine.child.kill('SIGKILL');
    log.warn({ err: reason }, 'Valhalla has ended; it is started again');
    if (crashes > 0) startsAt = performance.now() + Math.min(FIRST_PAUSE_MS * 2 ** crashes, LONGEST_PAUSE_MS);
    crashes += 1;
    mine.call?.settle(retry('it crashed'));
    next();
  };

  return {
    ask: (method, query) =>
      new Promise((settle) => {
        waiting.push({ method, query, until: performance.now() + WITHIN_MS, settle });
        next();
      }),
    end: () => {
      isEnding = true;
      next();
    },
  };
}
