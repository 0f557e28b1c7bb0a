/**
 * Test files that are long by nature: they start in every way, build regions, or walk through every screen. `npm test`
 * leaves them out, `npm run test:long` runs them and the fault tests, and CI runs everything.
 */
const API = [
  'start',
  'trouble',
  'region',
  'dev',
  'attacks/slow-clients',
  'services',
  'admin-reset',
  'packed',
  'doctor',
  'holds-killed',
  'house-numbers',
  'region-roads',
].map((name) => `tests/api/${name}.test.ts`);
/** Playwright compares it with the name of a file, the titles and the tags of a test. */
const BROWSER = /(?:^|[ /])(?:every-screen|day|streets|pictures|attacks|positions)\.spec\.ts|@long/;
/** It belongs to both: `npm test` sends fewer requests. */
const CONTRACT = 'tests/api/contract.test.ts';

/** Empty when a part or a file was asked for, and in CI. */
const length = process.env.TEST_LENGTH;
export const isShort = length === 'short';

export const isLong = (path: string) => [...API, CONTRACT].some((file) => path.endsWith(file));

const ALL_API = ['tests/domain/**/*.test.{ts,tsx}', 'tests/api/**/*.test.ts'];
export const apiFiles = {
  include: length === 'long' ? [...API, CONTRACT] : ALL_API,
  exclude: isShort ? API : [],
};
export const browserTests = {
  ...(length === 'long' && { grep: BROWSER }),
  ...(isShort && { grepInvert: BROWSER }),
};
