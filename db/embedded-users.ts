/**
 * Keeps track of the processes that use one embedded server. One of them looks after it; when that one ends,
 * another takes over.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Home } from './embedded-home';
import { runningServer, supervise, type Log, type Server, type Start } from './embedded-server';
import { isHeldByAnother, writePid } from './pid-lockfile';

type Users = {
  folder: string;
  /** The lock file of the process that looks after the server. */
  ownerFile: string;
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  home: Home;
  start: Start;
  log: Log;
};

const LOOK_EVERY_MS = 500;
/** Half a minute. Recovery after a crash takes less, and the server counts as running meanwhile. */
const MISSES_ALLOWED = 60;
const USER_FILE = /^user-\d+\.pid$/;

/** Call it in turn, like `lookAfter` and `leave`. */
export async function joinUsers({ folder, ownerFile, inTurn, home, start, log }: Users) {
  const ownFile = join(folder, `user-${String(process.pid)}.pid`);
  let server: Server | undefined;
  let hasLeft = false;
  let misses = 0;
  let isLooking = false;

  const lookAfter = async (): Promise<Server> => {
    const running = (await runningServer(home.cluster)) ?? undefined;
    await writePid(ownerFile);
    server = supervise(home, start, log, running);
    return server;
  };
  const takeOver = async () => {
    if (hasLeft || (await isHeldByAnother(ownerFile))) return;
    log.warn({ port: start.port }, 'the process that looked after the database is gone; taking over');
    await lookAfter();
  };
  const look = async () => {
    if (await runningServer(home.cluster)) misses = 0;
    if (!server && !(await isHeldByAnother(ownerFile))) await inTurn(takeOver);
  };
  const timer = setInterval(() => {
    misses += 1;
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not look after the database; trying again');
      })
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);

  await writePid(ownFile);
  return {
    lookAfter,
    isServed: () => misses <= MISSES_ALLOWED,
    leave: async (): Promise<void> => {
      hasLeft = true;
      clearInterval(timer);
      await rm(ownFile, { force: true });
      const isLast = !(await hasOthers(folder, ownerFile));
      if (isLast && !server && (await runningServer(home.cluster))) await lookAfter();
      if (!server) return;
      if (isLast) await server.stop();
      else server.release();
      await rm(ownerFile, { force: true });
    },
  };
}

/** Also removes the files of processes that were killed. */
async function hasOthers(folder: string, ownerFile: string): Promise<boolean> {
  const files = (await readdir(folder)).filter((name) => USER_FILE.test(name));
  let found = await isHeldByAnother(ownerFile);
  for (const file of files.map((name) => join(folder, name))) {
    if (await isHeldByAnother(file)) found = true;
    else await rm(file, { force: true });
  }
  return found;
}
