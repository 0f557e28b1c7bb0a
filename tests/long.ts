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
  'house-numbers',
  'region-roads',
].map((name) => `tests/api/${name}.test.ts`);
const BROWSER = ['every-screen', 'day', 'streets', 'pictures', 'attacks', 'positions'].map(
  (name) => `**/browser/${name}.spec.ts`,
);
/** It belongs to both: `npm test` sends fewer requests. */
const CONTRACT = 'tests/api/contract.test.ts';

/** Empty when a part or a file was asked for, and in CI. */
const length = process.env.TEST_LENGTH;
export const isShort = length === 'short';

export const isLong = (path: string) => [...API, CONTRACT].some((file) => path.endsWith(file));

const chosen = (all: string[], long: string[], both: string[] = []) => ({
  included: length === 'long' ? [...long, ...both] : all,
  excluded: isShort ? long : [],
});
export const apiFiles = chosen(['tests/domain/**/*.test.{ts,tsx}', 'tests/api/**/*.test.ts'], API, [
  CONTRACT,
]);
export const browserFiles = chosen(['**/*.spec.ts'], BROWSER);
