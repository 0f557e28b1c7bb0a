/**
 * npm test: installs missing packages, builds, and runs domain and API tests, then browser tests. The checks of the
 * sources run beside them. `npm run test:long` runs fault tests, the files of tests/long.ts, and the tests of writes
 * again on Debian's PostgreSQL; `npm run test:all` both with one build. `npm test -- api` runs one part with all its
 * files; more arguments go to its runner.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHECK_NAMES, runChecks } from './check.mjs';
import { bin, build, install, ROOT } from './prepare.mjs';

if (!install()) {
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
const reportOf = (name) => join(results, `${name}.json`);
/** The folder of a part's own PostgreSQL. */
const databaseOf = (name) => join(results, name);

const vitest = (name, config) => ({
  command: [
    bin('vitest'),
    [
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf(name)}`,
      ...more,
    ],
  ],
  count: () => {
    const report = JSON.parse(readFileSync(reportOf(name), 'utf8'));
    const failures = report.testResults.flatMap(vitestFailures);
    const skipped = report.testResults.flatMap(vitestSkipped);
    return { passed: report.numPassedTests, failed: failures.length, failures, skipped };
  },
});
const RUNNERS = {
  api: vitest('api', 'tests/vitest.config.ts'),
  own: vitest('own', 'tests/own.config.ts'),
  faults: vitest('faults', 'tests/faults/vitest.config.ts'),
  browser: {
    command: [
      bin('playwright'),
      ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json', ...more],
    ],
    count: () => {
      const { stats, suites } = JSON.parse(readFileSync(reportOf('browser'), 'utf8'));
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        failures: suites.flatMap(browserFailures),
      };
    },
  },
};

/** The failures in a file of vitest's report: failed tests, or the file itself when it or one of its hooks failed. */
function vitestFailures({ name, status, message, assertionResults }) {
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: `${name} › ${test.fullName}`, why: test.failureMessages.join('\n') }));
  return status === 'failed' && failures.length === 0 ? [{ name, why: message }] : failures;
}

const vitestSkipped = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => `${name} › ${fullName}`);

/** The failures in a suite of Playwright's report, including its inner suites. */
function browserFailures({ file, suites = [], specs = [] }) {
  const failures = specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return { name: `${file} › ${spec.title}`, why: errors.map(({ message }) => message).join('\n') };
    });
  return [...failures, ...suites.flatMap(browserFailures)];
}

/**
 * Runs a command. If others run too, its name is in front of its lines, and it gets a lower priority unless it runs
 * fault tests.
 */
function execute(name, [command, args], env) {
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
    child.on('close', (code) => resolve(code ?? 1));
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
let failed = 0;
const failures = [];
const skipped = [];
const tell = (name, counted) => {
  passed += counted.passed;
  failed += counted.failed;
  skipped.push(...(counted.skipped ?? []));
  if (counted.failed > 0) failures.push(...(counted.failures?.length ? counted.failures : [{ name }]));
};
const one = (isGood) => (isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

// Ctrl-C also reaches the runners. They clean up, and then this process ends.
process.on('SIGINT', () => undefined);

const checks =
  length === 'long' ? [] : CHECK_NAMES.filter((name) => !wanted || [name, 'checks'].includes(wanted));
const runners = Object.entries(RUNNERS).filter(([name]) =>
  wanted ? wanted === name : length !== 'short' || !['faults', 'own'].includes(name),
);
const isAlone = runners.length === 1;

async function checkAll() {
  const results = await runChecks(checks, { isFresh: length !== 'short', givesWay: runners.length > 0 });
  for (const { name, isGood } of results) tell(name, one(isGood));
}

/** Two parts need it, and one of them may have to install it. */
let chromiumFound;

async function run([name, { command, count }]) {
  if (name === 'faults') installFaultTools();
  if (name === 'api' && length !== 'short') installValhalla();
  if (name === 'own' && !installTool('postgresql')) {
    tell(name, { passed: 0, failed: 0, skipped: ["own: Debian's postgresql could not be installed."] });
    return;
  }
  const chromium = name === 'api' || name === 'own' ? '' : await (chromiumFound ??= findChromium());
  if (chromium === null) {
    tell(name, { passed: 0, failed: 1, failures: [{ name, why: 'There is no Chromium to run it in.' }] });
    return;
  }
  mkdirSync(databaseOf(name));
  const startedAt = performance.now();
  const code = await execute(name, command, {
    TEST_DATA_DIR: databaseOf(name),
    TEST_LENGTH: length,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name),
    ...(chromium && { CHROMIUM_PATH: chromium }),
  });
  stopLeftDatabase(name);
  let counted = { passed: 0, failed: 1 };
  try {
    counted = count();
  } catch {
    // the runner died before it could report
  }
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`\n── ${name}: ${counted.passed} passed, ${counted.failed} failed in ${seconds} s\n`);
  tell(name, counted);
}

let isBuilt = false;
if (runners.length > 0) {
  isBuilt = build();
  if (!isBuilt || !wanted) tell('build', one(isBuilt));
}

/**
 * Browser tests run last. Each uses both processors, and other tests beside them would miss their time limits. Two parts
 * of API tests at once would be as slow.
 */
async function runAll() {
  const isLast = ([name]) => name === 'own' || name === 'browser';
  await Promise.all(runners.filter((runner) => !isLast(runner)).map(run));
  for (const runner of runners.filter(isLast)) await run(runner);
}
await Promise.all([checkAll(), isBuilt && runAll()]);
rmSync(results, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

// Repeats the failures at the end, where they are easy to find.
const LINES_OF_A_FAILURE = 12;
for (const { name, why = '' } of failures) {
  console.log(`\nFailed: ${name}`);
  if (why) console.log(why.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n'));
}
for (const name of skipped) console.log(`\nSkipped: ${name}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
