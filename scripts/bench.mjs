/**
 * npm run bench: figures as ratios to a floor that is measured in the same run. Prints, and asserts nothing.
 * `npm run bench -- --tsplib FOLDER` measures the route optimizer instead, on instances with published optima,
 * `-- --routes [SIZES]` on made-up days with pairs and urgent stops.
 */
import { resolve } from 'node:path';
import { bin, build, install, run } from './prepare.mjs';

const [option, folder, ...rest] = process.argv.slice(2);

install();
if (option === '--tsplib') {
  if (!folder) {
    console.error('npm run bench -- --tsplib FOLDER');
    process.exit(1);
  }
  measure('tests/bench/tsplib.config.ts', rest, { TSPLIB_FOLDER: resolve(folder) });
} else if (option === '--routes') {
  measure('tests/bench/tsplib.config.ts', [], { ROUTES_BENCH: folder ?? '25,50,100,200,500' });
} else {
  build();
  measure('tests/bench/bench.config.ts', process.argv.slice(2));
}

function measure(config, more, env = {}) {
  if (!run(bin('vitest'), ['run', '--config', config, '--reporter=dot', ...more], env)) process.exitCode = 1;
}
