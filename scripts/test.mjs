/**
 * npm test: installs what is missing and runs everything: types, lint, fault tests, domain and API tests, browser tests.
 * `npm test -- api` runs one part; further words are handed to its runner.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, build, install, ROOT } from './prepare.mjs';

if (!install()) {
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}
const { findChromium } = await import('./chromium.mjs');
const { installFaultTools } = await import('./fault-tools.mjs');

const [wanted, ...more] = process.argv.slice(2);
const results = mkdtempSync(join(tmpdir(), 'parts-dispatch-tests-'));
const vitestReport = join(results, 'vitest.json');
const browserReport = join(results, 'browser.json');
// The run's PostgreSQL; the folder is open, because as root it runs as somebody else.
const databaseFolder = join(results, 'data');
chmodSync(results, 0o755);

const CHECKS = {
  types: [bin('tsc'), ['--noEmit']],
  'types of the service worker': [bin('tsc'), ['--noEmit', '-p', 'app/service-worker']],
  lint: [bin('eslint'), ['.', '--max-warnings=0']],
  imports: [bin('depcruise'), ['app', 'db', 'server.ts']],
  unused: [bin('knip'), []],
  format: [bin('prettier'), ['--check', '--log-level=warn', '.']],
};
const vitest = (config) => ({
  command: [
    bin('vitest'),
    [
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
      ...more,
    ],
  ],
  count: () => {
    const report = JSON.parse(readFileSync(vitestReport, 'utf8'));
    rmSync(vitestReport);
    const failures = report.testResults.flatMap(vitestFailures);
    const skipped = report.testResults.flatMap(vitestSkipped);
    return { passed: report.numPassedTests, failed: failures.length, failures, skipped };
  },
});
const RUNNERS = {
  api: vitest('tests/vitest.config.ts'),
  faults: vitest('tests/faults/vitest.config.ts'),
  browser: {
    command: [
      bin('playwright'),
      ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json', ...more],
    ],
    count: () => {
      const { stats, suites } = JSON.parse(readFileSync(browserReport, 'utf8'));
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        failures: suites.flatMap(browserFailures),
      };
    },
  },
};

/** A file of vitest's report: its tests that failed, or the file itself when that, or a hook of it, did. */
function vitestFailures({ name, status, message, assertionResults }) {
  const told = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: `${name} › ${test.fullName}`, why: test.failureMessages.join('\n') }));
  return status === 'failed' && told.length === 0 ? [{ name, why: message }] : told;
}

const vitestSkipped = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => `${name} › ${fullName}`);

/** A suite of Playwright's report, and the suites in it. */
function browserFailures({ file, suites = [], specs = [] }) {
  const told = specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return { name: `${file} › ${spec.title}`, why: errors.map(({ message }) => message).join('\n') };
    });
  return [...told, ...suites.flatMap(browserFailures)];
}

function execute([command, args], env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Tells what it says when it is over: two of them do not talk at the same time. */
function overhear([command, args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece) => (output += piece));
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The run's own setup stops it; not so when the runner was killed. */
function stopLeftDatabase() {
  const note = join(databaseFolder, 'postgres', 'postmaster.pid');
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

// Ctrl-C goes to the runners too; they tidy up, and then this ends.
process.on('SIGINT', () => undefined);

const isWanted = ([name]) => !wanted || wanted === name;
const checks = Object.entries(CHECKS).filter((check) => isWanted(check) || wanted === 'checks');
const runners = Object.entries(RUNNERS).filter(isWanted);

async function checkAll() {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const [name, command] = next;
    const { code, output } = await overhear(command);
    console.log(`\n── ${name}\n${output}`);
    tell(name, one(code === 0));
  }
}

async function runAll(names) {
  for (const [name, runner] of runners.filter(([each]) => names.includes(each))) await run(name, runner);
}

async function run(name, { command, count }) {
  console.log(`\n── ${name}`);
  if (name === 'faults') installFaultTools();
  const chromium = name === 'api' ? '' : await findChromium();
  if (chromium === null) {
    tell(name, { passed: 0, failed: 1, failures: [{ name, why: 'There is no Chromium to run it in.' }] });
    return;
  }
  const code = await execute(command, {
    TEST_DATA_DIR: databaseFolder,
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
    ...(chromium && { CHROMIUM_PATH: chromium }),
  });
  stopLeftDatabase();
  let counted = { passed: 0, failed: 1 };
  try {
    counted = count();
  } catch {
    // the runner died before it could report
  }
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  tell(name, counted);
}

let isBuilt = false;
if (runners.length > 0) {
  console.log('\n── build');
  isBuilt = build();
  if (!isBuilt || !wanted) tell('build', one(isBuilt));
}
// Most of a fault is waiting; what reads the source files meanwhile steps back for it.
await Promise.all([checkAll(), checkAll(), isBuilt && runAll(['faults'])]);
if (isBuilt) await runAll(['api', 'browser']);
rmSync(results, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

// Once more at the end, where it is found: what the runners said is some thousand lines above.
const LINES_OF_A_FAILURE = 12;
for (const { name, why = '' } of failures) {
  console.log(`\nFailed: ${name}`);
  if (why) console.log(why.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n'));
}
for (const name of skipped) console.log(`\nSkipped: ${name}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
