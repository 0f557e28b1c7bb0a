/** Exports the archive as CSV, page by page, so that a long range does not fill the memory. */
import type { Actor } from '~/domain/kernel/actor';
import { CSV_BOM, toCsvLine } from '~/domain/kernel/csv';
import { authorizeAll } from '~/domain/kernel/permissions';
import { readAll } from '~/domain/platform/replica.server';
import { FACT_KEYS, factLabel } from '~/domain/tasks/model/facts';
import { ORDER_LABEL } from '~/domain/tasks/model/office-facts';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import type { ArchivedRow } from './archive';
import { archivedRows } from './archive.server';
import { ARCHIVED_WITHIN, daysOf } from '~/domain/network/settings/business-time.server';
import type { ReportQuery } from './report.server';

const PAGE = 2_000;
const NEXT_PAGE = `
  where ${ARCHIVED_WITHIN} and ($driverId::integer is null or coalesce(t.driver_id, 0) = $driverId)
    and (t.completed_at, t.id) > ($completedAt::timestamptz, $id)
  order by t.completed_at, t.id limit ${String(PAGE)}`;

/**
 * Yields the lines of the range, oldest first, in pieces. @param query days that `rangeOfDays` has checked
 */
export function exportHistory(actor: Actor, query: ReportQuery): AsyncGenerator<string, void, undefined> {
  authorizeAll(actor, 'readArchive');
  return pages(query);
}

async function* pages({ driverId, ...days }: ReportQuery): AsyncGenerator<string, void, undefined> {
  yield CSV_BOM + toCsvLine(Object.keys(COLUMNS));
  let last: Pick<ArchivedRow, 'completed_at' | 'id'> = { completed_at: '-infinity', id: 0 };
  for (;;) {
    const bind = { ...daysOf(days), driverId, completedAt: last.completed_at, id: last.id };
    const page = await readAll(() => archivedRows<Clocks>(NEXT_PAGE, bind, CLOCKS));
    yield page.map((task) => toCsvLine(Object.values(COLUMNS).map((cell) => cell(task)))).join('');
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = end;
  }
}

/** Times on business clocks, `2026-03-09 14:40`. */
type Clocks = {
  going: string | null;
  completed: string;
  needBy: string | null;
  deliverBy: string | null;
};

const CLOCKS = [
  ['going.at', 'going'],
  ['t.completed_at', 'completed'],
  ['t.need_by', '"needBy"'],
  ['t.deliver_by', '"deliverBy"'],
].map(([at, name]) => `to_char(${at} at time zone $zone, 'YYYY-MM-DD HH24:MI') as ${name}`);

type Cell = (task: ArchivedRow & Clocks) => string | number | null;

const COLUMNS: Record<string, Cell> = {
  Task: ({ id }) => id,
  Completed: ({ completed }) => completed,
  'Completed (UTC)': ({ completed_at }) => new Date(completed_at).toISOString(),
  Type: ({ type }) => TYPE_LABELS[type],
  Location: ({ location }) => location,
  Address: ({ address }) => address,
  'Invoice #': ({ invoice_number }) => invoice_number,
  'Part #': ({ part_numbers }) => part_numbers,
  Priority: ({ priority }) => priority,
  Driver: ({ driver }) => driver,
  Dealership: ({ dealership }) => dealership,
  Going: ({ going }) => going,
  Minutes: ({ minutes }) => minutes,
  'Need By': ({ needBy }) => needBy,
  'On time': ({ onTime }) => (onTime === null ? null : onTime ? 'yes' : 'no'),
  Signature: ({ hasSignature }) => (hasSignature ? 'yes' : 'no'),
  'Signed by': ({ signed_by }) => signed_by,
  Photos: ({ photoCount }) => photoCount,
  Notes: ({ notes }) => notes,
  'Deliver By': ({ deliverBy }) => deliverBy,
  [ORDER_LABEL]: ({ external_ref }) => external_ref,
  // Facts without a line above come last, because programs may identify columns by their position.
  ...Object.fromEntries(FACT_KEYS.map((key): [string, Cell] => [factLabel(key), (task) => task[key]])),
};
