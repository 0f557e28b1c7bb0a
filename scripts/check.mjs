/**
 * npm run check: types, lint, imports, dead code, format, names in documents. `npm run check -- lint types` runs only
 * those. --fresh ignores results of the last run.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin, install, ROOT } from './prepare.mjs';

const cached = (name, ...more) => [...more, '--cache', '--cache-location', `.cache/${name}`];
const incremental = (name) => ['--incremental', '--tsBuildInfoFile', `.cache/${name}.tsbuildinfo`];
// Lint still needs the compiler in JavaScript. One thread needs half the processor time of several.
const TYPES = ['node_modules/typescript-7/bin/tsc', '--noEmit', '--checkers', '1'];

/** The slowest check comes first. Each has its arguments, and arguments that make it skip unchanged files. */
const CHECKS = {
  lint: ['eslint', ['.', '--max-warnings=0'], cached('eslint', '--cache-strategy=content')],
  types: [process.execPath, TYPES, incremental('types')],
  'types of the service worker': [
    process.execPath,
    [...TYPES, '-p', 'app/service-worker'],
    incremental('worker'),
  ],
  format: ['prettier', ['--check', '--log-level=warn', '.'], cached('prettier')],
  unused: ['knip', [], cached('knip')],
  imports: [
    'depcruise',
    ['app', 'db', 'server.ts', 'tests/support'],
    ['--cache', '.cache/imports', '--cache-strategy', 'content'],
  ],
  documents: [process.execPath, ['scripts/document-names.mjs'], []],
};
export const CHECK_NAMES = Object.keys(CHECKS);

/** Shows the output at the end, because two checks run at the same time. */
function check(name, { isFresh, givesWay }) {
  const [command, args, faster] = CHECKS[name];
  return new Promise((resolve) => {
    const child = spawn(isAbsolute(command) ? command : bin(command), isFresh ? args : [...args, ...faster], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    if (givesWay && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => (output += piece));
    const end = (isGood) => {
      console.log(`\n── ${name}: ${isGood ? 'passed' : 'failed'}\n${output}`);
      resolve({ name, isGood });
    };
    child.on('error', (error) => {
      output += String(error);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/**
 * Runs two checks at a time. A lint rule may depend on types of another file, which kept results ignore, so CI checks
 * without them.
 * @param options isFresh: ignores kept results; givesWay: lets other processes go first.
 * @returns for each name, true if the check has passed.
 */
export async function runChecks(names, options) {
  const left = CHECK_NAMES.filter((name) => names.includes(name));
  const results = [];
  const work = async () => {
    for (let name = left.shift(); name; name = left.shift()) results.push(await check(name, options));
  };
  await Promise.all([work(), work()]);
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!install({ withTools: true })) process.exit(1);
  const words = process.argv.slice(2);
  const wanted = words.filter((word) => word !== '--fresh');
  const names = wanted.length > 0 ? wanted : CHECK_NAMES;
  const results = await runChecks(names, { isFresh: words.includes('--fresh'), givesWay: false });
  const failed = results.filter(({ isGood }) => !isGood).map(({ name }) => name);
  console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : `${results.length} checks passed`);
  process.exit(failed.length > 0 || results.length === 0 ? 1 : 0);
}
