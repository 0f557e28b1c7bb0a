/**
 * npm test: installs missing packages, builds, and runs what a change commonly breaks: domain and API tests, then
 * browser tests. The checks of the sources run beside them. `npm run test:long` runs what tests/long.ts leaves out of
 * `npm test`, fault tests, and the tests of writes again on Debian's PostgreSQL; `npm run test:all` both with one build.
 * `npm test -- api` runs one part with all its files; more arguments go to its runner.
 *
 * With TEST_UNTIL (seconds since 1970) a run stops at that time and names what it has not run.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHECK_NAMES, runChecks } from './check.mjs';
import { bin, build, install, ROOT } from './prepare.mjs';
import { count } from './test-results.mjs';

if (!install({ withTools: true })) {
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}
const { findChromium } = await import('./chromium.mjs');
const { installFaultTools, installTool, installValhalla } = await import('./fault-tools.mjs');

const words = process.argv.slice(2);
/** The runners' configurations leave out files of the other length. */
const length = words.length === 0 ? 'short' : words[0] === '--long' ? 'long' : '';
const [wanted, ...more] = words.filter((word) => word !== '--long' && word !== '--all');
// Everyone may access it, because root runs PostgreSQL as another user.
const results = mkdtempSync(join(tmpdir(), 'parts-dispatch-tests-'));
chmodSync(results, 0o755);
const linesOf = (name) => join(results, `${name}.jsonl`);
/** The folder of a part's own PostgreSQL. */
const databaseOf = (name) => join(results, name);

const vitest = (config) => [
  bin('vitest'),
  ['run', '--config', config, '--reporter=default', '--reporter=./tests/support/vitest-results.ts', ...more],
];
const RUNNERS = {
  api: vitest('tests/vitest.config.ts'),
  own: vitest('tests/own.config.ts'),
  faults: vitest('tests/faults/vitest.config.ts'),
  browser: [
    bin('playwright'),
    [
      'test',
      '--config',
      'tests/playwright.config.ts',
      '--reporter=list,./tests/support/playwright-results.ts',
      ...more,
    ],
  ],
};

const until = Number(process.env.TEST_UNTIL || 0) * 1_000;
const isOver = () => until > 0 && Date.now() >= until;
// A runner that was asked to stop ends its browsers and databases within this time.
const STOPS_WITHIN_MS = 30_000;

/**
 * Runs a command. If others run too, its name is in front of its lines, and it gets a lower priority unless it runs
 * fault tests.
 */
function execute(name, [command, args], env, onStop) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    child.on('error', (error) => {
      console.error(`${name} │ ${error.message}`);
      resolve(1);
    });
    const limits = [];
    if (until > 0) {
      const stop = () => {
        onStop();
        child.kill('SIGINT');
      };
      limits.push(setTimeout(stop, until - Date.now()));
      limits.push(setTimeout(() => child.kill('SIGKILL'), until - Date.now() + STOPS_WITHIN_MS));
    }
    child.on('close', (code) => {
      limits.forEach(clearTimeout);
      resolve(code ?? 1);
    });
    if (isAlone) return;
    // Some fault tests measure seconds, and spend most of their time waiting.
    if (child.pid && name !== 'faults') setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`));
  });
}

/** Stops a part's database. Its own setup does this, unless the runner was killed. */
function stopLeftDatabase(name) {
  const note = join(databaseOf(name), 'postgres', 'postmaster.pid');
  if (!existsSync(note)) return;
  try {
    process.kill(Number(readFileSync(note, 'utf8').split('\n')[0]), 'SIGQUIT');
  } catch {
    // it has gone already
  }
}

let passed = 0;
const failures = [];
const skipped = [];
/** Names of what the limit of the run has left out. */
const notRun = [];
const tell = (counted) => {
  passed += counted.passed;
  failures.push(...counted.failures);
  skipped.push(...counted.skipped);
};
const failure = (name, why = '') => ({ passed: 0, failures: [{ name, why }], skipped: [] });
const one = (name, isGood) => (isGood ? { passed: 1, failures: [], skipped: [] } : failure(name));

// Ctrl-C also reaches the runners. They clean up, and then this process ends.
process.on('SIGINT', () => undefined);

const checks =
  length === 'long' ? [] : CHECK_NAMES.filter((name) => !wanted || [name, 'checks'].includes(wanted));
const runners = Object.keys(RUNNERS).filter((name) =>
  wanted ? wanted === name : length !== 'short' || !['faults', 'own'].includes(name),
);
const isAlone = runners.length === 1;

async function checkAll() {
  const results = await runChecks(checks, { isFresh: length !== 'short', givesWay: runners.length > 0 });
  for (const { name, isGood } of results) tell(one(name, isGood));
}

/** Two parts need it, and one of them may have to install it. */
let chromiumFound;

async function run(name) {
  if (isOver()) {
    notRun.push(`${name}: all of it`);
    return;
  }
  if (name === 'faults') installFaultTools();
  if (name === 'api' && length !== 'short') installValhalla();
  if (name === 'own' && !installTool('postgresql')) {
    tell({ passed: 0, failures: [], skipped: ["own: Debian's postgresql could not be installed."] });
    return;
  }
  const chromium = name === 'api' || name === 'own' ? '' : await (chromiumFound ??= findChromium());
  if (chromium === null) {
    tell(failure(name, 'There is no Chromium to run it in.'));
    return;
  }
  mkdirSync(databaseOf(name));
  writeFileSync(linesOf(name), '');
  const startedAt = performance.now();
  const read = () => count(readFileSync(linesOf(name), 'utf8'));
  // A stopped runner reports tests as failed that it has cut off itself.
  let cutOff;
  const env = {
    TEST_DATA_DIR: databaseOf(name),
    // The other parts have no tests of two lengths.
    TEST_LENGTH: name === 'api' || name === 'browser' ? length : '',
    TEST_RESULTS: linesOf(name),
    ...(chromium && { CHROMIUM_PATH: chromium }),
  };
  const code = await execute(name, RUNNERS[name], env, () => (cutOff = read()));
  stopLeftDatabase(name);
  const counted = cutOff ?? read();
  // A runner that died, or that found no test, has no failed test.
  if (!cutOff && code !== 0 && counted.failures.length === 0)
    counted.failures.push({ name, why: [`It ended with ${code}.`, ...counted.running].join('\n') });
  if (cutOff) notRun.push(...counted.running.map((test) => `${test} (it was running)`), ...counted.left);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const starts = `${counted.applications} starts of the application`;
  console.log(
    `\n── ${name}: ${counted.passed} passed, ${counted.failures.length} failed in ${seconds} s, ${starts}\n`,
  );
  tell(counted);
}

let isBuilt = false;
if (runners.length > 0) {
  isBuilt = build({ forTests: true });
  if (!isBuilt || !wanted) tell(one('build', isBuilt));
}

/**
 * Browser tests run last. Each uses both processors, and other tests beside them would miss their time limits. Two parts
 * of API tests at once would be as slow.
 */
async function runAll() {
  const isLast = (name) => name === 'own' || name === 'browser';
  await Promise.all(runners.filter((runner) => !isLast(runner)).map(run));
  for (const runner of runners.filter(isLast)) await run(runner);
}
await Promise.all([checkAll(), isBuilt && runAll()]);
rmSync(results, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

for (const name of skipped) console.log(`\nSkipped: ${name}`);
for (const name of notRun) console.log(`\nNot run, because the time was over: ${name}`);
// Repeats the failures at the end, where they are easy to find.
const LINES_OF_A_FAILURE = 12;
for (const { name, why = '' } of failures) {
  console.log(`\nFailed: ${name}`);
  if (why) console.log(why.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n'));
}
const rest = notRun.length > 0 ? `, ${notRun.length} not run` : '';
console.log(`\n${passed} passed, ${failures.length} failed${rest}`);
// `npm test` has to run as a whole.
process.exit(failures.length > 0 || (notRun.length > 0 && length !== 'long') ? 1 : 0);
