/**
 * `npm test` runs what a change commonly breaks, in a few minutes. `npm run test:long` runs the rest: what starts the
 * application in many ways, kills it, waits for many seconds, builds regions, or walks through many pages; and subjects
 * that few changes touch, which have faster tests of their rules in tests/domain. CI runs everything. The names of long
 * browser tests end with @long. Naming a part or a file runs its long tests too.
 */
export const LONG_API = [
  'start',
  'trouble',
  'region',
  'demo-streets',
  'dev',
  'attacks/slow-clients',
  'services',
  'tls',
  'demo-accounts',
  'admin-reset',
  'packed',
  'doctor',
  'holds-killed',
  'geocoding-killed',
  'geocoding-nominatim',
  'webhooks-killed',
  'plans-slow',
  'heartbeat',
  'import-jobs-killed',
  'intake-killed',
  'print-port-killed',
  'intake-folder-killed',
  'house-numbers',
  'region-roads',
  'runs-histories',
  'push',
  'route-traffic',
  'intake-folder',
  'backups',
  'test-tools',
  'runs-locks',
  'print-port',
  'setup',
  'history-report',
  'log',
  'run-schedules',
  'forgetting',
  'road-times',
  'arrival-roads',
  'clock-ahead',
  'call-limit',
  'move-in-killed',
  'overload',
  'retention',
  'one-timetable',
  'demo-documents',
  'zip-codes',
  'metrics',
  'background-work',
  'attacks/anonymous',
  'attacks/csv',
  'attacks/http2',
  'attacks/large-bodies',
  'attacks/cross-site',
  'attacks/guessing',
  'readers-language',
  'board-times',
  'intake-orders',
  'plan-undo',
  'geocoding',
  'intake',
];

export const LONG_DOMAIN = ['demo', 'workers', 'document-names', 'routing-optimizer', 'jobs'];

/** Beside these, the most used screens are left: sign-in, board, task form, map, panel, driver, accounts, history. */
export const LONG_BROWSER = [
  'inbox',
  'no-line',
  'board-runs',
  'runs',
  'timeline',
  'route',
  'plan',
  'need-by',
  'task-merge',
  'admin',
  'move-in',
  'languages',
  'help',
  'driver-layout',
  'driver-notices',
  'clicks',
  'driver-undo',
  'push',
  'import',
  'same-invoice',
  'customer-link',
  'sources',
  'contacts',
  'shifts',
  'driver-added',
  'drafts',
  'settings',
  'stuck',
  'counts',
  'driver-photos',
  'passwords',
  'newcomers',
  'positions',
  'candidates',
  'typed-ahead',
  'task-suggestions',
  'task-places',
  'board-day',
];

/** Empty when a part or a file was asked for, and when everything is run. */
const length = process.env.TEST_LENGTH;
export const isShort = length === 'short';

const apiFile = (name: string) => `tests/api/${name}.test.ts`;
const domainFile = (name: string) => `tests/domain/${name}.test.ts`;
const browserFile = (name: string) => `**/${name}.spec.ts`;
const ALL_API = ['tests/domain/**/*.test.{ts,tsx}', apiFile('**/*')];
/** It belongs to both: `npm test` sends fewer requests. */
const CONTRACT = apiFile('contract');
export const longFiles = [...LONG_API.map(apiFile), ...LONG_DOMAIN.map(domainFile)];
export const apiFiles = {
  include: length === 'long' ? [...longFiles, CONTRACT] : ALL_API,
  exclude: isShort ? longFiles : [],
};
export const isLong = (path: string) => [...longFiles, CONTRACT].some((file) => path.endsWith(file));

const TAG = /@long/;
const longBrowser = LONG_BROWSER.map(browserFile);
/** Long files have tests without the tag, so two projects are needed to run them and the tagged ones of the others. */
export const browserTests =
  length === 'long'
    ? {
        projects: [
          { name: 'long', testMatch: longBrowser },
          { name: 'tagged', testIgnore: longBrowser, grep: TAG },
        ],
      }
    : isShort
      ? { testIgnore: longBrowser, grepInvert: TAG }
      : {};
