/** The disk of DATA_DIR. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { env } from './env.server';

const LITTLE_BYTES = 1_000_000_000;
const LITTLE_SHARE = 0.1;

/** `folder` is DATA_DIR, or the one that it will be made in. `free` and `size` are in bytes; `free` is what this user may use. */
type DiskSpace = { folder: string; free: number; size: number };

export async function diskSpace(): Promise<DiskSpace> {
  let folder = resolve(env.DATA_DIR);
  // The folder does not exist before the first start.
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, blocks, bsize } = await statfs(folder);
  return { folder, free: bavail * bsize, size: blocks * bsize };
}

/** True when somebody should free space: less than a tenth or a gigabyte is left. */
export const isLittle = ({ free, size }: Pick<DiskSpace, 'free' | 'size'>) =>
  free < LITTLE_BYTES || free < size * LITTLE_SHARE;

const MB = 1_000_000;
export const megabytes = (bytes: number) => `${Math.round(bytes / MB).toLocaleString('en-US')} MB`;
