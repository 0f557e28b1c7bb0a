/** No installed package has a published hole: each is at least the first good version of its line. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SAFE_VERSIONS, WITHOUT_FIX } from '../../support/safe-versions';

type Lock = { packages: Record<string, { version?: string; resolved?: string; integrity?: string }> };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const installed = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, { version = '', ...rest }]) => ({
    name: path.split('node_modules/').at(-1) ?? '',
    version,
    ...rest,
  }));

const numbers = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number);
const compare = (a: string, b: string) => {
  const [left, right] = [numbers(a), numbers(b)];
  return left.map((part, i) => part - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
};

/** With several lines, the one with the same first number counts. Above the last line all versions are good. */
function isSafe(version: string, from: string[]): boolean {
  const last = from.at(-1) ?? '0.0.0';
  const line = from.find((each) => numbers(each)[0] === numbers(version)[0]);
  return compare(version, line ?? last) >= 0;
}

test('every installed version is as new as its first good one', () => {
  const old = installed.flatMap(({ name, version }) => {
    const known = SAFE_VERSIONS[name];
    return known && !isSafe(version, known.from) ? [`${name} ${version}: ${known.why}`] : [];
  });
  expect(old).toEqual([]);
});

test('the list speaks of what is installed', () => {
  const names = new Set(installed.map(({ name }) => name));
  expect(Object.keys(SAFE_VERSIONS).filter((name) => !names.has(name))).toEqual([]);
});

test.each(WITHOUT_FIX)(
  '$advisory of $name has no fix here, and the security guide says why it does not apply',
  ({ name, until, advisory }) => {
    const versions = installed.filter((each) => each.name === name).map(({ version }) => version);
    expect(versions.some((version) => compare(version, until) < 0)).toBe(true); // otherwise remove the line
    expect(readFileSync('docs/security.md', 'utf8')).toContain(advisory);
  },
);

test('the versions forced on Remix are those of the list, and every copy is that version', () => {
  const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    overrides: Record<string, string>;
  };
  for (const [name, version] of Object.entries(overrides)) {
    expect(SAFE_VERSIONS[name]?.from).toEqual([version]);
    expect(installed.filter((each) => each.name === name).map((each) => each.version)).toEqual([version]);
  }
});

test.each([
  ['7.5.14', ['7.5.10', '8.17.1'], true],
  ['7.5.9', ['7.5.10', '8.17.1'], false],
  ['8.17.0', ['7.5.10', '8.17.1'], false],
  ['9.0.0', ['7.5.10', '8.17.1'], true],
  ['6.0.0', ['7.5.10', '8.17.1'], false],
])('%s against %j: %s', (version, from, expected) => {
  expect(isSafe(version, from)).toBe(expected);
});

test('none comes from elsewhere than the registry, and each is checked by the sum of what it has to be', () => {
  const strange = installed.filter(({ resolved, integrity = '' }) => {
    const isElsewhere = resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/');
    return isElsewhere || !integrity.startsWith('sha512-');
  });
  expect(strange.map(({ name }) => name)).toEqual([]);
});
