/**
 * npm run bench: measures figures, each with a floor in the same run, and prints them as a table. Only --own and --acts
 * fail when a goal is missed.
 * Without an option it runs all parts of this list; with some of these options, only those parts:
 *   --load  --versions  --overload  --hostile  --far  --sockets  --commits  --positions  --repaint  --start  --import  --archive [ROWS]  --disk  --size  --browser (also npm run bench:browser)
 *   --candidates  the best drivers for a task: 40 drivers with 30 stops each, estimated and by road
 *   --runs        the cut-off of 40 runs of 30 stops in one minute, and what 60 runs add to the board
 *   --own  calls on Debian's PostgreSQL with default settings beside the embedded one; fails above 1.3 times
 *   --arrivals [FILE]  arrival times of days with simulated drives on roads with traffic, in a town of OpenStreetMap
 *     (.osm.pbf) or an invented town
 *   --map-frames  panning and zooming a map of 500 stops, with streets and without
 *   --first-visit  sign-in, driver and dispatcher page on Slow 3G, and moving a stop in a long list
 *   --tsplib FOLDER  the route optimizer on instances with published optima
 *   --vrp FOLDER  plans over several drivers: Solomon's and Li & Lim's files beside best-known.json, and a large
 *     network; --seconds N of processor time for each file (1), or --iterations N; --out FOLDER writes the answers,
 *     one route per line, for programs that check them
 *   --replan FOLDER  a day that is planned again at each batch of new tasks, on the same files: tasks moved, and the
 *     length compared with planning from scratch; --iterations N for each plan (12000)
 * These parts run only with their option:
 *   --bombs  the board while documents are read that unpack to gigabytes
 *   --day  a large network's day, also in a browser
 *   --upgrade  three instances behind nginx are replaced in turn; --pages N open pages (1000)
 *   --http2  the board and the driver's page by HTTP/1.1 and HTTP/2, on lines with round trips of 0, 50 and 200 ms
 *   --network  1,000 drivers, whose boards 100 dispatchers keep open on three instances behind nginx
 *   --routes [SIZES]  the optimizer on invented days with pairs and urgent stops
 *   --roads [FILE]  times by road, in a file of OpenStreetMap (.osm.pbf) or in an invented city
 *   --layouts [N]  random layouts of invoices (200), each taught by one example; prints what was asked and why
 *   --numbers  house numbers of a county: loading them, and finding addresses
 *   --intake FOLDER  documents of other systems, read after one example of each layout, and printed to the port; the
 *                    folder has a truth.json
 *   --region FILE  the street map of a file of OpenStreetMap (.osm.pbf)
 *   --acts N  acts of 40 phones, dispatchers and scripts on two instances, through kills, freezes, a full disk, jumping
 *     clocks and cut lines; fails when one is lost, doubled, in another order or answered wrongly. --seed S repeats the
 *     choices; --seconds S ends earlier; with --without-idempotency nobody sends a key, and it fails when nothing is doubled;
 *     with --replica the database fails over to its replica, in place of PostgreSQL's other faults
 *   --where  the sentences that say where tasks are, against simulated days; fails when one is false
 * These options work with any part:
 *   --compare REV  the same measurements of another revision, alternating with this one
 *   --rounds N  the number of measurements; by default 1, or 2 with --compare
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from './bench-checkout.mjs';
import { printComparison, printTable, readResults } from './bench-table.mjs';
import { bin, build, install, ROOT, run } from './prepare.mjs';

const WHOLE = [
  'load',
  'versions',
  'overload',
  'hostile',
  'far',
  'sockets',
  'commits',
  'positions',
  'repaint',
  'start',
  'import',
  'archive',
  'disk',
  'size',
  'arrivals',
  'candidates',
  'runs',
  'first-visit',
  'browser',
  'map-frames',
  'own',
];
const ALONE = [
  'bombs',
  'day',
  'http2',
  'layouts',
  'network',
  'numbers',
  'roads',
  'routes',
  'upgrade',
  'where',
];
const flag = { type: 'boolean' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries([...WHOLE, ...ALONE].map((name) => [name, flag])),
    tsplib: { type: 'string' },
    intake: { type: 'string' },
    region: { type: 'string' },
    vrp: { type: 'string' },
    out: { type: 'string' },
    replan: { type: 'string' },
    seconds: { type: 'string' },
    iterations: { type: 'string' },
    compare: { type: 'string' },
    rounds: { type: 'string' },
    acts: { type: 'string' },
    seed: { type: 'string' },
    'without-idempotency': flag,
    replica: flag,
    pages: { type: 'string' },
  },
});

const chosen = [...WHOLE, ...ALONE].filter((name) => values[name]);
const isNarrow =
  chosen.length > 0 ||
  values.tsplib ||
  values.intake ||
  values.region ||
  values.vrp ||
  values.replan ||
  values.acts;
const parts = isNarrow ? chosen : WHOLE;
const tsplib = values.tsplib ?? (isNarrow ? undefined : process.env.TSPLIB_FOLDER);

// Accepts values such as "--archive 5000000" and "--routes 25,50"
const [size] = positionals;
const env = {
  ...(size && values.archive && { ARCHIVE_ROWS: size }),
  ...(size && values.roads && { ROADS_FILE: resolve(process.env.INIT_CWD ?? '.', size) }),
  ...(size && values.arrivals && { ARRIVALS_FILE: resolve(process.env.INIT_CWD ?? '.', size) }),
  ...(values.routes && { ROUTES_BENCH: size ?? '25,50,100,200,500' }),
  ...(values.layouts && { LAYOUTS_BENCH: size ?? '200' }),
  ...(values.upgrade && { UPGRADE_PAGES: values.pages ?? '1000' }),
  ...(tsplib && { TSPLIB_FOLDER: resolve(tsplib) }),
  ...(values.vrp && {
    VRP_FOLDER: resolve(process.env.INIT_CWD ?? '.', values.vrp),
    VRP_SECONDS: values.seconds ?? '1',
    VRP_ITERATIONS: values.iterations ?? '',
    ...(values.out && { VRP_OUT: resolve(process.env.INIT_CWD ?? '.', values.out) }),
  }),
  ...(values.replan && {
    REPLAN_FOLDER: resolve(process.env.INIT_CWD ?? '.', values.replan),
    REPLAN_ITERATIONS: values.iterations ?? '12000',
  }),
  ...(values.acts && {
    ACTS: values.acts,
    ...(values.seed && { ACTS_SEED: values.seed }),
    ...(values.seconds && { ACTS_SECONDS: values.seconds }),
    ...(values['without-idempotency'] && { ACTS_KEYS: 'off' }),
    ...(values.replica && { ACTS_REPLICA: 'on' }),
  }),
  ...(values.intake && { INTAKE_FOLDER: resolve(process.env.INIT_CWD ?? '.', values.intake) }),
  ...(values.region && { REGION_FILE: resolve(process.env.INIT_CWD ?? '.', values.region) }),
};
if (
  ['browser', 'day', 'first-visit', 'http2', 'map-frames', 'repaint'].some((part) => parts.includes(part))
) {
  const { findChromium } = await import('./chromium.mjs');
  env.CHROMIUM_PATH = (await findChromium()) ?? '';
}
if (parts.includes('own') || values.replica) (await import('./fault-tools.mjs')).installTool('postgresql');
if (values.acts) (await import('./fault-tools.mjs')).installTool('libfaketime');
if (parts.includes('upgrade')) (await import('./fault-tools.mjs')).installTool('nginx-light');
if (values.roads || parts.includes('arrivals') || parts.includes('where'))
  (await import('./fault-tools.mjs')).installValhalla();

const results = join(ROOT, '.cache/bench');
mkdirSync(results, { recursive: true });
const HERE = { name: 'this revision', folder: ROOT, file: join(results, 'here.jsonl') };
const sides = [HERE];

if (!install({ withTools: true }) || !build()) process.exit(1);
if (values.compare) {
  const folder = checkout(values.compare);
  sides.unshift({ name: values.compare, folder, file: join(results, 'other.jsonl') });
}
for (const { file } of sides) rmSync(file, { force: true });

const rounds = Number(values.rounds ?? (values.compare ? 2 : 1));
const withFolder = [
  tsplib && 'tsplib',
  values.vrp && 'vrp',
  values.replan && 'replan',
  values.intake && 'intake',
  values.intake && 'print-port',
  values.region && 'region',
  values.acts && 'acts',
].filter(Boolean);
for (const part of [...parts, ...withFolder]) {
  for (let round = 0; round < rounds; round += 1) for (const side of sides) measure(part, side);
}
if (values.compare) printComparison(...sides.map(({ name, file }) => ({ name, ...readResults(file) })));
printTable(readResults(HERE.file).rows);

function measure(part, { name, folder, file }) {
  if (sides.length > 1) console.log(`\n${part}: ${name}`);
  const withoutDatabase = ['tsplib', 'intake', 'routes', 'region', 'arrivals', 'vrp', 'replan'].includes(
    part,
  );
  const config = `tests/bench/${withoutDatabase ? 'tsplib' : 'bench'}.config.ts`;
  const words = ['run', '--config', config, '--reporter=dot', `tests/bench/${part}.bench.ts`];
  const isMeasured = run(bin('vitest', folder), words, {
    cwd: folder,
    env: { ...env, BENCH_RESULTS: file },
  });
  if (isMeasured) return;
  console.error(`${part}: ${name} could not be measured to the end`);
  process.exitCode = 1;
}
