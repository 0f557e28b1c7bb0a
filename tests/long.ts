/**
 * `npm test` runs what a change commonly breaks, in a few minutes. `npm run test:long` runs the rest: what starts the
 * application in many ways, kills it, waits for many seconds, builds regions, or walks through many pages; and subjects
 * that few changes touch, which have faster tests of their rules in tests/domain. CI runs everything. Long are the files
 * that are listed here, and single tests whose names end with @long. Naming a part or a file runs its long tests too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files of tests/api that `npm test` leaves out, by the reason. The names are without tests/api and .test.ts. */
const API_BY_REASON: Record<string, string[]> = {
  'They start the application in many ways, or stop it at a chosen moment.': [
    'start',
    'modules',
    'trouble',
    'dev',
    'setup',
    'packed',
    'doctor',
    'services',
    'log',
    'metrics',
    'clock-ahead',
    'admin-reset',
    'demo-accounts',
    'demo-documents',
    'demo-streets',
    'zip-codes',
    'tls',
    'attacks/http2',
  ],
  'They kill processes, or keep several instances busy.': [
    'holds-killed',
    'geocoding-killed',
    'webhooks-killed',
    'import-jobs-killed',
    'intake-killed',
    'print-port-killed',
    'intake-folder-killed',
    'move-in-killed',
    'runs-histories',
    'runs-locks',
    'overload',
  ],
  'They wait for clocks of the product: limits, pauses, retries, timetables.': [
    'attacks/slow-clients',
    'attacks/guessing',
    'heartbeat',
    'plans-slow',
    'forgetting',
    'retention',
    'background-work',
    'board-times',
    'run-schedules',
    'one-timetable',
    'call-limit',
  ],
  'They build regions, or ask services for roads and places.': [
    'region',
    'region-roads',
    'house-numbers',
    'road-times',
    'arrival-roads',
    'route-traffic',
    'geocoding',
    'geocoding-nominatim',
  ],
  'Few changes touch the subject.': [
    'push',
    'webhooks',
    'plans',
    'messages',
    'positions',
    'arrivals',
    'need-by',
    'cached-responses',
    'move-in',
    'move-in-files',
    'newcomers',
    'attacks/texts',
    'attacks/images',
    'attacks/unattended',
    'attacks/redirects',
    'notices-compared',
    'print-port',
    'intake',
    'intake-orders',
    'intake-folder',
    'backups',
    'history-report',
    'plan-undo',
    'readers-language',
    'attacks/anonymous',
    'attacks/csv',
    'attacks/large-bodies',
    'attacks/documents',
    'attacks/mailbox',
    'attacks/cross-site',
    'attacks/bodies',
    'attacks/foreign-ids',
    'attacks/forms',
    'account-addresses',
    'admin-dealerships',
    'vehicles',
    'holds',
    'facts',
    'contacts',
    'import-jobs',
    'run-views',
    'route-optimization',
    'teach-form',
    'database-log',
  ],
  'They test the tools of the tests.': ['test-tools'],
};
const LONG_API = Object.values(API_BY_REASON).flat();

/** The demo, threads, the seconds of an optimizer, and chains of background work. */
const LONG_DOMAIN = [
  'demo',
  'workers',
  'schema-lock',
  'commit',
  'intake-layouts',
  'intake-work',
  'intake-trickle',
  'house-number-files',
  'document-names',
  'routing-optimizer',
  'jobs',
  'jobs-upgrade',
  'fair-queue',
  'child-errors',
  'geocoding-place',
];

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
const TAG = '@long';

const tests = fileURLToPath(new URL('.', import.meta.url));
const taggedFiles = ['api', 'domain'].flatMap((part) =>
  readdirSync(`${tests}${part}`, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.test\.tsx?$/.test(name) && readFileSync(`${tests}${part}/${name}`, 'utf8').includes(TAG),
    )
    .map((name) => `tests/${part}/${name}`),
);
export const apiFiles = {
  include: length === 'long' ? [...new Set([...longFiles, CONTRACT, ...taggedFiles])] : ALL_API,
  exclude: isShort ? longFiles : [],
};
export const isLong = (path: string) => [...longFiles, CONTRACT].some((file) => path.endsWith(file));
/** True if a test of this file is part of a run of this length. */
export const isPart = (path: string, test: string) =>
  isShort ? !test.endsWith(TAG) : length !== 'long' || test.endsWith(TAG) || isLong(path);

const longBrowser = LONG_BROWSER.map(browserFile);
/** Long files have tests without the tag, so two projects are needed to run them and the tagged ones of the others. */
export const browserTests =
  length === 'long'
    ? {
        projects: [
          { name: 'long', testMatch: longBrowser },
          { name: 'tagged', testIgnore: longBrowser, grep: new RegExp(TAG) },
        ],
      }
    : isShort
      ? { testIgnore: longBrowser, grepInvert: new RegExp(TAG) }
      : {};
