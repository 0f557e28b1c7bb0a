/** npm run bench: figures as ratios to a floor that is measured in the same run. Prints, and asserts nothing. */
import { bin, build, install, run } from './prepare.mjs';

install();
build();
run(bin('vitest'), [
  'run',
  '--config',
  'tests/bench/bench.config.ts',
  '--reporter=dot',
  ...process.argv.slice(2),
]);
