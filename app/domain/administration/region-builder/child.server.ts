/** Runs programs for a build, one after the other. They end when the build is canceled. */
import { fork, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { errorsOf } from '~/domain/platform/workers.server';
import type { Progress } from './osm-map.server';
import type { Made } from './street-tiles.server';
import type { Report, Work } from './worker.server';

type Options = {
  signal: AbortSignal;
  /** The limit for JavaScript's own objects; the long lists of numbers come on top. */
  heapMb: number;
  onProgress: Progress;
};

/** @throws Error with the message of the process, or with a note that it ended without one. */
export function inWorker(work: Work, { signal, heapMb, onProgress }: Options): Promise<Made | null> {
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
export function runProgram(
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
