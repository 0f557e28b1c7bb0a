/** Copies of documents for the real printer, which gets those of one source in their order. */
import { execute, row } from 'db/connection';
import { printerAt } from '~/domain/intake/inbox/kinds';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { print } from './printer.server';

/** The kind of the jobs that send copies. Their subject is a copy, their lane and chain its source. */
export const PRINT = 'print';

/** About 15 minutes. A printer that is still silent then is said to be so, and is tried on. */
const WAITS = [1, 2, 5, 10, 20, 30, ...Array<number>(14).fill(60)];
const SILENT_WAIT = 30;

export const printing: Kind<object> = {
  kind: PRINT,
  atOnce: 1,
  retrySeconds: WAITS.map((wait) => wait * env.INTAKE_PRINT_RETRY_SECONDS),
  // Older copies are of no use on paper. The documents themselves are in the inbox.
  keepDays: 3,
  paused: 'select id::text from intake_sources where not is_on',
  run,
};

// Nothing is copied for a source without a printer.
const COPY = `
  with copy as (
    insert into intake_copies (source_id, bytes)
    select id, $bytes from intake_sources where id = $sourceId and settings ->> 'forward' is not null returning id
  )
  insert into jobs (kind, subject, lane, chain)
  select '${PRINT}', id::text, $sourceId::text, $sourceId::text from copy`;

/** Keeps a copy for the printer of the source. In the transaction that stores the document. */
export const keepCopy = (sourceId: number, bytes: Buffer) => execute(COPY, { sourceId, bytes });

const OPEN = `
  select c.bytes, s.settings ->> 'forward' as printer
  from intake_copies c join intake_sources s on s.id = c.source_id where c.id = $id`;

async function run({ subject, isLast, signal }: Job<object>): Promise<Outcome> {
  const id = Number(subject);
  const copy = await row<{ bytes: Buffer; printer: string | null }>(OPEN, { id });
  const write = () => execute('delete from intake_copies where id = $id', { id });
  if (!copy?.printer) return { is: 'done', write };
  try {
    await print(printerAt(copy.printer), copy.bytes, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    reportService(serviceOf(copy.printer), reason);
    if (!isLast) return { is: 'again', error: reason };
    const seconds = SILENT_WAIT * env.INTAKE_PRINT_RETRY_SECONDS;
    return { is: 'later', seconds, error: reason, result: { isSilent: true } };
  }
  reportService(serviceOf(copy.printer), null);
  return { is: 'done', write };
}

const serviceOf = (printer: string) => `printer ${printer}`;

/** The copies of a source that wait for its printer. */
export async function waitingCopies(sourceId: number): Promise<number> {
  const found = await row<{ count: number }>(
    `select count(*)::integer as count from jobs where kind = '${PRINT}' and lane = $lane and run_at is not null`,
    { lane: String(sourceId) },
  );
  return found?.count ?? 0;
}
