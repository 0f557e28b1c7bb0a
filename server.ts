/** The process. It starts settings, requests, database, live channel and sweep, and stops them in order. */
import * as build from '@remix-run/dev/server-build';
import { countArchiveBy } from 'db/archive-days';
import { connect, disconnect, sqlState } from 'db/connection';
import { isDemo, seedDemo } from 'db/demo/seed';
import { startEmbedded } from 'db/embedded';
import { fullDisk } from 'db/embedded-home';
import { LongMigration, migrate, NewerSchema } from 'db/migrate';
import { UnfitDatabase } from 'db/requirements';
import type { IncomingMessage } from 'node:http';
import { isatty } from 'node:tty';
import { CLOSE_TIMEOUT_MS, FINISH_TIMEOUT_MS, READY_TIMEOUT_MS } from '~/lib/time-limits';
import { readZipCodes } from '~/domain/geography/streets/zip-codes.server';
import { sendTrial, SendTestMessage } from '~/domain/customers/messages/trial.server';
import { addDemoDocuments } from '~/domain/intake/demo/add.server';
import { makeRuns } from '~/domain/network/runs/make.server';
import type { CommandLine, Module } from '~/modules/module';
import { addFigures } from '~/program/figures.server';
import { composeDomain } from '~/program/kinds.server';
import { MODULES } from '~/program/modules.server';
import { asDomainError } from '~/domain/kernel/faults.server';
import { setZodMessages } from '~/domain/kernel/schema';
import { startBackground } from '~/program/sweep.server';
import { createFirstAdmin } from '~/domain/network/users/commands.server';
import { resetAdmin } from '~/domain/network/users/change-password.server';
import { createTokenOf } from '~/domain/network/users/tokens.server';
import { isLoopbackHost } from '~/domain/platform/ip-address.server';
import { startReplica } from '~/domain/platform/replica.server';
import { allowInventedRegion } from '~/domain/geography/region/region.server';
import { closeWorkers } from '~/domain/platform/workers.server';
import { openDemoAccounts } from '~/domain/network/users/demo-accounts.server';
import { NameToken, Register } from '~/domain/network/users/schema';
import { findSessionCaller, sessionIdOf } from '~/domain/network/users/sessions.server';
import { adoptTimeZone, businessZone, readNetwork } from '~/domain/network/settings/network.server';
import { env, misspelledSettings } from '~/process/env.server';
import { withMergedFiles } from '~/http/assets.server';
import { answerAndClose } from '~/http/listener/connections.server';
import { createHandler } from '~/http/server/handler.server';
import { createListener } from '~/http/listener/listener.server';
import { openMetrics } from '~/http/server/metrics.server';
import { connectionsOf, isAllowedOrigin, isOwnHost, isPlain } from '~/http/origin.server';
import { sessionToken } from '~/http/session.server';
import { openLiveChannel, type LiveChannel } from '~/live/hub.server';
import { log, logInSentences } from '~/process/log.server';
import { noteDatabase, otherDatabase } from '~/process/own-database.server';
import { connectionsAtMost, requireOpenFiles } from '~/process/open-files.server';

const LONGEST_RETRY_MS = 5_000;
/** A start that can't succeed later. The unit of systemd does not try it again. */
const CAN_NOT_PASS = 78;
const DEMO_SIGN_INS = ['admin', 'dispatcher', 'driver'].map((name) => `  ${name} / dispatch-demo`);
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

let hasToStop = false;
/** Ends the work of a command. */
const stopping = new AbortController();
const isStopping = () => hasToStop;
/** Waits of the start, which have no limit. */
const waiting = { tell: (text: string) => log.warn(text), isStopped: isStopping };
/** Functions that close the parts that were opened so far. They run in reverse order. */
const closers: (() => Promise<void>)[] = [];
/** Lets open pages go to other instances, before anything is closed. It has time limits of its own. */
let letPagesGo = () => Promise.resolve();
/** Stops the embedded database. It runs last and in any case, with its own time limits. */
let stopEmbedded = () => Promise.resolve();

let databaseUrl = env.DATABASE_URL ?? '';
/** An operator's database may come back at any time, so it always counts as alive. */
let isDatabaseAlive = () => true;

async function findDatabase(): Promise<void> {
  if (databaseUrl) return;
  const other = run ? otherDatabase() : null;
  if (other) throw new Error(other);
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log });
  stopEmbedded = () => embedded.stop();
  isDatabaseAlive = embedded.isAlive;
  databaseUrl = embedded.url;
}

/** Opens the database. @returns its address. */
async function openDatabase(): Promise<string> {
  await findDatabase();
  await connectTo(databaseUrl);
  await retryWhileUnavailable(readNetwork);
  return databaseUrl;
}

/**
 * Runs a step of the start. It waits for a database that is not there or has no free connection, but not for one that
 * refuses the connection.
 */
async function retryWhileUnavailable<Result>(
  step: () => Promise<Result>,
  isAway = isUnavailable,
): Promise<Result> {
  for (let retryMs = 100; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
    try {
      return await step();
    } catch (error) {
      if (!isAway(error) || !env.DATABASE_URL || isStopping()) throw error;
      log.warn({ err: error }, 'the database does not answer; trying again');
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

const isUnavailable = (error: unknown) => asDomainError(error)?.code === 'unavailable';

/**
 * True while the database may still be starting. Before its first answer, any error that does not come from the
 * database itself means that.
 */
function isNotThereYet(error: unknown): boolean {
  const isOurs = [TypeError, NewerSchema, LongMigration, UnfitDatabase].some((kind) => error instanceof kind);
  return /^(08|57P|53300|25006)|^$/.test(sqlState(error) ?? '') && !isOurs;
}

async function connectTo(url: string): Promise<void> {
  const mayBlock = env.LONG_MIGRATIONS === 'on';
  const migrating = { ...waiting, mayBlock, onStep: (text: string) => log.info(text) };
  const applied = await retryWhileUnavailable(() => migrate(url, migrating), isNotThereYet);
  if (applied.length > 0) log.info({ migrations: applied.length }, 'migrated');
  connect(url, {
    longestWaitMs: env.LONGEST_WAIT_SECONDS * 1_000,
    prepares: env.PREPARED_STATEMENTS === 'on',
  });
  closers.push(disconnect, closeWorkers);
  if (env.DATABASE_READ_URL) closers.push(startReplica(env.DATABASE_READ_URL));
}

async function identify(request: IncomingMessage) {
  const token = sessionToken(request.headers.cookie);
  const caller = token ? await findSessionCaller(token) : null;
  if (!token || !caller || caller.actor.mustChangePassword) return null;
  return { actor: caller.actor, sessionId: sessionIdOf(token) };
}

async function serve(): Promise<void> {
  requireOpenFiles();
  for (const { name, meant } of misspelledSettings())
    log.warn(`${name} is not a setting and has no effect; perhaps ${meant} was meant`);
  readZipCodes();
  const opened: { live?: LiveChannel } = {};
  const isReady = readiness(
    async () => opened.live !== undefined && (await opened.live.isDatabaseWritable()),
  );
  const handler = createHandler({
    build: withMergedFiles(build),
    publicFolder: 'public',
    isStopping,
    isReady,
    isAlive: () => isDatabaseAlive(),
  });
  const connections = { most: connectionsAtMost(), mostOf: connectionsOf };
  const { PORT: port, HOST: host, TLS_CERT: cert, TLS_KEY: key } = env;
  const certificate = cert && key ? { cert, key } : undefined;
  const listener = createListener(handler, {
    port,
    host,
    connections,
    isBehindProxy: env.TRUST_PROXY === 'on',
    certificate,
  });
  // A taken port must be noticed before a database is touched.
  await listener.checkPort();
  const metrics = await openMetrics();
  if (metrics.address) say(`Metrics are at ${metrics.address}`);
  closers.push(metrics.close);
  await openDatabase();
  await noteDatabase();
  await retryWhileUnavailable(adoptTimeZone);
  const { DEMO_DATA: demo } = env;
  const isNewDemo =
    demo !== 'off' && (await retryWhileUnavailable(() => seedDemo(businessZone(), demo, waiting)));
  if (isNewDemo) {
    // The orders of its documents join runs.
    await makeRuns();
    await addDemoDocuments();
    log.info('demo data created');
  }
  const hasDemo = demo !== 'off' && (await retryWhileUnavailable(isDemo));
  if (hasDemo) allowInventedRegion();
  if (await retryWhileUnavailable(() => countArchiveBy(databaseUrl, businessZone())))
    log.info('archive recounted by business days');
  const background = startBackground(log, databaseUrl);
  closers.push(background.stop, () => listener.close(FINISH_TIMEOUT_MS));
  const { server } = listener;
  const isOurPage = (request: IncomingMessage) =>
    isOwnHost(request) && isAllowedOrigin(request) && !isPlain(request);
  const live = await openLiveChannel({
    server,
    databaseUrl,
    log,
    isAllowedOrigin: isOurPage,
    identify,
    answerAndClose,
    background,
  });
  opened.live = live;
  closers.push(live.close);
  letPagesGo = async () => {
    // Pages whose sockets are closed must not come back to this instance.
    await listener.stopAccepting();
    await live.closeSockets();
  };
  if (isStopping()) return;
  const prepared: ((address: string) => string[])[] = [];
  for (const { prepare } of MODULES) if (prepare) prepared.push(await retryWhileUnavailable(prepare));
  // Until the port opens, a proxy in front sends requests to another instance. It would not repeat a refused write.
  const openPort = await listener.open();
  await warnOfDemo();
  for (const { afterOpening } of MODULES) void afterOpening?.({ hasDemo, signal: stopping.signal });
  const address = `${certificate ? 'https' : 'http'}://localhost:${String(openPort)}`;
  const lines = prepared.flatMap((linesAt) => linesAt(address));
  if (lines.length > 0) say(...lines);
  if (!env.DATABASE_URL && env.DEMO_DATA !== 'off')
    say('', 'Demo sign-ins (this database only):', ...DEMO_SIGN_INS, '');
  say(`Parts Dispatch is ready at ${address}`);
}

/** Anyone who can reach this machine can use demo accounts. Without HOST the server listens on every address. */
async function warnOfDemo(): Promise<void> {
  if (env.HOST && isLoopbackHost(env.HOST)) return;
  const accounts = await openDemoAccounts().catch(() => []);
  if (accounts.length === 0) return;
  const advice =
    'Demo accounts are active: anyone who can reach this machine can sign in. Reset their passwords, delete them, or set HOST=127.0.0.1';
  log.warn({ accounts }, advice);
}

/** `npm run admin:create -- username "Full Name"`. The password comes from ADMIN_PASSWORD. */
async function createAdmin([username, name = username]: string[]): Promise<void> {
  const parsed = Register.safeParse({ username, name, password: env.ADMIN_PASSWORD });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
  }
  await openDatabase();
  const admin = await createFirstAdmin(parsed.data);
  say(`Admin ${admin.username} has been created.`);
}

/** `npm run admin:reset -- USERNAME [--keep-tokens]`. For an admin whom no one else can help. */
async function resetAdminPassword(words: string[]): Promise<void> {
  const [username, ...others] = words.filter((word) => word !== '--keep-tokens');
  if (!username || others.length > 0)
    throw new Error('Usage: npm run admin:reset -- USERNAME [--keep-tokens]');
  await openDatabase();
  const revokeTokens = !words.includes('--keep-tokens');
  const admin = await resetAdmin(username, { revokeTokens });
  say(
    `${admin.username} is logged out everywhere and must sign in with this temporary password and replace it at once:`,
    admin.temporaryPassword,
  );
}

/** `npm run token:create -- USERNAME NAME [DAYS]`. For scripts that are set up without a browser. */
async function createToken([username, name, days, ...others]: string[]): Promise<void> {
  const parsed = NameToken.safeParse({ name, expiresInDays: days });
  if (!username || !name || others.length > 0 || !parsed.success)
    throw new Error('Usage: npm run token:create -- USERNAME NAME [DAYS, at most 3650]');
  await openDatabase();
  const { token, expiresAt } = await createTokenOf(username, parsed.data);
  say(
    `This token of ${username} is shown once. It is valid ${expiresAt ? `until ${expiresAt}` : 'until it is revoked'}:`,
    token,
  );
}

/** `npm run message:test -- RECIPIENT`. Shows whether the settings for email or text messages are right. */
async function sendTestMessage([recipient, ...others]: string[]): Promise<void> {
  const parsed = SendTestMessage.safeParse({ recipient });
  if (!parsed.success || others.length > 0)
    throw new Error('Usage: npm run message:test -- EMAIL or PHONE NUMBER');
  const to = parsed.data.recipient;
  await sendTrial(to);
  say(`A test message was sent to ${to}. Look whether it has arrived.`);
}

/** All closers share the time limit, so that one that hangs does not keep the database from being stopped. */
async function closeAll(): Promise<void> {
  const until = performance.now() + CLOSE_TIMEOUT_MS;
  for (let close = closers.pop(); close; close = closers.pop()) {
    await within(close(), until - performance.now()).catch((error: unknown) => {
      log.error({ err: error }, 'could not close everything');
    });
  }
  await stopEmbedded().catch((error: unknown) => {
    log.error({ err: error }, 'could not stop the database');
  });
}

/** @throws Error when the work takes longer. The work itself continues. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error('it takes too long')), Math.max(0, ms));
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(late));
}

/** Waits for a start under way first, because everything that it opens has to be closed. */
async function stop(reason: string, exitCode: number): Promise<void> {
  if (isStopping()) return;
  hasToStop = true;
  stopping.abort();
  log.info({ reason }, 'stopping');
  // Without this, an embedded database that is still starting would be left behind.
  await (env.DATABASE_URL ? within(started, FINISH_TIMEOUT_MS) : started).catch(() => undefined);
  await letPagesGo();
  await closeAll();
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal, 0));
// Without a terminal, SIGHUP is ignored: someone who used nohup wants the server to continue (scripts/start.mjs).
const hasTerminal = [0, 1, 2].some((file) => isatty(file));
process.on('SIGHUP', () => {
  if (hasTerminal) void stop('SIGHUP', 0);
});
// The parent process has ended.
process.on('disconnect', () => void stop('left alone', 0));
// Writing to a closed terminal or a full disk fails, which must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('unhandledRejection', (error) => {
  log.error({ err: error }, 'unhandled rejection');
});
process.on('uncaughtException', (error) => {
  // After "fatal", pino would wait forever for a log that accepts nothing.
  log.error({ err: error }, 'uncaught exception');
  void stop('uncaught exception', 1);
});

setZodMessages();
composeDomain();
addFigures();

const commandLine: CommandLine = {
  say,
  signal: stopping.signal,
  isStopping,
  findDatabase: async () => {
    await findDatabase();
    return databaseUrl;
  },
  openDatabase,
};
const COMMANDS: NonNullable<Module['commands']> = {
  'admin:create': createAdmin,
  'admin:reset': resetAdminPassword,
  'message:test': sendTestMessage,
  'token:create': createToken,
};
for (const { commands = {} } of MODULES) Object.assign(COMMANDS, commands);
const [, , command = '', ...rest] = process.argv;
const run = COMMANDS[command];
if (run) logInSentences();
const started = run ? run(rest, commandLine) : serve();
started.then(
  () => (run ? stop('done', 0) : undefined),
  async (error: unknown) => {
    if (isStopping()) return;
    hasToStop = true;
    log.debug({ err: error }, 'could not start');
    const failed = run ? `${command} failed` : "Parts Dispatch can't start";
    const reason = error instanceof Error ? error.message : String(error);
    const full = env.DATABASE_URL ? null : await fullDisk(env.DATA_DIR, reason);
    process.stderr.write(`${failed}: ${full ?? reason}\n`);
    await closeAll();
    const canNotPass = error instanceof NewerSchema || error instanceof LongMigration;
    process.exit(canNotPass ? CAN_NOT_PASS : 1);
  },
);

/** Runs a check with a time limit. Simultaneous probes share one check. */
function readiness(check: () => Promise<boolean>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  const ask = async () => {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      late = setTimeout(resolve, READY_TIMEOUT_MS, false);
    });
    return Promise.race([check().catch(() => false), tooLate]).finally(() => {
      clearTimeout(late);
      underWay = undefined;
    });
  };
  return () => (underWay ??= ask());
}
