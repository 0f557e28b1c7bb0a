/** `npm run check` finds names in documents that no longer exist in the source. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const check = (...folder: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/document-names.mjs', ...folder]);
  return { status, lines: stdout.toString().split('\n').filter(Boolean) };
};

/** Runs the check on a guide with this text and one source file. */
function findIn(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-documents-'));
  try {
    mkdirSync(join(folder, 'app/rules'), { recursive: true });
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'package.json'), '{"dependencies":{"some-package.js":"1.0.0"}}');
    writeFileSync(
      join(folder, 'app/rules/present.server.ts'),
      '// lapsedName has gone.\n/* So has lapsedCall. */\nexport const presentCall = (partsOfIt: string) => partsOfIt;\n',
    );
    writeFileSync(join(folder, 'docs/guide.md'), text);
    writeFileSync(join(folder, 'CHANGELOG.md'), 'The changelog may speak of `lapsedName`.');
    return check(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the names of files and functions in the documents exist', () => {
  expect(check()).toEqual({ status: 0, lines: [] });
});

test.each([
  'lapsedName',
  'LapsedName',
  'lapsedCall()',
  'lapsedCall(one, two)',
  'lapsed.ts',
  'rules/lapsed.server.ts',
  'app/rules/lapsed.server.ts',
  'app/lapsed',
])('%s, which is in no source, is reported', (name) => {
  expect(findIn(`It is \`${name}\`.`)).toEqual({
    status: 1,
    lines: [`docs/guide.md names ${name}, which does not exist`],
  });
});

test.each([
  'presentCall',
  'presentCall(…)',
  'partsOfIt',
  'present.server.ts',
  'rules/present.server.ts',
  'app/rules/present.server.ts',
  'app/rules/',
  '.server.ts',
  'some-package.js',
])('%s, which exists, is not reported', (name) => {
  expect(findIn(`It is \`${name}\`.`)).toEqual({ status: 0, lines: [] });
});

test.each([
  'npm run region -- FILE.osm.pbf',
  'SESSION_SECRET',
  'GET /api/openapi.json',
  '/etc/systemd/journald.conf',
  '{lapsedName, status}',
  '{"lapsedName": 1}',
  'If-Match',
  'live_sockets',
  'build/lapsed-worker.js',
  'app/rules/NNNN-lapsed.ts',
])('a command, a setting, an address or JSON is no name: %s', (text) => {
  expect(findIn(`It is \`${text}\`.`)).toEqual({ status: 0, lines: [] });
});

test('examples of code are not looked at', () => {
  expect(findIn('An example:\n\n```ts\nlapsedName(`${lapsedCall()}`);\n```\n').status).toBe(0);
});
