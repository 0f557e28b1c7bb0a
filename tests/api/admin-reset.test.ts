/** An operator resets the password of the only admin from the command line while the application runs. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { client, NEW_PASSWORD } from '../support/client';
import { submitForm } from '../support/forms';
import { startMailbox } from '../support/mailbox';
import { startNetwork, type Network } from '../support/network';
import { tokenOf } from '../support/people';
import { listenTo } from '../support/sockets';

let network: Network;
let folder: string;

beforeAll(async () => {
  network = await startNetwork();
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-reset-'));
});
afterAll(async () => {
  await network.close();
  await rm(folder, { recursive: true, force: true });
});

type Said = { code: number | null; lines: string[]; errors: string };

function command(program: string, words: string[], env: Record<string, string>): Promise<Said> {
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ENV_FILE: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ code, lines: said.split('\n'), errors });
    });
  });
}

const application = (words: string[], env: Record<string, string>) =>
  command(process.execPath, ['build/index.js', ...words], env);

/** Returns the one line that is only a password. */
function passwordIn({ code, lines, errors }: Said): string {
  expect([code, errors]).toEqual([0, '']);
  const [password = '', ...others] = lines.filter((line) => /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/.test(line));
  expect(others).toEqual([]);
  return password;
}

/** Signs in with the temporary password and chooses a new one. */
async function comeBack(origin: string, temporary: string) {
  const admin = client(origin);
  await admin.signIn('admin', temporary);
  expect((await admin.get('/api/admin/users')).status).toBe(403);
  const chosen = await submitForm(admin, '/auth/password', {
    intent: 'replacePassword',
    newPassword: 'found-again-1',
    repeatPassword: 'found-again-1',
  });
  expect(chosen.status).toBe(302);
  expect((await admin.get('/api/admin/users')).status).toBe(200);
}

test('npm run admin:reset ends sessions and tokens, is written down, and leads back in', async () => {
  const env = {
    DATABASE_URL: network.database.url,
    SESSION_SECRET: 'for tests only, and of sufficient length',
  };
  const before = await network.as('admin');
  const socket = await listenTo(network.app.origin, { cookie: before.cookie() });
  const token = await tokenOf(network.database, network.ids.admin ?? 0);
  const said = await command('npm', ['run', '--silent', 'admin:reset', '--', 'ADMIN'], env);
  const temporary = passwordIn({ ...said, errors: '' });
  expect(await socket.closed).toBe(4401);
  expect((await before.get('/api/user')).status).toBe(401);
  const script = client(network.app.origin);
  expect((await script.get('/api/user', { authorization: `Bearer ${token}` })).status).toBe(401);
  await expect(script.signIn('admin')).rejects.toThrow('Invalid username or password');
  await comeBack(network.app.origin, temporary);
  const [event] = await network.database.rows(
    "select act, actor_id, target_name, changes from admin_events where act = 'user.password'",
  );
  expect(event).toEqual({
    act: 'user.password',
    actor_id: null,
    target_name: 'Ada Admin (admin)',
    changes: { temporary: [null, true], tokens: [1, 0] },
  });

  const kept = await tokenOf(network.database, network.ids.admin ?? 0);
  passwordIn(await application(['admin:reset', 'admin', '--keep-tokens'], env));
  expect((await script.get('/api/user', { authorization: `Bearer ${kept}` })).status).toBe(200);

  for (const [words, reason] of [
    [['nobody-here'], 'There is no admin named nobody-here. Admins: admin'],
    [['driver'], 'There is no admin named driver. Admins: admin'],
    [[], 'Usage: npm run admin:reset -- USERNAME [--keep-tokens]'],
  ] as const) {
    const refused = await application(['admin:reset', ...words], env);
    expect([refused.code, refused.errors]).toEqual([1, `admin:reset failed: ${reason}\n`]);
  }
  await network.as('driver');
});

test('it works beside a running application with the embedded database', async () => {
  const env = { DATA_DIR: join(folder, 'embedded'), DEMO_DATA: 'off' };
  const app = await startApp({ env });
  try {
    const made = await application(['admin:create', 'admin', 'Ada'], {
      ...env,
      ADMIN_PASSWORD: NEW_PASSWORD,
    });
    expect([made.code, made.errors]).toEqual([0, '']);
    const before = client(app.origin);
    await before.signIn('admin', NEW_PASSWORD);
    const temporary = passwordIn(await application(['admin:reset', 'admin'], env));
    expect((await before.get('/api/user')).status).toBe(401);
    await comeBack(app.origin, temporary);
    expect((await before.get('/readyz')).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test('an operator sends a test message, and is told what is missing', async () => {
  const mailbox = await startMailbox();
  const env = { SESSION_SECRET: 'for tests only, and of sufficient length' };
  const set = { ...env, SMTP_URL: mailbox.url, MAIL_FROM: 'parts@network.example' };
  const sent = await application(['message:test', 'boss@network.example'], set);
  expect([sent.code, sent.errors]).toEqual([0, '']);
  expect(mailbox.mails.map(({ to }) => to)).toEqual(['boss@network.example']);
  await mailbox.close();
  for (const [words, sentence] of [
    [['boss@network.example'], 'message:test failed: The server has no SMTP_URL'],
    [['816-555-0100'], 'message:test failed: The server has no SMS_URL'],
    [['boss'], 'message:test failed: Usage: '],
  ] as const) {
    const refused = await application(['message:test', ...words], env);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(sentence)]);
  }
});

test('an operator creates a token for a script: it works, is shown alone on its line, and the audit log has it', async () => {
  const env = {
    DATABASE_URL: network.database.url,
    SESSION_SECRET: 'for tests only, and of sufficient length',
  };
  const said = await application(['token:create', 'Dispatcher', 'Nightly export', '30'], env);
  expect([said.code, said.errors]).toEqual([0, '']);
  expect(said.lines.filter((line) => line.startsWith('{'))).toEqual([]);
  const [token = ''] = said.lines.filter((line) => /^pd_[\w-]{43}$/.test(line));
  const read = await client(network.app.origin).get('/api/user', { authorization: `Bearer ${token}` });
  expect(read).toMatchObject({ status: 200, body: { username: 'dispatcher' } });
  expect(
    await network.database.rows(
      "select actor_id, target_name from admin_events where act = 'token.created' order by id desc limit 1",
    ),
  ).toEqual([{ actor_id: null, target_name: 'Nightly export' }]);
  for (const [words, sentence] of [
    [['dispatcher', 'Nightly export'], 'token:create failed: '],
    [['nobody', 'Another'], 'token:create failed: User nobody not found'],
    [['dispatcher'], 'token:create failed: Usage: '],
    [['dispatcher', 'Another', 'soon'], 'token:create failed: Usage: '],
  ] as const) {
    const refused = await application(['token:create', ...words], env);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(sentence)]);
  }
});
