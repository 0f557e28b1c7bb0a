/** `npm run doctor` says what is wrong and what to do about it, and changes nothing. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '../support/app';
import { freePort } from '../support/raw';
import { makeCertificate } from '../support/tls';
import { VERSION } from '../support/version';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const SECRET = { SESSION_SECRET: 'for tests only, and of sufficient length' };

const doctor = (env: Record<string, string>, ...words: string[]) => run(env, 'doctor', ...words);

function run(env: Record<string, string>, ...words: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['build/index.js', ...words],
      { env: { PATH: process.env.PATH, NODE_ENV: 'production', ENV_FILE: '', ...SECRET, ...env } },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, text: stdout + stderr });
      },
    );
  });
}

const portOf = (origin: string) => new URL(origin).port;

test('a running installation has no faults', async () => {
  const { origin } = network.app;
  const found = await doctor({ DATABASE_URL: network.database.url, PORT: portOf(origin) }, origin);
  for (const line of [
    /^ok +Database: PostgreSQL \d+/m,
    /^ok +Clock: matches the database clock/m,
    /^ok +Database permissions:/m,
    /^ok +Extension pg_trgm: installed/m,
    /^ok +Migrations: all \d+ applied/m,
    new RegExp(`^ok +Port: Parts Dispatch ${VERSION.source} answers`, 'm'),
    /^ok +Public address: /m,
    /^ok +Live channel: /m,
    /^ok +Time zone: America\/Chicago/m,
  ])
    expect(found.text).toMatch(line);
  expect(found).toMatchObject({ code: 0 });
});

test('a source that prints needs the port, and the doctor says who has it', async () => {
  const { database } = network;
  const port = { INTAKE_PRINT_PORT: '9105', INTAKE_PRINT_HOST: '127.0.0.74' };
  await database.rows(
    "insert into intake_sources (name, user_id, kind, is_on, last_error, last_error_at) select 'Desk', id, 'port', true, 'Refused', now() from users where username = 'admin'",
  );
  const textOf = async (env: Record<string, string>) =>
    (await doctor({ DATABASE_URL: database.url, ...env })).text;
  const off = await textOf({});
  expect(off).toMatch(/^WRONG +Port for printers: a source prints, but INTAKE_PRINT_PORT is not set/m);
  expect(off).toMatch(/^warning +Source Desk: Refused/m);
  expect(await textOf(port)).toMatch(/^WRONG +Port for printers: no instance has port 9105/m);
  await network.another(port);
  await expect.poll(() => textOf(port)).toMatch(/^ok +Port for printers: 9105, open on /m);
  await network.stopOthers();
  await database.rows('delete from intake_sources');
});

test('a misspelled setting is named by the doctor, and by the log at the start', async () => {
  const wrong = { APP_ORIGN: 'https://dispatch.example.com' };
  const { url } = network.database;
  const found = await doctor({ DATABASE_URL: url, ...wrong });
  expect(found.text).toMatch(/^warning +Settings: APP_ORIGN .*\n +→ Perhaps APP_ORIGIN was meant/m);
  expect(found.text.match(/Settings: /g)).toHaveLength(1);
  const app = await startApp({ databaseUrl: url, env: wrong });
  await app.stop();
  expect(
    app
      .output()
      .split('\n')
      .filter((line) => line.includes('is not a setting')),
  ).toEqual([expect.stringMatching(/"level":40.*APP_ORIGN .*APP_ORIGIN/)]);
});

test('before the first start it makes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-doctor-'));
  const data = join(folder, 'data');
  const found = await doctor({ DATA_DIR: data, PORT: String(await freePort()) });
  expect(found.text).toMatch(/^ok +Database: the embedded PostgreSQL is not running/m);
  expect(found.text).toMatch(/^ok +Port: \d+ is free/m);
  expect(found.code).toBe(0);
  expect(existsSync(data)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('a newer database, a user without rights, a certificate for another name and a port of another program', async () => {
  const { database } = network;
  const made = makeCertificate();
  const other = createServer((_request, response) => response.end('something else'));
  await new Promise<void>((resolve) => other.listen(0, resolve));
  const name = `weak_${String(process.pid)}`;
  await database.rows(`create role ${name} login password 'weak'`);
  await database.rows(`grant select on schema_migrations to ${name}`);
  await database.rows(`insert into schema_migrations (name) values ('9999-newer')`);
  const url = Object.assign(new URL(database.url), { username: name, password: 'weak' }).href;
  const found = await doctor({
    ...made.env,
    DATABASE_URL: url,
    PORT: String((other.address() as AddressInfo).port),
    APP_ORIGIN: 'https://dispatch.invalid',
    TRUST_PROXY: 'on',
  });
  await database.rows(`delete from schema_migrations where name = '9999-newer'`);
  await database.rows(`drop owned by ${name}`);
  await database.rows(`drop role ${name}`);
  other.close();
  rmSync(made.data, { recursive: true });
  for (const line of [
    /^WRONG +Migrations: the database belongs to a newer version \(9999-newer\)\n +→ Start that version/m,
    /^WRONG +Database permissions: .*\n +→ alter database/m,
    /^WRONG +Certificate: does not cover dispatch\.invalid/m,
    /^WRONG +Port: \d+ is used by something else/m,
    /^warning +Public address: this machine can't look up dispatch\.invalid/m,
    /^warning +Proxy: X-Forwarded headers are trusted/m,
    /doctor failed: 4 of \d+ checks failed/,
  ])
    expect(found.text).toMatch(line);
  expect(found.code).toBe(1);
});

test('a key of another certificate, a metrics port of another program, and folders that are not there', async () => {
  const [made, another] = [makeCertificate(), makeCertificate()];
  const other = createServer((_request, response) => response.end('something else'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const taken = String((other.address() as AddressInfo).port);
  const missing = join(tmpdir(), 'no-such-folder-of-parts-dispatch');
  const found = await doctor({
    ...made.env,
    TLS_KEY: another.env.TLS_KEY,
    DATABASE_URL: network.database.url,
    METRICS_PORT: taken,
    INTAKE_DIR: missing,
    BACKUP_DIR: missing,
  });
  other.close();
  const { data } = made;
  const right = await doctor({
    ...made.env,
    DATABASE_URL: network.database.url,
    METRICS_PORT: String(await freePort()),
    INTAKE_DIR: data,
    BACKUP_DIR: data,
  });
  for (const each of [made, another]) rmSync(each.data, { recursive: true });
  for (const line of [
    /^WRONG +Key: .* does not belong to the certificate of TLS_CERT\n +→ /m,
    new RegExp(`^WRONG +Metrics port: ${taken} is used by something else`, 'm'),
    /^WRONG +INTAKE_DIR: .* is missing\n +→ /m,
    /^WRONG +BACKUP_DIR: .* is missing\n +→ /m,
  ])
    expect(found.text).toMatch(line);
  for (const line of [/^ok +Metrics port: \d+ is free/m, /^ok +INTAKE_DIR: /m, /^ok +BACKUP_DIR: /m])
    expect(right.text).toMatch(line);
  expect(right.text).not.toContain('Key:');
});

test('a database that is missing, a user without a way in, and who has made the database read-only', async () => {
  const { database } = network;
  const at = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  const adviceFor = async (url: string) => (await doctor({ DATABASE_URL: url })).text;
  const missing = await adviceFor(at((url) => (url.pathname = '/not_made_yet')));
  expect(missing).toMatch(/no such database\. .*create database "not_made_yet" owner /);
  expect(missing).not.toContain('any firewall');

  const role = `shut_out_${String(process.pid)}`;
  const name = new URL(database.url).pathname.slice(1);
  await database.rows(`create role ${role} login password 'shut'`);
  const url = at((each) => Object.assign(each, { username: role, password: 'shut' }));
  try {
    await database.rows(`revoke connect on database "${name}" from public`);
    expect(await adviceFor(url)).toContain(`grant all on database "${name}" to "${role}";`);
    await database.rows(`alter database "${name}" set default_transaction_read_only = on`);
    expect(await adviceFor(database.url)).toContain(
      `alter database ${name} reset default_transaction_read_only;`,
    );
  } finally {
    await database.rows('set default_transaction_read_only = off');
    await database.rows(`alter database "${name}" reset default_transaction_read_only`);
    await database.rows(`grant connect on database "${name}" to public`);
    await database.rows(`drop role ${role}`);
  }
});

test('a proxy that passes on neither the name nor sockets, and a database that is away', async () => {
  const { origin } = network.app;
  const proxy = createServer((incoming, outgoing) => {
    const passed = request(`${origin}${incoming.url ?? ''}`, { method: incoming.method }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
  const away = `postgres://nobody@127.0.0.1:${String(await freePort())}/none`;
  const found = await doctor({ DATABASE_URL: away, PORT: portOf(origin) }, address);
  proxy.close();
  expect(found.text).toContain(`a request for ${address} arrives as one for ws://${new URL(origin).host}`);
  expect(found.text).toContain(`APP_ORIGIN=${address}`);
  expect(found.text).toMatch(/^WRONG +Database: no answer: .*ECONNREFUSED/m);
  expect(found.code).toBe(1);
});

test('a command without DATABASE_URL leaves a folder alone whose application has one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-doctor-'));
  const env = { DATA_DIR: folder };
  await (await startApp({ databaseUrl: network.database.url, env })).stop();
  for (const words of [['restore', 'any.backup'], ['backup'], ['admin:reset', 'ada']]) {
    const refused = await run(env, ...words);
    expect(refused.text).toContain('uses a DATABASE_URL, which this command was not given');
    expect(refused.code).toBe(1);
  }
  expect((await doctor(env)).text).toMatch(/^WRONG +Database: .*DATABASE_URL/m);
  expect(readdirSync(folder)).not.toContain('postgres');
  rmSync(folder, { recursive: true });
});
