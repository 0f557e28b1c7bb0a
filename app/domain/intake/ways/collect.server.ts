/**
 * Fetches documents from folders and mailboxes in the background. Each source that is on has one job at a
 * time, which any instance may run; the end of one asks for the next.
 */
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { row, rows } from 'db/connection';
import { storeDocument } from '~/domain/intake/inbox/documents.server';
import { fetchAgain } from '~/domain/intake/inbox/fetching.server';
import type { SettingsOf } from '~/domain/intake/inbox/kinds';
import { DomainError } from '~/domain/kernel/errors';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { intakeDocuments } from '~/domain/platform/metrics.server';
import { reportService } from '~/domain/platform/services.server';
import { FOLDER_TIMEOUT_MS, inTime } from '~/lib/time-limits';
import { env } from '~/process/env.server';
import { unseal } from '~/process/secret.server';
import { FolderFault, type Seen, sweepFolder } from './folder.server';
import { collectMail, MailboxFault } from './mailbox.server';

const LOOK_EVERY_MS = 1_000;
/** A job ends after this time, so that another instance may have the next one. */
const WATCH_MS = 30_000;
const FOLDER_RETRY_SECONDS = 5;
const MOST_MAIL_RETRY_SECONDS = 900;
/** Many mail servers lock an account after some wrong passwords within a quarter of an hour. */
const SIGN_IN_RETRY_SECONDS = { least: 600, most: 3_600 };

const shared = {
  retrySeconds: Array<number>(20).fill(60),
  keepDays: 1,
  paused: 'select id::text from intake_sources where not is_on',
};

export const folderWatching: Kind<object> = {
  ...shared,
  kind: 'folder',
  // An instance without the folder leaves it to the others.
  atOnce: env.INTAKE_DIR === undefined ? 0 : 1,
  run: (job) => attempt(job, 'folder', watchFolder),
};

export const mailCollecting: Kind<object> = {
  ...shared,
  kind: 'mail',
  atOnce: 1,
  run: (job) => attempt(job, 'mail', collectOnce),
};

type Source<Settings> = {
  id: number;
  settings: Settings;
  secret: Buffer | null;
  /** Call it when documents can come. */
  well: () => Promise<void>;
  refuse: (reason: string) => Promise<unknown>;
  signal: AbortSignal;
};

/** The names of outages. */
const SERVICES = { folder: 'folder', mail: 'mailbox' };

const ON = 'select id, name, settings, secret from intake_sources where id = $id and is_on';
type Row<Settings> = Pick<Source<Settings>, 'id' | 'settings' | 'secret'> & { name: string };

/** @param look gets documents, and returns the seconds until the next time. */
async function attempt<Settings>(
  { subject, signal }: Job<object>,
  kind: 'folder' | 'mail',
  look: (source: Source<Settings>) => Promise<number>,
): Promise<Outcome> {
  const source = await row<Row<Settings>>(ON, { id: Number(subject) });
  if (!source) return { is: 'done' };
  const { id, name } = source;
  const service = `${SERVICES[kind]} ${name}`;
  const well = async () => {
    reportService(service, null);
    await rows(WELL, { id });
  };
  const refuse = async (reason: string) => {
    intakeDocuments.inc({ kind, outcome: 'refused' });
    await rows(REFUSED, { id, reason });
  };
  let seconds: number;
  try {
    seconds = await look({ ...source, well, refuse, signal });
  } catch (error) {
    if (signal.aborted) return { is: 'later', seconds: 0 };
    // It was turned off meanwhile.
    if (error instanceof DomainError && error.kind === 'conflict') return { is: 'done' };
    if (!(error instanceof FolderFault || error instanceof MailboxFault)) throw error;
    reportService(service, error.message);
    const failing = await row<{ seconds: number }>(FAULT, { id, error: error.message });
    seconds = secondsAfter(error, failing?.seconds ?? 0);
  }
  if (signal.aborted) return { is: 'later', seconds: 0 };
  return { is: 'done', write: () => fetchAgain(id, seconds) };
}

const WELL = `
  update intake_sources set last_error = null, last_error_at = null, failing_since = null
  where id = $id and failing_since is not null`;
const REFUSED = `
  update intake_sources set refused = refused + 1, last_error = $reason, last_error_at = now() where id = $id`;
const FAULT = `
  update intake_sources set last_error = $error, last_error_at = now(), failing_since = coalesce(failing_since, now())
  where id = $id returning extract(epoch from now() - failing_since)::float8 as seconds`;

/** The waits grow with the time since the first failure. */
function secondsAfter(fault: FolderFault | MailboxFault, failing: number): number {
  if (fault instanceof FolderFault) return FOLDER_RETRY_SECONDS;
  const waits = { least: env.INTAKE_MAIL_SECONDS, most: MOST_MAIL_RETRY_SECONDS };
  const { least, most } = fault.of === 'sign-in' ? SIGN_IN_RETRY_SECONDS : waits;
  return Math.min(most, Math.max(least, failing));
}

/** One pass at a time uses files: a disk that hangs then holds up one of the few threads for files. */
let pass: Promise<unknown> | undefined;

async function inTurn(work: () => Promise<unknown>): Promise<void> {
  const isOver = (each: Promise<unknown>) =>
    inTime(
      each.then(() => true),
      false,
      FOLDER_TIMEOUT_MS,
    );
  const late = new FolderFault('The folder does not answer');
  while (pass) if (!(await isOver(pass.catch(() => undefined)))) throw late;
  const mine = work().finally(() => {
    pass = undefined;
  });
  pass = mine;
  if (!(await isOver(mine))) throw late;
}

async function watchFolder({
  id,
  settings: { folder },
  well,
  refuse,
  signal,
}: Source<SettingsOf<'folder'>>): Promise<number> {
  const base = env.INTAKE_DIR ?? '';
  const seen: Seen = new Map();
  const until = performance.now() + WATCH_MS;
  const store = (bytes: Buffer) => storeDocument(id, bytes);
  const sweep = () => sweepFolder({ folder: resolve(base, folder), seen, store, refuse, signal });
  await inTurn(sweep);
  await well();
  while (!signal.aborted && performance.now() < until) {
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    await inTurn(sweep);
  }
  return 0;
}

async function collectOnce({
  id,
  settings,
  secret,
  well,
  refuse,
  signal,
}: Source<SettingsOf<'mail'>>): Promise<number> {
  if (settings.senders.length === 0) throw new MailboxFault('Nobody is allowed to send documents', 'sign-in');
  const password = passwordOf(secret);
  const store = (bytes: Buffer) => storeDocument(id, bytes, { isConfirmed: settings.confirmedBy !== '' });
  const hasMore = await collectMail({ ...settings, password }, { store, refuse, signal });
  await well();
  return hasMore ? 0 : env.INTAKE_MAIL_SECONDS;
}

/** @throws MailboxFault. */
export function passwordOf(secret: Buffer | null): string {
  const password = secret && unseal(secret);
  if (password === null)
    throw new MailboxFault(
      'The password is missing, or SESSION_SECRET has changed. Enter it again',
      'sign-in',
    );
  return password;
}
