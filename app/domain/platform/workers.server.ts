/**
 * Runs work that takes long or may crash in processes and threads. A worker that fails is started again with
 * the next work.
 */
import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import type { Socket } from 'node:net';
import type { Tinypool } from 'tinypool';
import { type Client, FairQueue, type Refusal } from '~/lib/fair-queue';
import { log } from '~/process/log.server';

/**
 * Returns the reason why a process that we have started has ended, in its own words. Its stderr must be a
 * pipe.
 */

const LONGEST = 10_000;
/** The line of an error in JavaScript, of V8, and of an uncaught exception in C++. */
const ERROR_LINE = /^(?:\w*Error\b.*: |FATAL ERROR: | *what\(\): ).*$/m;

/** @returns a function to call with the code and signal of its `close`: by then all output has been read. */
export function errorsOf(child: ChildProcess): (code: number | null, by: NodeJS.Signals | null) => string {
  let text = '';
  child.stderr?.on('data', (bytes: Buffer) => (text = (text + bytes.toString()).slice(-LONGEST)));
  // The pipe must not keep a process alive that is about to stop.
  (child.stderr as Socket | null)?.unref();
  return (code, by) => {
    const [line = text.trim().split('\n').at(-1) ?? ''] = ERROR_LINE.exec(text) ?? [];
    const ended = `it ended with ${String(code ?? by)}`;
    return line ? `${ended}: ${line.trim()}` : ended;
  };
}

type Options = {
  /** A bundle next to this one. The name of the work is one of its exported functions. */
  file: string;
  /**
   * A separate process protects ours from crashes, and can be ended inside of a native library. A thread does
   * neither.
   */
  runtime: 'child_process' | 'worker_threads';
  atOnce: number;
  /** The limit for one piece of work, from its beginning. A worker that takes longer is ended. */
  timeLimitMs?: number;
  /**
   * The limit for the start of a worker, which `timeLimitMs` then leaves out. For one worker at once, whose bundle
   * exports `ready`, which answers when everything is loaded.
   */
  startLimitMs?: number;
  /** The limit for one piece of work, from when it is asked for. */
  answerWithinMs?: number;
  longestWaitMs: number;
  mostWaitingOfOne?: number;
  /** Makes the error for work that is refused before it begins. */
  refuse: (refusal: Refusal | 'crashed again') => Error;
  /**
   * The pause before a worker that has failed twice is started again. It doubles with each further failure.
   */
  pauseMs?: { first: number; longest: number };
  /** The limit for JavaScript's own objects. */
  memoryMb?: number;
  /** A worker without work ends after this time; if it is not set, the worker stays. */
  idleMs?: number;
  /** Each worker is used once, so that all its memory is freed. */
  isUsedOnce?: boolean;
  args?: string[];
  env?: Record<string, string>;
  /** The niceness of processes: above 0, requests come first. */
  niceness?: number;
};
type Asking = { client?: Client; signal?: AbortSignal };

/** The worker has crashed, has not answered in time, or has thrown an error. */
export class WorkerFailed extends Error {
  constructor(
    reason: string,
    cause?: unknown,
    /** Its time was over, which may be no fault of the work. */
    readonly isLate = false,
  ) {
    super(reason, { cause });
    this.name = 'WorkerFailed';
  }
}

/** The longest time that a timer can have. */
const FOREVER_MS = 2 ** 31 - 1;
const ANYONE: Client = { key: '' };

const pools = new Set<WorkerPool>();

export class WorkerPool {
  readonly #queue: FairQueue;
  readonly #running = new Set<AbortController>();
  readonly #watched = new WeakSet<ChildProcess>();
  #pool: Promise<Tinypool> | null = null;
  #isEnding = false;
  /** Failures without a success in between. */
  #failures = 0;
  #startsAt = 0;

  constructor(private readonly options: Options) {
    const { atOnce, longestWaitMs, mostWaitingOfOne, refuse } = options;
    this.#queue = new FairQueue({ atOnce, longestWaitMs: () => longestWaitMs, mostWaitingOfOne, refuse });
    pools.add(this);
  }

  /** @throws WorkerFailed, or the error of `refuse`. */
  async run<Answer>(name: string, work: unknown, { client = ANYONE, signal }: Asking = {}): Promise<Answer> {
    const { timeLimitMs = FOREVER_MS, answerWithinMs = FOREVER_MS } = this.options;
    const askedAt = performance.now();
    try {
      return await this.#queue.run(client, () => {
        const left = answerWithinMs - (performance.now() - askedAt);
        return this.#answer<Answer>(name, work, Math.min(timeLimitMs, left), signal);
      });
    } finally {
      if (this.#isEnding && this.#queue.isIdle) void this.close();
    }
  }

  /** Fails the work that is under way. The next work starts the workers again. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await (await pool)?.destroy().catch((error: unknown) => {
      log.warn({ err: error }, 'a worker could not be ended');
    });
  }

  /** Closes the pool as soon as all work is answered. */
  end(): void {
    pools.delete(this);
    this.#isEnding = true;
    if (this.#queue.isIdle) void this.close();
  }

  async #answer<Answer>(name: string, work: unknown, limitMs: number, signal?: AbortSignal): Promise<Answer> {
    if (performance.now() < this.#startsAt) throw this.options.refuse('crashed again');
    const { startLimitMs } = this.options;
    const ending = new AbortController();
    const endAfter = (ms: number, reason: string) =>
      setTimeout(() => ending.abort(new WorkerFailed(reason, undefined, true)), ms);
    let timer = endAfter(
      startLimitMs ?? limitMs,
      startLimitMs ? 'it did not start in time' : 'no answer in time',
    );
    const giveUp = () => ending.abort(new WorkerFailed('it was given up'));
    signal?.addEventListener('abort', giveUp);
    this.#running.add(ending);
    try {
      signal?.throwIfAborted();
      const pool = await (this.#pool ??= this.#create());
      const run = (of: string, given: unknown) => {
        const answer = pool.run(given, { name: of, signal: ending.signal }) as Promise<Answer>;
        this.#lower(pool);
        this.#watch(pool);
        return answer;
      };
      if (startLimitMs) {
        await run('ready', null);
        clearTimeout(timer);
        timer = endAfter(limitMs, 'no answer in time');
      }
      const answered = await run(name, work);
      this.#failures = 0;
      return answered;
    } catch (error) {
      this.#pause();
      const { reason } = ending.signal as { reason: unknown };
      throw reason instanceof WorkerFailed ? reason : new WorkerFailed(reasonOf(error), error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      this.#running.delete(ending);
    }
  }

  #pause(): void {
    const { pauseMs } = this.options;
    if (pauseMs && this.#failures > 0)
      this.#startsAt =
        performance.now() + Math.min(pauseMs.first * 2 ** (this.#failures - 1), pauseMs.longest);
    this.#failures += 1;
  }

  async #create(): Promise<Tinypool> {
    const { Tinypool } = await import('tinypool');
    const { file, runtime, atOnce, memoryMb, idleMs = FOREVER_MS, isUsedOnce = false } = this.options;
    const { args = [], env = {} } = this.options;
    const pool = new Tinypool({
      filename: new URL(file, import.meta.url),
      runtime,
      minThreads: 0,
      maxThreads: atOnce,
      idleTimeout: idleMs,
      isolateWorkers: isUsedOnce,
      serialization: 'advanced',
      // The name shows in lists of processes.
      argv: [...args, basename(file)],
      ...(runtime === 'child_process' && {
        env: { NODE_ENV: 'production', ...env },
        execArgv: memoryMb === undefined ? [] : [`--max-old-space-size=${String(memoryMb)}`],
      }),
      ...(runtime === 'worker_threads' &&
        memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
    pool.on('error', (error: unknown) => {
      log.warn({ err: error, file }, 'a worker has ended without work');
      // The worker ended during its start, so its work would wait forever.
      if (pool.queueSize > 0)
        for (const each of this.#running) each.abort(new WorkerFailed('it could not be started'));
    });
    return pool;
  }

  /** Says in the log why a process has ended: the pool knows only that it has. Its types leave the process out. */
  #watch({ threads }: Tinypool): void {
    for (const { process: child } of threads as unknown as { process?: ChildProcess }[]) {
      if (!child || this.#watched.has(child)) continue;
      this.#watched.add(child);
      const reasonFor = errorsOf(child);
      child.once('close', (code, by) => {
        // The pool ends workers by SIGTERM.
        if (code !== 0 && by !== 'SIGTERM')
          log.warn(
            { err: new WorkerFailed(reasonFor(code, by)), file: this.options.file },
            'a worker has ended',
          );
      });
    }
  }

  /** Threads that start later inherit the niceness. */
  #lower({ threads }: Tinypool): void {
    const { niceness, runtime } = this.options;
    if (niceness === undefined || runtime !== 'child_process') return;
    for (const { threadId } of threads) {
      try {
        setPriority(threadId, niceness);
      } catch {
        // If it can't be lowered, the worker is as important as requests, or has ended.
      }
    }
  }
}

/** An error from a process arrives as a plain object. */
const reasonOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/** Ends all workers when the process ends. */
export async function closeWorkers(): Promise<void> {
  await Promise.all([...pools].map((pool) => pool.close()));
}
