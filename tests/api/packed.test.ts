/** The built folder runs as in the image: without development packages, sources and write access, as an ordinary user. */
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { make, photoUrl, pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';
import { VERSION } from '../support/version';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';

const network = useNetwork();
const root = mkdtempSync(join(tmpdir(), 'parts-dispatch-packed-'));
const folder = join(root, 'srv');
const data = join(root, 'data');
const asRoot = process.getuid?.() === 0;
/** The id of the user `nobody`. */
const NOBODY = 65_534;

type Locked = { dev?: boolean };
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', folder], { stdio: 'pipe' });
  // This copies the packages that `npm ci --omit=dev` installs, without downloading them again.
  for (const [path, { dev }] of Object.entries(packages)) {
    if (path === '' || dev || path.lastIndexOf('node_modules/') > 0 || !existsSync(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path));
  }
  mkdirSync(data);
  for (const each of [root, data]) chmodSync(each, 0o777);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('it starts with its own database and answers', async () => {
  const user = asRoot ? NOBODY : undefined;
  const app = await startApp({ folder, user, env: { DATA_DIR: data, DEMO_DATA: 'off' } });
  const health: unknown = await (await fetch(`${app.origin}/healthz`)).json();
  expect(health).toEqual({ ok: true, version: expect.stringMatching(VERSION) as string });
  // The folder has no git data. The build has stored the commit.
  expect(existsSync(join(folder, '.git'))).toBe(false);
  if (existsSync('.git'))
    expect(health).toEqual({ ok: true, version: expect.stringContaining('+') as string });
  const page = await fetch(`${app.origin}/auth`);
  expect(page.status).toBe(200);
  expect(await app.stop()).toBe(0);
});

test('it has no sources, no compiler and no reports of the build', () => {
  expect(readdirSync(folder)).not.toContain('app');
  expect(readdirSync(join(folder, 'build')).filter((name) => name.startsWith('metafile'))).toEqual([]);
  for (const name of ['esbuild', 'vite', '@remix-run/dev', 'eslint'])
    expect(existsSync(join(folder, 'node_modules', name))).toBe(false);
});

test('the Dockerfile copies what is there, and runs as another user than root', () => {
  const text = readFileSync('deploy/Dockerfile', 'utf8');
  const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
  expect(sources).not.toHaveLength(0);
  for (const source of sources) expect(existsSync(source), source).toBe(true);
  expect(text).toMatch(/^USER node$/m);
  expect(text).toMatch(/^HEALTHCHECK /m);
  const [, command = ''] = /^CMD (\[.+\])$/m.exec(text.split('HEALTHCHECK')[1] ?? '') ?? [];
  expect(existsSync(join(folder, (JSON.parse(command) as string[])[1] ?? '-'))).toBe(true);
  const started = /^ExecStart=\S+ (\S+)$/m.exec(readFileSync('deploy/parts-dispatch.service', 'utf8'))?.[1];
  expect(existsSync(join(folder, started ?? '-'))).toBe(true);
});

test('commands of the service run with the settings, the user and the folder of its unit', () => {
  const unit = readFileSync('deploy/parts-dispatch.service', 'utf8');
  const script = readFileSync(join(folder, 'deploy/command.sh'), 'utf8');
  for (const name of ['User', 'WorkingDirectory', 'EnvironmentFile', 'Environment']) {
    const [, values = ''] = new RegExp(`^${name}=(.+)$`, 'm').exec(unit) ?? [];
    expect(values, name).not.toBe('');
    for (const value of values.split(' ')) expect(script).toContain(`=${value}`);
  }
  expect(unit).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m);
});

test('a command that lacks the DATABASE_URL of its application refuses, and makes no database of its own', async () => {
  const database = await createDatabase();
  await addPeople(database.url);
  const own = mkdtempSync(join(root, 'own-'));
  const env = { DATA_DIR: own };
  const command = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['build/index.js', ...words], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        ENV_FILE: '',
        LOG_LEVEL: 'warn',
        ADMIN_PASSWORD: 'a long one',
        ...env,
      },
    }).then(
      ({ stdout }) => stdout,
      (error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        return stdout + stderr;
      },
    );
  const app = await startApp({ databaseUrl: database.url, env });
  await app.stop();
  try {
    for (const words of [
      ['restore', join(own, 'monday.backup')],
      ['backup', join(own, 'monday.backup')],
      ['admin:create', 'eve', 'Eve'],
      ['admin:reset', 'admin'],
      ['token:create', 'admin', 'Script'],
      ['region', '--remove'],
    ]) {
      const said = await command(...words);
      expect([words[0], said]).toEqual([
        words[0],
        expect.stringContaining('uses a DATABASE_URL, which this command was not given'),
      ]);
    }
    expect(readdirSync(own).sort()).toEqual(['session-secret', 'uses-database-url.txt']);
  } finally {
    await database.drop();
  }
});

test('the files of the image contain all that the folder needs', () => {
  const ignored = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').split('\n').filter(Boolean);
  const needed = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^(build|public|node_modules)\b/.test(name),
  );
  expect(needed).toContain(join('docs', 'operating.md'));
  for (const name of needed)
    expect(
      ignored.find((line) => name === line || name.startsWith(join(line, '/'))),
      name,
    ).toBeUndefined();
});

test('the log says why pictures cannot be read in a broken installation', async () => {
  rmSync(join(folder, 'node_modules/sharp'));
  const app = await startApp({ folder, databaseUrl: network.database.url });
  const dispatcher = client(app.origin);
  await dispatcher.signIn('dispatcher');
  const { id } = await make(dispatcher, pickup({ driver_id: network.ids.driver }));
  const sent = await dispatcher.post(`/api/tasks/${String(id)}/photos`, { image: await photoUrl() });
  expect(sent.status).toBe(503);
  await app.stop();
  expect(app.output()).toMatch(
    /"message":"it ended with 1: Error \[ERR_MODULE_NOT_FOUND\]: Cannot find package 'sharp'/,
  );
});
