/** Files that name a process, so that a later one can tell whether it still runs. */
import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const LOOK_AGAIN_MS = 50;
const WRITTEN_WITHIN_MS = 1_000;

export const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** The command line of a running process; null when there is none, or only its remains. */
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

/** Whether the number is taken, be it by a process that has ended and waits for its parent. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Number and birth: a number alone may belong to somebody else after a restart of the machine. */
async function identify(pid: number): Promise<string | null> {
  if (!(await commandOf(pid)) && process.platform !== 'win32') return null;
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
    // The name in brackets may hold anything; the 20th field behind it is the time of birth.
    const birth = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return birth ? `${String(pid)} ${birth}` : null;
  }
  return exists(pid) ? String(pid) : null;
}

/** Writes the note of this process. With `wx` it fails when there is a note already. */
export async function writePid(file: string, flag: 'w' | 'wx' = 'w'): Promise<void> {
  const note = (await identify(process.pid)) ?? String(process.pid);
  await writeFile(file, note, { flag });
}

/** Whether the note is that of another process which still runs. */
export async function isHeldByAnother(file: string): Promise<boolean> {
  const note = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(note.split(' ')[0]);
  return pid > 0 && pid !== process.pid && (await identify(pid)) === note;
}

/** Runs `work` while no other process does so with the same file. */
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

/** A note exists for a moment before its text does. */
async function isBeingWritten(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.size === 0 && Date.now() - found.mtimeMs < WRITTEN_WITHIN_MS;
}
