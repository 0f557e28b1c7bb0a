/** Another revision of the project, built, with the measurements of this revision. Both are measured the same way. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './prepare.mjs';

/** Installs and builds with the script of the other revision. */
const PREPARE = `
  import { build, install } from './scripts/prepare.mjs';
  process.exitCode = install() && build() ? 0 : 1;
`;

function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  console.error(stderr.trim());
  process.exit(1);
}

/** @returns the folder. It is kept and used again for the same revision. */
export function checkout(revision) {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = join(ROOT, '.cache/compare', commit);
  git('worktree', 'prune');
  if (!existsSync(folder)) git('worktree', 'add', '--detach', '--force', folder, commit);
  for (const measuring of ['tests/bench', 'tests/support']) {
    rmSync(join(folder, measuring), { recursive: true, force: true });
    cpSync(join(ROOT, measuring), join(folder, measuring), { recursive: true });
  }
  if (!run(process.execPath, ['--input-type=module', '--eval', PREPARE], { cwd: folder })) process.exit(1);
  return folder;
}
