/** A disk that can hang: a process that writes to it waits until it is thawed, and even SIGKILL does not end it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BYTES = 64 * 1024 * 1024;

export type HangingDisk = { folder: string; freeze(): void; thaw(): void; remove(): void };

/** Returns null where the disk cannot be made: only root may make one, and not in every container. */
export function hangingDisk(): HangingDisk | null {
  const root = mkdtempSync(join(tmpdir(), 'parts-dispatch-frozen-'));
  const [image, folder] = [join(root, 'image'), join(root, 'disk')];
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'ignore' });
  try {
    writeFileSync(image, '');
    truncateSync(image, BYTES);
    mkdirSync(folder);
    run('mkfs.ext4', '-q', image);
    run('mount', '-o', 'loop', image, folder);
  } catch {
    rmSync(root, { recursive: true });
    return null;
  }
  let isFrozen = false;
  const turn = (option: '-f' | '-u') => {
    if (isFrozen === (option === '-f')) return;
    run('fsfreeze', option, folder);
    isFrozen = option === '-f';
  };
  return {
    folder,
    freeze: () => turn('-f'),
    thaw: () => turn('-u'),
    remove: () => {
      turn('-u');
      // A process that has hung may still use the folder for a moment.
      run('umount', '--lazy', folder);
      rmSync(root, { recursive: true });
    },
  };
}
