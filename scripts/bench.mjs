/**
 * npm run bench: figures as ratios to a floor that is measured in the same run. Prints, and asserts nothing.
 * Without an option the quick whole; with one, that part of it:
 *   --load  --overload  --sockets  --start  --import  --archive [ROWS]  --size
 * What is longer runs only when it is asked for:
 *   --day  a large network's day, in a browser as well
 *   --browser  an old office PC and a phone on a bad line (npm run bench:browser)
 *   --tsplib FOLDER  the route optimizer on instances with published optima
 *   --routes [SIZES]  on made-up days with pairs and urgent stops
 */
import { resolve } from 'node:path';
import { bin, build, install, run } from './prepare.mjs';

const QUICK = ['load', 'overload', 'sockets', 'start', 'import', 'archive', 'size'];
const IN_BROWSER = ['day', 'browser'];

const [option, value, ...rest] = process.argv.slice(2);
const part = option?.replace(/^--/, '');

install();
if (part === undefined) {
  measureApp(QUICK);
} else if (QUICK.includes(part)) {
  measureApp([part], part === 'archive' && value ? { ARCHIVE_ROWS: value } : {});
} else if (IN_BROWSER.includes(part)) {
  const { findChromium } = await import('./chromium.mjs');
  measureApp([part], { CHROMIUM_PATH: (await findChromium()) ?? '' });
} else if (part === 'tsplib' && value) {
  measure('tests/bench/tsplib.config.ts', rest, { TSPLIB_FOLDER: resolve(value) });
} else if (part === 'routes') {
  measure('tests/bench/tsplib.config.ts', [], { ROUTES_BENCH: value ?? '25,50,100,200,500' });
} else {
  console.error(
    `npm run bench -- ${[...QUICK, ...IN_BROWSER].map((name) => `[--${name}]`).join(' ')} [--tsplib FOLDER] [--routes [SIZES]]`,
  );
  process.exit(1);
}

function measureApp(parts, env) {
  build();
  const files = parts.map((name) => `tests/bench/${name}.bench.ts`);
  measure('tests/bench/bench.config.ts', files, env);
}

function measure(config, more, env = {}) {
  if (!run(bin('vitest'), ['run', '--config', config, '--reporter=dot', ...more], { env }))
    process.exitCode = 1;
}
