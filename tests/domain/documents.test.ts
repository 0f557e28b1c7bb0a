/** Links in documents lead to existing files and headings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../package.json';
import FORMER_WORDS from '../../scripts/former-words.json';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

/** Returns the ids that GitHub gives to the headings of a document. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(DOCUMENTS)('every link in %s leads somewhere', (file) => {
  const links = [...readFileSync(file, 'utf8').matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g)];
  for (const [, path = '', anchor] of links) {
    const target = path ? join(dirname(file), path) : file;
    expect(existsSync(target), `${file}: ${target}`).toBe(true);
    if (anchor) expect(anchorsOf(readFileSync(target, 'utf8')), `${file}: ${target}`).toContain(anchor);
  }
});

// The changelog tells of earlier versions. Names in code stay as they are.
test.each(DOCUMENTS.filter((name) => name !== 'CHANGELOG.md'))('%s uses one word for one thing', (file) => {
  const text = readFileSync(file, 'utf8').replaceAll(/`[^`]*`/g, '');
  const found = FORMER_WORDS.flatMap(({ former, instead }) =>
    [...text.matchAll(new RegExp(former, 'g'))].map(([word]) => `${word}: ${instead}`),
  );
  expect(found).toEqual([]);
});

test('the newest version in the changelog is that of the package', () => {
  const [, newest] = /^## (\S+), \d{4}-\d\d-\d\d$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  expect(newest).toBe(version);
});
