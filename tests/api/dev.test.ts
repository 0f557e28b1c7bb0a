/** `npm run dev` in a copy of the project: a change is served, and an error of the build reaches the page. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database';
import { freePort } from '../support/raw';
import { waitLimit } from '../support/slowness';

const PARTS = ['app', 'db', 'public', 'scripts', 'server.ts', 'remix.config.js', 'tsconfig.json'];
const FILES = [...PARTS, 'package.json', 'package-lock.json'];
const IN_TIME = { timeout: 200_000, interval: 200 };
const TEST_MS = waitLimit(600_000);

let database: TestDatabase;
let folder: string;
let origin: string;
let dev: ChildProcess;
/** Keeps what the command prints, so that a failure can show it. */
let printed = '';

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-dev-'));
  for (const name of FILES) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  origin = `http://localhost:${String(port)}`;
  const env = { DATABASE_URL: database.url, SESSION_SECRET: 'for tests only, and of sufficient length' };
  dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: 'silent' },
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
});
afterAll(async () => {
  const ended = new Promise((done) => dev.once('exit', done));
  dev.kill();
  await ended;
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const page = async () => {
  const response = await fetch(`${origin}/auth`);
  return { status: response.status, text: await response.text() };
};
const servedPage = () => page().catch(() => ({ status: 0, text: '' }));
/** Waits until the page is served. A failure shows the last page and what the command has printed. */
const untilServed = () =>
  vi.waitFor(async () => {
    const { status, text } = await servedPage();
    if (status !== 200) throw new Error(`${String(status)}: ${text}\n${printed}`);
  }, IN_TIME);

/** Reads the messages for pages until they contain the words. */
async function messageWith(words: string): Promise<string> {
  const reader = (await fetch(`${origin}/__dev`)).body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes(words)) {
    const piece = await reader?.read();
    if (!piece?.value) break;
    text += piece.value;
  }
  await reader?.cancel();
  return text;
}

test(
  'the calls of /api are not in the list of routes, a change of one file is served, and an error of the build is shown in the page',
  async () => {
    const file = join(folder, 'app/root.tsx');
    const before = await readFile(file, 'utf8');
    await untilServed();
    expect((await page()).text).toContain('new EventSource(path)');
    // The page of an empty installation has no scripts of Remix, so its files tell the name.
    const built = await readdir(join(folder, '.cache/dev/public/build'));
    const manifest = built.find((name) => /^manifest-\w+\.js$/.test(name));
    const list = await (await fetch(`${origin}/build/${manifest}`)).text();
    expect(list).toContain('"routes/_app.driver"');
    expect(list).not.toContain('routes/api');

    await writeFile(file, before.replace('<html lang=', '<html data-changed="yes" lang='));
    await expect
      .poll(async () => (await servedPage()).text, IN_TIME)
      .toContain('<html data-changed="yes" lang="en"');

    await writeFile(file, `${before}\nconst = 3;\n`);
    expect(await messageWith('app/root.tsx')).toContain('Expected identifier');
    expect(await page()).toMatchObject({ status: 500 });

    await writeFile(file, before);
    await untilServed();
  },
  TEST_MS,
);

test('nothing of it is in the program that production runs', async () => {
  for (const file of ['build/index.js', 'build/service-worker.js'])
    expect(await readFile(file, 'utf8')).not.toMatch(/__dev|dev-error/);
});
