/** Puts the files of a running installation into a folder. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, run } from './prepare.mjs';
import { languagesOf } from './words.mjs';

const SCRIPTS = ['start', 'prepare', 'commit', 'application', 'tls'].map((name) => `scripts/${name}.mjs`);
const PARTS = [
  'build',
  'public',
  'docs',
  'deploy',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...SCRIPTS,
];
/** Packages that the build uses. Their data, where they have some, is in files of the build. */
const OF_THE_BUILD = ['@remix-run/dev', 'esbuild', 'eslint-scope', 'rolldown', 'us-atlas', 'zipcodes'];
const WITH_DATA = ['us-atlas', 'zipcodes'];

// These are reports of the compiler, which nothing reads.
const isNeeded = (path) => !basename(path).startsWith('metafile.');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @returns true if it worked. */
export function pack(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isNeeded });
  removeTestLanguages(folder);
  return keepRunningPackages(folder);
}

/** A build for tests has the languages for tests too. */
function removeTestLanguages(folder) {
  const file = join(folder, 'build/languages.json');
  const languages = readJson(file);
  const kept = languagesOf(false).map((language) => [language, languages[language]]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(kept)));
  const used = ['in-document', 'assets', 'languages'].map((name) =>
    readFileSync(join(folder, `build/${name}.json`), 'utf8'),
  );
  const others = JSON.stringify(
    Object.entries(languages).filter(([name]) => !languagesOf(false).includes(name)),
  );
  for (const name of readdirSync(join(folder, 'public/build'))) {
    const address = `/build/${name.replace(/\.(?:br|gz)$/, '')}"`;
    if (others.includes(address) && !used.some((text) => text.includes(address)))
      rmSync(join(folder, 'public/build', name));
  }
}

/** Leaves the packages that run, and the commands whose scripts are there. */
function keepRunningPackages(folder) {
  const file = join(folder, 'package.json');
  const description = readJson(file);
  for (const part of ['devDependencies', 'knip', 'prettier']) delete description[part];
  for (const name of OF_THE_BUILD) delete description.dependencies[name];
  const commands = Object.entries(description.scripts).filter(([, command]) =>
    SCRIPTS.some((script) => command.includes(script)),
  );
  description.scripts = Object.fromEntries(commands);
  writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`);
  // It takes packages out of the list, and asks nobody.
  const words = ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--loglevel=error'];
  return run('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Copies the packages that the folder's list has, as far as they are for this system. */
export function copyPackages(folder) {
  for (const path of packagesIn(folder)) {
    // Those within another one come with it.
    if (path.lastIndexOf('node_modules/') > 0) continue;
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  }
}

const packagesIn = (folder) =>
  Object.keys(readJson(join(folder, 'package-lock.json')).packages).filter(
    (path) => path !== '' && existsSync(join(ROOT, path)),
  );

/** Writes the list of all parts (CycloneDX). @returns true if all packages are there in the right versions. */
export function writeParts(folder) {
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev'];
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: Infinity,
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.error(stderr);
  writeFileSync(join(folder, 'sbom.cdx.json'), stdout);
  return status === 0;
}

const IS_NOTICE = /^(?:licen[cs]e|copying|notice|copyright|third.?party)/i;
const IN_README = /^#+ *licen[cs]\w*\b[^]*?(?=^#|(?![^]))/im;

/** The texts of a package's licenses, which may be in its description only. */
function licensesIn(folder) {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const textsOf = (isWanted) =>
    names
      .filter(({ name }) => isWanted.test(name))
      .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
  const own = textsOf(IS_NOTICE);
  return own.length > 0 ? own : textsOf(/^readme/i).map((text) => IN_README.exec(text)?.[0].trim() ?? '');
}

/** Writes the licenses of all packages whose code or data the folder has. */
export function writeNotices(folder) {
  const noticesOf = (path) => {
    const { name, version, license, author } = readJson(join(ROOT, path, 'package.json'));
    const by = author?.name ?? author;
    const title = `${name} ${version}, ${license ?? 'license below'}${by ? `, by ${by}` : ''}`;
    return [title, ...licensesIn(join(ROOT, path)).filter(Boolean)].join('\n\n');
  };
  const paths = [...packagesIn(folder), ...WITH_DATA.map((name) => `node_modules/${name}`)];
  const icons = `Lucide, icons\n\n${readFileSync(join(ROOT, 'app/ui/lucide-license.txt'), 'utf8').trim()}`;
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), `${[...paths.map(noticesOf), icons].join(line)}\n`);
}
