/** Makes the rows of a file in the background. A process that dies leaves each row made or open. */
import { row, rows, transaction } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { DomainError } from '~/domain/kernel/errors';
import { authorizeAll } from '~/domain/kernel/permissions';
import { inEnglish } from '~/domain/kernel/sentence';
import { importRecords, waitToImport } from '~/domain/network/account-import/import.server';
import { actorOf } from '~/domain/network/users/queries.server';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { questionOf } from '~/domain/intake/reading/held';
import type { MoveInKind } from './fields';
import { MOVE_IN } from './job';
import {
  ACCOUNT_HEADER,
  accountTypeIn,
  keyOf,
  MAY_MAKE,
  prepareRow,
  readAccount,
  readerFor,
  type Reader,
} from './rows.server';
import { Options } from './schema';

export const moveInWork: Kind<object> = {
  kind: MOVE_IN,
  atOnce: 1,
  retrySeconds: [5, 30, 120, 600],
  keepDays: 30,
  run,
};

type Running = {
  id: number;
  kind: MoveInKind;
  ownerId: number;
  columns: string[];
  options: object;
  rowCount: number;
};
const RUNNING = `
  select id, kind, owner_id as "ownerId", columns, options, row_count as "rowCount" from move_ins
  where id = $id and state = 'running'`;

const FINISH = `
  update move_ins set state = $state, error = $error, finished_at = now() where id = $id and state = 'running'`;
const finish = (id: number, error: string | null) =>
  rows(FINISH, { id, error, state: error === null ? 'done' : 'failed' });

type OpenRow = { line: number; cells: string[] };
const OPEN = `
  select line, cells from move_in_rows where move_in_id = $id and state = 'open' and line > $after
  order by line limit $limit`;

const GIVEN_UP =
  'The import was interrupted several times. Import the file again: what was made is passed over';

async function run(job: Job<object>): Promise<Outcome> {
  const moveIn = await row<Running>(RUNNING, { id: Number(job.subject) });
  if (!moveIn) return { is: 'done' };
  const { id } = moveIn;
  try {
    const actor = await actorOf(moveIn.ownerId);
    authorizeAll(actor, MAY_MAKE[moveIn.kind]);
    return await makeAll(job, moveIn, actor);
  } catch (error) {
    if (error instanceof DomainError && (error.kind === 'not_found' || error.kind === 'forbidden'))
      return { is: 'done', write: () => finish(id, inEnglish(error.said)) };
    if (!job.isLast || job.signal.aborted) throw error;
    return { is: 'failed', error: String(error), write: () => finish(id, GIVEN_UP) };
  }
}

/** Accounts are made together, because each import looks for links once. */
const AT_ONCE = { accounts: 500, others: 100 };

async function makeAll(job: Job<object>, moveIn: Running, actor: Actor): Promise<Outcome> {
  const { id, kind, options, rowCount } = moveIn;
  const limit = kind === 'accounts' ? AT_ONCE.accounts : AT_ONCE.others;
  let done = 0;
  for (let after = 0; ;) {
    const reader = await readerFor(actor, Options.parse(options));
    const open = await rows<OpenRow>(OPEN, { id, after, limit });
    if (kind === 'accounts') await makeAccounts(moveIn, open, reader);
    else
      for (const each of open) {
        if (job.signal.aborted) return { is: 'later', seconds: 0 };
        await makeRow(moveIn, kind, each, reader);
      }
    if (job.signal.aborted) return { is: 'later', seconds: 0 };
    done += open.length;
    job.progress = Math.min(1, done / Math.max(1, rowCount));
    if (open.length < limit) return { is: 'done', write: () => finish(id, null) };
    after = open.at(-1)?.line ?? after;
  }
}

const LOCK = `
  select line from move_in_rows where move_in_id = $id and line = $line and state = 'open' for update`;
const DONE = `
  with done as (
    update move_in_rows set state = 'done', cells = '{}', key = $key where move_in_id = $id and line = $line
  )
  update move_ins set made = made + $made, known = known + 1 - $made where id = $id`;
const REJECT = `
  with rejected as (
    update move_in_rows set state = 'rejected', error = $error
    where move_in_id = $id and line = $line and state = 'open' returning line
  )
  update move_ins set rejected = rejected + 1 where id = $id and exists (select from rejected)`;

async function makeRow(
  { id, columns }: Running,
  kind: Exclude<MoveInKind, 'accounts'>,
  { line, cells }: OpenRow,
  reader: Reader,
): Promise<void> {
  try {
    const given = { columns, cells, line };
    const make = await prepareRow(kind, given, reader);
    await transaction(async () => {
      if (!(await row(LOCK, { id, line }))) return;
      const isMade = await make();
      const key = isMade ? keyOf(kind, given, reader) : null;
      await rows(DONE, { id, line, key, made: Number(isMade) });
    });
  } catch (error) {
    const reason = questionOf(error);
    if (reason === null) throw error;
    await rows(REJECT, { id, line, error: reason });
  }
}

const DONE_TOGETHER = `
  with done as (
    update move_in_rows set state = 'done', cells = '{}' where move_in_id = $id and line = any($lines::integer[])
  )
  update move_ins set made = made + $made, known = known + $known where id = $id`;

async function makeAccounts({ id, columns }: Running, open: OpenRow[], reader: Reader): Promise<void> {
  const good: { line: number; values: string[] }[] = [];
  for (const { line, cells } of open) {
    try {
      good.push({ line, values: readAccount({ columns, cells }, reader.options) });
    } catch (error) {
      const reason = questionOf(error);
      if (reason === null) throw error;
      await rows(REJECT, { id, line, error: reason });
    }
  }
  if (good.length === 0) return;
  await transaction(async () => {
    await waitToImport();
    const { imported, skipped } = await importRecords({
      actor: reader.actor,
      accountType: accountTypeIn(reader.options),
      records: withHeader(good),
      // All rows were judged by the same rules before.
      reject: () => Promise.reject(new Error('A row was rejected that was good before')),
    });
    const lines = good.map(({ line }) => line);
    await rows(DONE_TOGETHER, { id, lines, made: imported, known: skipped });
  });
}

async function* withHeader(records: { line: number; values: string[] }[]) {
  yield await Promise.resolve({ line: 0, values: ACCOUNT_HEADER });
  yield* records;
}
