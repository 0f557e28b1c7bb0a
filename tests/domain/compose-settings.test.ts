/** The compose file passes every setting that its containers do not decide. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name);

/** The container's file system and port are fixed, Caddy has the certificate, and the others are for tests. */
const NOT_PASSED = [
  'ENV_FILE',
  'PORT',
  'HOST',
  'DATA_DIR',
  'TLS_CERT',
  'TLS_KEY',
  'METRICS_HOST',
  'ADMIN_PASSWORD',
  'TEST_LANGUAGES',
  'TEST_REMIX_ROUTES',
  'TEST_WITHOUT_MODULES',
];

test('every setting of .env.example is in the compose file', () => {
  const settings = namesIn('.env.example', /^([A-Z_]+)=/gm);
  const [app = ''] = readFileSync('deploy/compose.yaml', 'utf8').split(/^ {2}database:$/m);
  const passed = [...app.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(50);
  expect(settings.filter((name) => !NOT_PASSED.includes(name)).sort()).toEqual(passed.sort());
});

test('.env.example describes every setting, and each secret that may be in a file', () => {
  const source = readFileSync('app/process/env.server.ts', 'utf8');
  const [, shape = ''] = source.split('const Settings = z.object({');
  const settings = [...(shape.split('\n});')[0] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(
    ([, name = '']) => name,
  );
  const [, secrets = ''] = /const SECRETS = \[([^\]]+)\]/.exec(source) ?? [];
  const files = [...secrets.matchAll(/'([A-Z_]+)'/g)].map(([, name = '']) => `${name}_FILE`);
  expect(namesIn('.env.example', /^([A-Z_]+)=/gm).sort()).toEqual(settings.sort());
  const example = readFileSync('.env.example', 'utf8');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((name) => !example.includes(name))).toEqual([]);
});
