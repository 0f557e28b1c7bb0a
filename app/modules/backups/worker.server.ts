/**
 * The process that writes backups: a bundle of its own, build/backup-worker.js. A disk that does not answer
 * blocks only this process, which then can't be ended; the application goes on, and ends, without it.
 */
import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { backUp, halfOf } from 'db/backup';

export type BackupRequest =
  /**
   * `base`: no link in the path of `file` may lead out of this folder; null for any folder. `leftover`: the
   * file of a process that ended while it wrote.
   */
  | { kind: 'make'; url: string; file: string; base: string | null; leftover: string | null }
  /** `files`: only those below `base`; the others belong to other machines. */
  | { kind: 'remove'; base: string; files: string[] }
  | { kind: 'stop' };
export type Answered =
  /** `share` is from 0 to 1. */
  | { kind: 'progress'; share: number }
  | { kind: 'waiting'; text: string }
  | { kind: 'made'; counts: Record<string, number>; bytes: number }
  | { kind: 'removed'; files: string[] }
  | { kind: 'failed'; why: string };

const PROGRESS_MS = 500;
let reportedAt = 0;
let isStopped = false;

const tell = (answer: Answered) => process.send?.(answer);

/** Runs between two pieces of work. */
function report(share: number): void {
  if (Date.now() - reportedAt < PROGRESS_MS) return;
  reportedAt = Date.now();
  tell({ kind: 'progress', share });
}

async function work(request: Exclude<BackupRequest, { kind: 'stop' }>): Promise<Answered> {
  if (request.kind === 'remove') return { kind: 'removed', files: await removeBelow(request) };
  const { url, file, base, leftover } = request;
  for (const name of leftover === null ? [] : [leftover, halfOf(leftover)]) await rm(name, { force: true });
  if (base !== null) await makeFolder(dirname(file), base);
  const counts = await backUp(url, file, {
    isStopped: () => isStopped,
    onProgress: report,
    onWait: (text) => tell({ kind: 'waiting', text }),
  });
  return { kind: 'made', counts, bytes: (await stat(file)).size };
}

/** @throws Error when a link in it leads out of the allowed folder. */
async function makeFolder(folder: string, base: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await isBelow(folder, base))) throw new Error(`The folder ${folder} is not inside ${base}`);
}

async function isBelow(folder: string, base: string): Promise<boolean> {
  const [real, allowed] = await Promise.all([realpath(folder), realpath(base)]);
  return real === allowed || real.startsWith(allowed + sep);
}

async function removeBelow({ base, files }: { base: string; files: string[] }): Promise<string[]> {
  const removed: string[] = [];
  for (const file of files) {
    const isHere = await stat(file).then(
      () => isBelow(dirname(file), base),
      () => false,
    );
    if (!isHere) continue;
    await rm(file);
    removed.push(file);
  }
  return removed;
}

process.on('message', (request: BackupRequest) => {
  if (request.kind === 'stop') {
    isStopped = true;
    return;
  }
  work(request).then(tell, (error: unknown) =>
    tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
  );
});
// These signals reach all processes of a service, but this one stops only when the application says so.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// The parent process has ended.
process.on('disconnect', () => process.exit());
