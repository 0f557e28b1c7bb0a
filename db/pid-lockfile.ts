/** Lock files with the pid of their owner, so that another process can check whether the owner still runs. */
import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const LOOK_AGAIN_MS = 50;
const WRITTEN_WITHIN_MS = 1_000;

export const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** Returns the command line of a running process; null when there is none, or only a zombie. */
export async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '');
    return line.replaceAll('\0', ' ').trim() || null;
  }
  if (process.platform === 'win32') return exists(pid) ? '' : null;
  const listed = execute('ps', ['-o', 'command=', '-p', String(pid)]);
  return listed.then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

/** True when the pid is in use, even by a zombie. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The pid with its start time, because after a reboot another process may have the same pid. */
async function identify(pid: number): Promise<string | null> {
  if (!(await commandOf(pid)) && process.platform !== 'win32') return null;
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
    // The name in parentheses may contain anything; the 20th field after it is the start time.
    const birth = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return birth ? `${String(pid)} ${birth}` : null;
  }
  return exists(pid) ? String(pid) : null;
}

/** Writes the lock file of this process. With `wx` it fails when the file exists. */
export async function writePid(file: string, flag: 'w' | 'wx' = 'w'): Promise<void> {
  const owner = (await identify(process.pid)) ?? String(process.pid);
  await writeFile(file, owner, { flag });
}

/** True when the lock file belongs to another running process. */
export async function isHeldByAnother(file: string): Promise<boolean> {
  const owner = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(owner.split(' ')[0]);
  return pid > 0 && pid !== process.pid && (await identify(pid)) === owner;
}

/** Runs `work` while holding the lock file. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await take(file))) {
    if ((await isHeldByAnother(file)) || (await isBeingWritten(file))) await pause(LOOK_AGAIN_MS);
    else await rm(file, { force: true });
  }
  return work().finally(() => rm(file, { force: true }));
}

async function take(file: string): Promise<boolean> {
  try {
    await writePid(file, 'wx');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A lock file is empty for a moment before it is written. */
async function isBeingWritten(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.size === 0 && Date.now() - found.mtimeMs < WRITTEN_WITHIN_MS;
}
