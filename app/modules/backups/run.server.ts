/**
 * Makes backups: those of the schedule, once each, and those that somebody asked for. Any instance may make
 * them, but only one at a time does.
 */
import { dirname, join, resolve } from 'node:path';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fn, literal } from 'sequelize';
import { backupName } from 'db/backup';
import { execute, rows } from 'db/connection';
import { Backup } from 'db/models/operations';
import { claimRows, dueIn, leaseEnd, releasedClaim, stillClaimed } from '~/domain/platform/lease.server';
import { readSetting } from '~/domain/network/settings/settings.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { currentReplica } from '~/domain/platform/replica.server';
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { BACKUP_STOP_TIMEOUT_MS } from '~/lib/time-limits';
import { errorsOf } from '~/domain/platform/workers.server';
import { BACKUPS } from './commands.server';
import type { Answered, BackupRequest } from './worker.server';

/**
 * Starts the process that touches the folder of backups. No other process touches it, because the folder may
 * be on a disk that hangs.
 */

const LOOK_EVERY_MS = 250;

type Made = Extract<Answered, { kind: 'made' }>;
type Removed = Extract<Answered, { kind: 'removed' }>;

/**
 * Makes it at the replica if nothing is missing there. @throws Error when it fails, is stopped, or when nothing
 * moves for BACKUP_WAIT_SECONDS.
 */
export async function makeInChild(
  request: Omit<Extract<BackupRequest, { kind: 'make' }>, 'kind'>,
  isStopped: () => boolean,
  onProgress: (share: number) => void,
): Promise<Made> {
  const make = (url: string) => inChild<Made>({ kind: 'make', ...request, url }, isStopped, onProgress);
  const replica = await currentReplica(request.url);
  if (replica === null) return make(request.url);
  try {
    return await make(replica);
  } catch (error) {
    if (isStopped()) throw error;
    log.warn({ err: error }, 'the backup failed at the replica; it is made at the primary');
    return make(request.url);
  }
}

/** @returns the files that were there. */
async function removeInChild(base: string, files: string[], isStopped: () => boolean): Promise<string[]> {
  if (files.length === 0) return [];
  return (await inChild<Removed>({ kind: 'remove', base, files }, isStopped)).files;
}

function inChild<Result extends Made | Removed>(
  request: BackupRequest,
  isStopped: () => boolean,
  onProgress: (share: number) => void = () => undefined,
): Promise<Result> {
  const child = fork(fileURLToPath(new URL('./backup-worker.js', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  const reason = errorsOf(child);
  const seconds = env.BACKUP_WAIT_SECONDS;
  let movedAt = performance.now();
  let stopAt = Infinity;
  let watch: NodeJS.Timeout | undefined;
  const answered = new Promise<Result>((resolve, reject) => {
    watch = setInterval(() => {
      const now = performance.now();
      if (isStopped() && stopAt === Infinity) {
        stopAt = now + BACKUP_STOP_TIMEOUT_MS;
        child.send({ kind: 'stop' } satisfies BackupRequest, () => undefined);
      }
      if (now > stopAt) reject(new Error('The backup was stopped'));
      if (now > movedAt + seconds * 1_000)
        reject(new Error(`Nothing could be read or written for ${String(seconds)} seconds`));
    }, LOOK_EVERY_MS);
    child.on('message', (message) => {
      const said = message as Answered;
      // A backup that waits for a migration has no limit.
      movedAt = said.kind === 'waiting' ? Infinity : performance.now();
      if (said.kind === 'failed') reject(new Error(said.why));
      else if (said.kind === 'waiting') log.warn(said.text);
      else if (said.kind === 'progress') onProgress(said.share);
      else resolve(said as Result);
    });
    child.on('error', reject);
    child.on('close', (code, by) => {
      reject(new Error(reason(code, by)));
    });
    child.send(request, (error) => error && reject(error));
  });
  return answered.finally(() => {
    clearInterval(watch);
    // We do not wait for the process to end: while the disk hangs, even this signal does not end it.
    child.kill('SIGKILL');
    child.unref();
    child.channel?.unref();
  });
}

type Log = {
  error: (details: object, message: string) => void;
};

const LEASE = { leaseSeconds: 60 };
const RENEW_MS = 15_000;
/** Pages show the progress. */
const NOTE_MS = 1_000;
/** The schedule has whole minutes, so looking this often is enough. */
const SCHEDULE_MS = 20_000;
const MOST_TRIES = 3;
const RETRY_SECONDS = 15 * 60;
const LONGEST_ERROR = 1_000;

// Adds the latest time of the schedule that has come, unless the schedule was set after it. Missed times are
// made up for once. On nights when clocks change, PostgreSQL chooses the moment; each day has one.
const ENQUEUE = `
  insert into backups (due_at)
  select due.at from settings s cross join lateral (
    select max(at) as at from (
      select ((now() at time zone $zone)::date - back + (s.value ->> 'at')::time) at time zone $zone as at
      from generate_series(0, 1) as back) as moments
    where at <= now()) as due
  where s.name = 'backups' and s.value ->> 'at' <> '' and due.at > s.updated_at
    and not exists (select from backups b where b.due_at = due.at)
  on conflict do nothing`;

type Claimed = { id: number; attempts: number; file: string | null };

/** @returns a round, for a loop of its own. */
export function backupRounds(
  log: Log,
  databaseUrl: string,
): (isStopped: () => boolean) => Promise<undefined> {
  let lookAt = 0;
  return async (isStopped) => {
    if (performance.now() >= lookAt) {
      await execute(ENQUEUE, { zone: businessZone() });
      lookAt = performance.now() + SCHEDULE_MS;
    }
    const [claimed] = await claimRows<Claimed>(
      {
        table: 'backups',
        key: 'id',
        ...LEASE,
        set: "state = 'running', progress = 0",
        returning: 'q.id, q.attempts, q.file',
      },
      { where: "q.state in ('waiting', 'running')", orderBy: 'q.id', limit: 1 },
    );
    if (claimed) await work(claimed, { log, databaseUrl, isStopped });
    return undefined;
  };
}

type Run = { log: Log; databaseUrl: string; isStopped: () => boolean };

async function work(claimed: Claimed, { log, databaseUrl, isStopped }: Run): Promise<void> {
  const where = { id: claimed.id, ...stillClaimed(claimed) };
  const lease = startRenewing(claimed);
  const isOver = () => isStopped() || lease.isLost();
  const base = resolve(env.BACKUP_DIR);
  let file: string | undefined;
  try {
    if (claimed.attempts > MOST_TRIES) throw new Error('The server stopped while the backup was in progress');
    const { keep, folder } = await readSetting(BACKUPS);
    file = fileFor(claimed, join(base, folder));
    await Backup.update({ file }, { where });
    const request = { url: databaseUrl, file, base, leftover: claimed.file };
    const { bytes } = await makeInChild(request, isOver, lease.note);
    const done = { state: 'done' as const, nextTryAt: null, bytes, error: null, finishedAt: fn('now') };
    const [isOurs] = await Backup.update(done, { where });
    if (isOurs) await removeOld(base, keep, isStopped);
    else await removeInChild(base, [file], isStopped);
  } catch (error) {
    if (isStopped()) {
      await Backup.update({ state: 'waiting', ...releasedClaim(claimed) }, { where });
      return;
    }
    log.error({ err: error, file }, 'the backup failed');
    const isLast = claimed.attempts >= MOST_TRIES;
    const message = error instanceof Error ? error.message : String(error);
    await Backup.update(
      {
        state: isLast ? 'failed' : 'waiting',
        error: message.slice(0, LONGEST_ERROR),
        ...dueIn(isLast ? null : RETRY_SECONDS),
        ...(isLast && { finishedAt: fn('now') }),
      },
      { where },
    );
  } finally {
    lease.end();
  }
}

/** The name is the same in each try, so that the next try removes the leftovers of earlier ones. */
const fileFor = ({ id, file }: Claimed, folder: string): string =>
  file !== null && dirname(file) === folder ? file : join(folder, backupName(`-${String(id)}`));

/**
 * Tells the others that this process is still working. One of them takes over when it has not heard from it
 * for a minute.
 */
function startRenewing(claimed: Claimed) {
  let isLost = false;
  let progress = 0;
  let notedAt = performance.now();
  const renew = () => {
    const { id, attempts } = claimed;
    Backup.update(
      { nextTryAt: literal(leaseEnd(LEASE)), progress },
      { where: { id, attempts, state: 'running' } },
    ).then(
      ([renewed]) => {
        isLost = renewed === 0;
      },
      () => undefined, // the next try may succeed
    );
  };
  const timer = setInterval(renew, RENEW_MS);
  return {
    isLost: () => isLost,
    note: (share: number) => {
      progress = share;
      if (performance.now() - notedAt < NOTE_MS) return;
      notedAt = performance.now();
      renew();
    },
    end: () => {
      clearInterval(timer);
    },
  };
}

/**
 * Removes only files that this application made and that are on this machine: another machine removes its
 * own.
 */
async function removeOld(base: string, keep: number, isStopped: () => boolean): Promise<void> {
  const old = await rows<{ file: string }>(
    `select file from backups where state = 'done' and removed_at is null order by id desc offset $keep`,
    { keep },
  );
  const files = old.map(({ file }) => file);
  const removed = await removeInChild(base, files, isStopped);
  await Backup.update({ removedAt: fn('now') }, { where: { file: removed, state: 'done' } });
}
