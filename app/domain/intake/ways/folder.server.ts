/**
 * Takes files out of a folder. A file is first moved away under a name of its own, so that nobody changes it
 * or puts another one in its place while it is stored. What an instance that was killed has left there is
 * taken up again: the same bytes are one document.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { LIMITS } from '~/domain/intake/reading/words';
import { isDocument } from './document';

/** Taken and not stored yet; stored; refused, each with a text that says why. */
const TAKEN = '.taken';
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
export async function sweepFolder({ folder, seen, store, refuse, signal }: Sweep): Promise<void> {
  await requireFolder(folder);
  const names = await candidates(folder);
  const taken = join(folder, TAKEN);
  const finish = async (name: string) => {
    const refusal = await finishFile(folder, name, store);
    if (refusal !== null) await refuse(`${name} went to ${TROUBLE}: ${refusal}`);
  };
  const left = await namesIn(taken);
  if (names.length + left.length > 0)
    for (const each of [TAKEN, DONE, TROUBLE]) await requireOwnFolder(join(folder, each));
  for (const name of left) if (!signal.aborted) await finish(name);
  for (const name of await settled(folder, names, seen)) {
    if (signal.aborted) break;
    const { name: stem, ext } = parse(name);
    const own = `${stem.slice(0, 150)}-${randomBytes(4).toString('hex')}${ext.slice(0, 20)}`;
    if (await moved(join(folder, name), join(taken, own))) await finish(own);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Turns errors of the file system into a sentence. */
async function inFolder<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new FolderFault('The folder is not there');
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new FolderFault('The folder may not be read or changed');
    throw new FolderFault(`The folder can not be used: ${code || String(error)}`);
  }
}

async function requireFolder(folder: string): Promise<void> {
  const found = await inFolder(lstat(folder));
  if (!found.isDirectory()) throw new FolderFault('It is not a folder');
}

/** A link in its place could lead files to anywhere. */
async function requireOwnFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') return inFolder(Promise.reject(error as Error));
    return undefined;
  });
  await requireFolder(folder);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    return inFolder(Promise.reject(error as Error));
  }
}

const candidates = async (folder: string): Promise<string[]> =>
  (await inFolder(readdir(folder, { withFileTypes: true })))
    .filter((entry) => !entry.isDirectory() && !TEMPORARY.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .slice(0, MOST_SEEN);

/** Returns some files that have not changed for a while, oldest first. Empty ones are still to be written. */
async function settled(folder: string, names: string[], seen: Seen): Promise<string[]> {
  for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
  const ready: { name: string; mtimeMs: number }[] = [];
  for (const name of names) {
    const found = await lstat(join(folder, name)).catch(() => null);
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
async function finishFile(folder: string, name: string, store: Store): Promise<string | null> {
  const file = join(folder, TAKEN, name);
  const read = await readOnce(file);
  if (!('refusal' in read)) await store(read.bytes);
  else
    await inFolder(
      writeFile(join(folder, TROUBLE, `${name}.txt`), `This file was not taken: ${read.refusal}\n`),
    );
  await moved(file, join(folder, 'refusal' in read ? TROUBLE : DONE, name));
  return 'refusal' in read ? read.refusal : null;
}

/** Reads a file and never what a link leads to; without waiting for the other end of a pipe. */
async function readOnce(file: string): Promise<{ bytes: Buffer } | { refusal: string }> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let opened;
  try {
    opened = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return { refusal: 'it is a link, not a file' };
    return { refusal: `it could not be opened: ${codeOf(error)}` };
  }
  try {
    const { size } = await opened.stat();
    if (!(await opened.stat()).isFile()) return { refusal: 'it is not a file' };
    if (size > LIMITS.bytes) return { refusal: 'it has more than 2 MB' };
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await opened.read(bytes, 0, size, 0);
    if (bytesRead !== size) throw new FolderFault('A file could not be read');
    return isDocument(bytes) ? { bytes } : { refusal: 'it is neither a PDF nor a text' };
  } finally {
    await opened.close();
  }
}
