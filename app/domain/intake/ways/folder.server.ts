/**
 * Takes files out of a folder. A file first gets a hidden name of its own, so that nobody changes it or puts another
 * one in its place while it is stored. What an instance that was killed has left is taken up again: the same bytes are
 * one document. Whoever may write to the folder must not lead the server out of it, so no link is followed.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { LIMITS } from '~/domain/intake/reading/words';
import { isDocument } from './document';

/** The names of files that are taken and not stored yet begin with it. */
const TAKEN = '.taken-';
/** Stored; refused, each with a text that says why. */
const DONE = 'done';
const TROUBLE = 'trouble';

/** A file that was written to within this time may not be complete. */
const SETTLED_MS = 2_000;
const MOST_SEEN = 2_000;
const MOST_AT_ONCE = 50;

/** Files of programs that are not finished, and of systems. */
const TEMPORARY =
  /^[.~]|~$|\.(?:tmp|temp|part|partial|crdownload|filepart|swp|lock|lnk)$|^(?:thumbs\.db|desktop\.ini)$/i;

/** A fault of the folder, in words. */
export class FolderFault extends Error {}

/** Stores a document. @throws Error when it could not be stored; then the file stays. */
type Store = (bytes: Buffer) => Promise<unknown>;

/** The state of each file when it was seen first, and since when it has not changed. */
export type Seen = Map<string, { state: string; since: number }>;

type Sweep = {
  folder: string;
  seen: Seen;
  store: Store;
  /** Gets why a file went to the folder for trouble. */
  refuse: (reason: string) => Promise<unknown>;
  signal: AbortSignal;
};

/** Looks at the folder once. @throws FolderFault; what `store` throws. */
export async function sweepFolder(sweep: Sweep): Promise<void> {
  await inside(sweep.folder, async (folder) => {
    const names = await candidates(folder);
    const taken = (await inFolder(readdir(folder.path))).filter((name) => name.startsWith(TAKEN)).sort();
    if (names.length + taken.length === 0) return;
    await inOwnFolder(folder, DONE, (done) =>
      inOwnFolder(folder, TROUBLE, (trouble) =>
        sweepFiles({ folder, done, trouble }, { names, taken }, sweep),
      ),
    );
  });
}

type Folders = { folder: Folder; done: Folder; trouble: Folder };

async function sweepFiles(
  folders: Folders,
  { names, taken }: { names: string[]; taken: string[] },
  { seen, store, refuse, signal }: Sweep,
): Promise<void> {
  const { folder } = folders;
  const finish = async (name: string) => {
    const refusal = await finishFile(folders, name, store);
    if (refusal !== null) await refuse(refusal);
  };
  for (const name of taken) if (!signal.aborted) await finish(name);
  for (const name of await settled(folder, names, seen)) {
    if (signal.aborted) break;
    const hidden = `${TAKEN}${ownName(name)}`;
    if (await moved(folder.in(name), folder.in(hidden))) await finish(hidden);
  }
}

/** Returns a name that nobody can have taken. */
function ownName(name: string): string {
  const { name: stem, ext } = parse(name);
  return `${stem.slice(0, 150)}-${randomBytes(4).toString('hex')}${ext.slice(0, 20)}`;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Turns errors of the file system into a sentence. */
async function inFolder<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new FolderFault('The folder is not there');
    if (code === 'ENOTDIR' || code === 'ELOOP') throw new FolderFault('It is not a folder');
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new FolderFault('The folder may not be read or changed');
    throw new FolderFault(`The folder can not be used: ${code || String(error)}`);
  }
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

type Folder = {
  path: string;
  /** Returns the path of a file in the folder. */
  in: (name: string) => string;
};

/** Linux finds an open folder here, whatever is at its path meanwhile. */
const OPEN_FOLDERS = process.platform === 'linux' ? '/proc/self/fd' : null;

/** Calls `work` with a folder that is no link, and does not become one. */
async function inside<Result>(path: string, work: (folder: Folder) => Promise<Result>): Promise<Result> {
  const opened = await inFolder(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  try {
    await requireSame(path, opened);
    const held = OPEN_FOLDERS === null ? path : join(OPEN_FOLDERS, String(opened.fd));
    return await work({ path: held, in: (name) => join(held, name) });
  } finally {
    await opened.close();
  }
}

async function requireSame(path: string, opened: FileHandle): Promise<void> {
  const [found, held] = await inFolder(Promise.all([lstat(path), opened.stat()]));
  if (found.dev !== held.dev || found.ino !== held.ino) throw new FolderFault('It is not a folder');
}

async function inOwnFolder<Result>(
  folder: Folder,
  name: string,
  work: (own: Folder) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder.in(name)).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') return inFolder(Promise.reject(error as Error));
    return undefined;
  });
  return inside(folder.in(name), work);
}

const candidates = async ({ path }: Folder): Promise<string[]> =>
  (await inFolder(readdir(path, { withFileTypes: true })))
    .filter((entry) => !entry.isDirectory() && !TEMPORARY.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .slice(0, MOST_SEEN);

/** Returns some files that have not changed for a while, oldest first. Empty ones are still to be written. */
async function settled(folder: Folder, names: string[], seen: Seen): Promise<string[]> {
  for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
  const ready: { name: string; mtimeMs: number }[] = [];
  for (const name of names) {
    const found = await lstat(folder.in(name)).catch(() => null);
    if (!found || (found.isFile() && found.size === 0)) continue;
    const { size, mtimeMs, ino } = found;
    const state = [size, mtimeMs, ino].join(' ');
    const known = seen.get(name);
    if (known?.state !== state) seen.set(name, { state, since: performance.now() });
    else if (performance.now() - known.since >= SETTLED_MS) ready.push({ name, mtimeMs });
  }
  return ready
    .sort((a, b) => a.mtimeMs - b.mtimeMs)
    .map(({ name }) => name)
    .slice(0, MOST_AT_ONCE);
}

/** Returns false for a file that has gone, or that a program still has open where that matters. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOENT', 'EBUSY'].includes(codeOf(error))) return false;
    return inFolder(Promise.reject(error as Error));
  }
}

/** @returns the reason when it was refused. */
async function finishFile(
  { folder, done, trouble }: Folders,
  hidden: string,
  store: Store,
): Promise<string | null> {
  const read = await readOnce(folder.in(hidden));
  // Another instance has finished it.
  if (read === null) return null;
  if (!('refusal' in read)) await store(read.bytes);
  // A new name, which nobody can have given to a link meanwhile.
  const name = ownName(hidden.slice(TAKEN.length).replace(/-[\da-f]{8}(\.[^.]*)?$/, '$1'));
  const isRefused = 'refusal' in read;
  await moved(folder.in(hidden), (isRefused ? trouble : done).in(name));
  if (!isRefused) return null;
  await inFolder(writeNew(trouble.in(`${name}.txt`), `This file was not taken: ${read.refusal}\n`));
  return `${name} went to ${TROUBLE}: ${read.refusal}`;
}

async function writeNew(path: string, text: string): Promise<void> {
  const opened = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  try {
    await opened.writeFile(text);
  } finally {
    await opened.close();
  }
}

/**
 * Reads a file and never what a link leads to; without waiting for the other end of a pipe. @returns null for one that
 * has gone.
 */
async function readOnce(path: string): Promise<{ bytes: Buffer } | { refusal: string } | null> {
  let opened;
  try {
    opened = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    if (codeOf(error) === 'ELOOP') return { refusal: 'it is a link, not a file' };
    return { refusal: `it could not be opened: ${codeOf(error)}` };
  }
  try {
    const found = await opened.stat();
    const { size } = found;
    if (!found.isFile()) return { refusal: 'it is not a file' };
    // A second name of a file that may belong to somebody else.
    if (found.nlink > 1) return { refusal: 'it is a link, not a file' };
    if (size > LIMITS.bytes) return { refusal: 'it has more than 2 MB' };
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await opened.read(bytes, 0, size, 0);
    if (bytesRead !== size) throw new FolderFault('A file could not be read');
    return isDocument(bytes) ? { bytes } : { refusal: 'it is neither a PDF nor a text' };
  } finally {
    await opened.close();
  }
}
