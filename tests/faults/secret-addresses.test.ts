/** Links that sign their reader in, behind the documented proxies: no log contains one, whether the page works or not. */
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignInLink } from '~/domain/network/users/schema';
import { startApp, type App } from '../support/app';
import { startCaddy } from '../support/caddy';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { delivery, make } from '../support/factories';
import { findProgram, startNginx } from '../support/nginx';
import { addPeople, sessionOf } from '../support/people';
import { freePort } from '../support/raw';

type Proxy = { origin: string; logged: () => string; stop: () => Promise<void> };
type Documented = {
  program: string | undefined;
  start: (program: string, port: number) => Promise<Proxy>;
  /** Patterns for a log line of a served page, and of a page while the application is down. */
  says: { served: RegExp | null; failed: RegExp };
};
const PROXIES: Record<string, Documented> = {
  nginx: {
    program: findProgram('nginx'),
    start: (program, port) => startNginx(program, [port]),
    says: { served: /GET \/build\/\S+\.js.* 200 /, failed: /connect\(\) failed.*auth\?down/ },
  },
  caddy: {
    program: findProgram('caddy'),
    start: startCaddy,
    // Caddy logs no requests.
    says: { served: null, failed: /connect: connection refused.*"status":502/ },
  },
};

let database: TestDatabase;
let app: App;
let port: number;
let browser: Browser;
const everything = Object.values(PROXIES).some(({ program }) => program);

beforeAll(async () => {
  if (!everything) return;
  database = await createDatabase();
  await addPeople(database.url);
  port = await freePort();
  const env = { PORT: String(port), TRUST_PROXY: 'on', LOG_LEVEL: 'info' };
  app = await startApp({ databaseUrl: database.url, env });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});
afterAll(async () => {
  if (!everything) return;
  await browser.close();
  await app.stop();
  await database.drop();
});

/** Returns spellings that somebody may try in order to see the link in a log. */
const spellings = (token: string) => [
  `/p/${token}`,
  `/p/in/${token}`,
  `/p/${token}/signature`,
  `//p/${token}`,
  `/%70/${token}`,
  `/x/../p/${token}`,
];

async function secretsOf(proxy: Proxy) {
  const as = async (username: string): Promise<Client> =>
    client(proxy.origin, await sessionOf(database, username));
  const added = await (
    await as('admin')
  ).post<SignInLink>('/api/admin/drivers', {
    name: 'New Driver',
    phone: '816-555-0199',
  });
  const dispatcher = await as('dispatcher');
  const task = await make(dispatcher, delivery({ priority: 'urgent' }));
  const link = await dispatcher.post<{ token: string }>(`/api/tasks/${String(task.id)}/links`);
  const signIn = added.body.signInLink ?? '';
  return { signIn, signInToken: signIn.split('/').at(-1) ?? '', customer: link.body.token };
}

for (const [name, { program, start, says }] of Object.entries(PROXIES)) {
  const skipped = program ? '' : ` (SKIPPED: ${name} is not installed)`;
  describe.skipIf(!program)(`behind ${name} as it is documented${skipped}`, () => {
    test('a browser that uses these links leaves them in no log', async () => {
      const proxy = await start(program ?? '', port);
      try {
        const { signIn, signInToken, customer } = await secretsOf(proxy);
        expect([signInToken.length > 20, customer.length > 20]).toEqual([true, true]);
        const page = await browser.newPage({ baseURL: proxy.origin });
        await page.goto(`/p/${customer}`);
        await page.getByLabel('Message to the office').fill('Ring the bell');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.waitForURL('**/p/*?sent');
        await page.goto(new URL(signIn, proxy.origin).pathname);
        await page.getByRole('main').getByRole('button').click();
        await page.waitForURL('**/auth/password');
        await page.close();
        // Anybody who has the link can also send it as a referrer.
        const referring = { referer: `${proxy.origin}/p/in/${signInToken}` };
        for (const path of [...spellings(customer), '/auth'])
          await fetch(proxy.origin + path, { headers: referring });

        if (says.served) await expect.poll(proxy.logged).toMatch(says.served);
        await expect.poll(() => app.output()).toContain('"path":"/p/…"');
        const logged = proxy.logged() + app.output();
        for (const token of [customer, signInToken]) expect(logged).not.toContain(token);
      } finally {
        await proxy.stop();
      }
    });

    test('nor does anybody who asks while the application is down', async () => {
      const proxy = await start(program ?? '', await freePort());
      const token = 'T'.repeat(43);
      try {
        // These headers are all that a browser sends with such a page.
        const headers = { referer: `${proxy.origin}/` };
        const paths = [...spellings(token), '/auth?down'];
        const answers = await Promise.all(paths.map((path) => client(proxy.origin).get(path, headers)));
        expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 502));
        await expect.poll(proxy.logged).toMatch(says.failed);
        expect(proxy.logged()).not.toContain(token);
      } finally {
        await proxy.stop();
      }
    });
  });
}
