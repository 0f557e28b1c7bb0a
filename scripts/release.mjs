/**
 * npm run release [-- --trial] [-- --to FOLDER]: makes the archive of a version for this system and this kind of
 * processor in release/ or that folder. It contains what dist/ has with its packages, their licenses, a list of all
 * parts, and checksums. With --trial also of a commit that is not a version, or has changes.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf } from './commit.mjs';
import { build, install, ROOT, run } from './prepare.mjs';

const { values } = parseArgs({
  options: { trial: { type: 'boolean', default: false }, to: { type: 'string', default: 'release' } },
});
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const git = (...words) => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';

/** Why this is not the version that package.json names; empty if it is. */
function difference() {
  const commit = commitOf(ROOT, '');
  if (!commit) return 'There is no git commit here, so nobody could tell what is in the archive.';
  if (git('status', '--porcelain'))
    return `There are changes that commit ${commit.slice(0, 7)} does not have.`;
  const tags = git('tag', '--points-at', 'HEAD', '--list', 'v[0-9]*').split('\n').filter(Boolean);
  if (tags.includes(`v${version}`)) return '';
  const has = tags.length > 0 ? `is tagged ${tags.join(' and ')}` : 'has no tag';
  return `package.json has version ${version}, but commit ${commit} ${has}.`;
}

/** Everyone may read the files, and only their owner may change them. */
process.umask(0o022);

const why = difference();
if (why && !values.trial) {
  console.error(`${why} --trial makes an archive that is not a version.`);
  process.exit(1);
}
if (!install() || !build({ anew: !values.trial })) process.exit(1);
const { copyPackages, pack, writeNotices, writeParts } = await import('./pack.mjs');

const commit = commitOf(ROOT);
const name = `parts-dispatch-${version}${why && commit ? `+${commit}` : ''}`;
const archive = `${name}-${process.platform}-${process.arch}.tar.gz`;
const to = resolve(ROOT, values.to);
const work = mkdtempSync(join(tmpdir(), 'parts-dispatch-release-'));
const folder = join(work, 'parts-dispatch');

const sum = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Writes what `sha256sum --check` reads. */
function writeSums() {
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${sum(path)}  ${path.slice(folder.length + 1).replaceAll('\\', '/')}\n`);
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(''),
  );
}

/** The owner of the files is whoever unpacks them. */
function archiveFolder() {
  mkdirSync(to, { recursive: true });
  const owner = process.platform === 'linux' ? ['--owner=0', '--group=0', '--numeric-owner'] : [];
  return run('tar', ['-czf', join(to, archive), ...owner, '-C', work, 'parts-dispatch']);
}

console.log('Packing …');
const isDone =
  pack(folder) &&
  (copyPackages(folder), writeNotices(folder), writeParts(folder)) &&
  (writeSums(), archiveFolder());
rmSync(work, { recursive: true, force: true });
if (!isDone) process.exit(1);
writeFileSync(join(to, `${archive}.sha256`), `${sum(join(to, archive))}  ${archive}\n`);
if (why) console.log(`${why} This is a trial, not a version.`);
console.log(join(to, archive));
