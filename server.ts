/** The process: settings, database, requests, live channel, sweep; started and stopped in order. */
import * as build from '@remix-run/dev/server-build';
import { connect, disconnect, ping } from 'db/connection';
import { seedDemo } from 'db/demo/seed';
import { startEmbedded } from 'db/embedded';
import { migrate, pendingMigrations } from 'db/migrate';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSweep } from '~/domain/sweep.server';
import { createFirstAdmin } from '~/domain/users/commands.server';
import { Register } from '~/domain/users/schema';
import { findSessionActor, sessionIdOf } from '~/domain/users/sessions.server';
import { env } from '~/env.server';
import { createHandler } from '~/http/handler.server';
import { isAllowedOrigin } from '~/http/origin.server';
import { sessionToken } from '~/http/session.server';
import { openLiveChannel } from '~/live/hub.server';
import { log } from '~/log.server';

const FINISH_WITHIN_MS = 10_000;
const DEMO_SIGN_INS = ['admin', 'dispatcher', 'driver'].map((name) => `  ${name} / dispatch-demo`);
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

type Stop = () => Promise<void>;

async function openDatabase(): Promise<{ url: string; stop: Stop }> {
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: () => Promise.resolve() }
    : await startEmbedded({ dataDir: env.DATA_DIR, log });
  connect(database.url);
  const applied = await migrate(database.url);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  if (env.DEMO_DATA === 'on' && (await seedDemo(env.BUSINESS_TIME_ZONE))) log.info('demo network planted');
  return {
    url: database.url,
    stop: async () => {
      await disconnect();
      await database.stop();
    },
  };
}

async function identify(request: IncomingMessage) {
  const token = sessionToken(request.headers.cookie);
  const actor = token ? await findSessionActor(token) : null;
  return token && actor ? { actor, sessionId: sessionIdOf(token) } : null;
}

async function serve(): Promise<void> {
  const database = await openDatabase();
  let stopping = false;
  const isReady = async () => {
    const well = async () => {
      await ping();
      return (await pendingMigrations(database.url)).length === 0;
    };
    const late = new Promise<false>((resolve) => setTimeout(resolve, 1_000, false));
    return !stopping && (await Promise.race([well().catch(() => false), late]));
  };

  const handler = createHandler({ build: build, publicFolder: 'public', isReady });
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 2_000,
    },
    handler,
  );
  server.keepAliveTimeout = 65_000;
  const live = await openLiveChannel({ server, databaseUrl: database.url, log, isAllowedOrigin, identify });
  const sweep = startSweep(log);
  const port = await listening(server);

  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const finished = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await live.close();
    await sweep.stop();
    const late = setTimeout(() => {
      server.closeAllConnections();
    }, FINISH_WITHIN_MS);
    await finished;
    clearTimeout(late);
    await database.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, (name) => void stop(name));

  if (!env.DATABASE_URL && env.DEMO_DATA === 'on')
    say('', 'Demo sign-ins (this database only):', ...DEMO_SIGN_INS, '');
  say(`Parts Dispatch is ready at http://localhost:${String(port)}`);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** `npm run admin:create -- username "Full Name"`, the password from ADMIN_PASSWORD. */
async function createAdmin([username, name]: string[]): Promise<void> {
  const database = await openDatabase();
  try {
    const input = Register.parse({ username, name: name ?? username, password: env.ADMIN_PASSWORD });
    const admin = await createFirstAdmin(input);
    say(`Admin ${admin.username} has been created.`);
  } finally {
    await database.stop();
  }
}

process.on('unhandledRejection', (error) => {
  log.error({ err: error }, 'unhandled rejection');
});

const [, , command, ...rest] = process.argv;
const work = command === 'admin:create' ? createAdmin(rest) : serve();
work.catch((error: unknown) => {
  log.fatal({ err: error }, 'could not start');
  process.stderr.write(
    `Parts Dispatch can't start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
