/** The commit of a build: abc1234, or abc1234-dirty with uncommitted changes; empty if it is unknown. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const isCommit = (text) => /^[0-9a-f]{7,40}(-dirty)?$/.test(text);

export function commitOf(folder, given = process.env.COMMIT ?? '') {
  const says = [() => given, () => fromGit(folder), () => archived(folder)];
  for (const say of says) {
    const text = say().trim();
    if (isCommit(text)) return text;
  }
  return '';
}

/** Asks only the folder's own repository, because a repository around it has other commits. */
function fromGit(folder) {
  if (!existsSync(join(folder, '.git'))) return '';
  const words = ['describe', '--always', '--dirty', '--abbrev=7', '--exclude=*'];
  return spawnSync('git', words, { cwd: folder, encoding: 'utf8' }).stdout ?? '';
}

/** git writes the commit into archives, for example downloaded ones (.gitattributes). */
function archived(folder) {
  const file = join(folder, 'scripts/commit.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
