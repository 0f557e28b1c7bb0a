/**
 * Starts the process that touches the folder of backups. No other process touches it, because the folder may
 * be on a disk that hangs.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BACKUP_STOP_TIMEOUT_MS } from '~/lib/time-limits';
import { errorsOf } from '~/domain/platform/child-errors.server';
import { env } from '~/process/env.server';
import type { Answered, BackupRequest } from './worker.server';

const LOOK_EVERY_MS = 250;

type Made = Extract<Answered, { kind: 'made' }>;
type Removed = Extract<Answered, { kind: 'removed' }>;

/** @throws Error when it fails, is stopped, or when nothing moves for BACKUP_WAIT_SECONDS. */
export async function makeInChild(
  request: Omit<Extract<BackupRequest, { kind: 'make' }>, 'kind'>,
  isStopped: () => boolean,
): Promise<Made> {
  return inChild<Made>({ kind: 'make', ...request }, isStopped);
}

/** @returns the files that were there. */
export async function removeInChild(
  base: string,
  files: string[],
  isStopped: () => boolean,
): Promise<string[]> {
  if (files.length === 0) return [];
  return (await inChild<Removed>({ kind: 'remove', base, files }, isStopped)).files;
}

function inChild<Result extends Made | Removed>(
  request: BackupRequest,
  isStopped: () => boolean,
): Promise<Result> {
  const child = fork(fileURLToPath(new URL('./backup-worker.js', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  const reason = errorsOf(child);
  const seconds = env.BACKUP_WAIT_SECONDS;
  let movedAt = performance.now();
  let stopAt = Infinity;
  let watch: NodeJS.Timeout | undefined;
  const answered = new Promise<Result>((resolve, reject) => {
    watch = setInterval(() => {
      const now = performance.now();
      if (isStopped() && stopAt === Infinity) {
        stopAt = now + BACKUP_STOP_TIMEOUT_MS;
        child.send({ kind: 'stop' } satisfies BackupRequest, () => undefined);
      }
      if (now > stopAt) reject(new Error('The backup was stopped'));
      if (now > movedAt + seconds * 1_000)
        reject(new Error(`Nothing could be read or written for ${String(seconds)} seconds`));
    }, LOOK_EVERY_MS);
    child.on('message', (message) => {
      const said = message as Answered;
      movedAt = performance.now();
      if (said.kind === 'failed') reject(new Error(said.why));
      else if (said.kind !== 'progress') resolve(said as Result);
    });
    child.on('error', reject);
    child.on('close', (code, by) => {
      reject(new Error(reason(code, by)));
    });
    child.send(request, (error) => error && reject(error));
  });
  return answered.finally(() => {
    clearInterval(watch);
    // We do not wait for the process to end: while the disk hangs, even this signal does not end it.
    child.kill('SIGKILL');
    child.unref();
    child.channel?.unref();
  });
}
