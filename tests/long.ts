/**
 * Tests that are long by nature: they start the application in many ways, kill it, wait for many seconds, build
 * regions, or walk through many pages. `npm test` leaves them out, `npm run test:long` runs them and the fault tests,
 * and CI runs everything. The names of long browser tests end with @long.
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
];

/** Empty when a part or a file was asked for, and in CI. */
const length = process.env.TEST_LENGTH;
export const isShort = length === 'short';

const apiFile = (name: string) => `tests/api/${name}.test.ts`;
const ALL_API = ['tests/domain/**/*.test.{ts,tsx}', apiFile('**/*')];
/** It belongs to both: `npm test` sends fewer requests. */
const CONTRACT = 'contract';
const longApi = LONG_API.map(apiFile);
export const apiFiles = {
  include: length === 'long' ? [...longApi, apiFile(CONTRACT)] : ALL_API,
  exclude: isShort ? longApi : [],
};
export const isLong = (path: string) => [...longApi, apiFile(CONTRACT)].some((file) => path.endsWith(file));

const TAG = /@long/;
export const browserTests = {
  ...(length === 'long' && { grep: TAG }),
  ...(isShort && { grepInvert: TAG }),
};
