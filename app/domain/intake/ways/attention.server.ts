/** Work for a person: documents that wait, and printers, folders and mailboxes that fail. */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { KIND_LABELS, printerAt, type SourceKind } from '~/domain/intake/inbox/kinds';
import { PRINT } from './copies.server';

/** SQL: the copies of source `s` that its printer has not taken, if it has been silent for long. */
const UNPRINTED = `
  coalesce(case when s.is_on and s.settings ->> 'forward' is not null then (
    select count(*)::integer from jobs j where j.kind = '${PRINT}' and j.lane = s.id::text and j.run_at is not null
    having bool_or(j.result ->> 'isSilent' = 'true')) end, 0)`;

const COUNTS = prepared(`
  select (select count(*)::integer from intake_documents d where d.source_id = s.id and d.state = 'waiting')
    + ${UNPRINTED} as waiting
  from intake_sources s`);

/** Returns null without any source. Then nothing of the inbox is shown. */
export async function waitingDocuments(): Promise<number | null> {
  const sources = await rows<{ waiting: number }>(COUNTS);
  return sources.length === 0 ? null : sources.reduce((sum, { waiting }) => sum + waiting, 0);
}

const SILENT = `
  select printer, sum(count)::integer as count from (
    select s.settings ->> 'forward' as printer, ${UNPRINTED} as count from intake_sources s) as each
  where count > 0 group by printer order by printer`;

// A mail server that is away for some minutes is nobody's work.
const FAILING = `
  select name, kind, last_error as error from intake_sources
  where is_on and failing_since < now() - interval '5 minutes' order by name`;

/**
 * Returns a sentence for each printer that has not answered for 15 minutes, and for each folder and mailbox that fails
 * for 5.
 */
export async function waysInTrouble(): Promise<string[]> {
  const [silent, failing] = await Promise.all([
    rows<{ printer: string; count: number }>(SILENT),
    rows<{ name: string; kind: SourceKind; error: string }>(FAILING),
  ]);
  return [
    ...silent.map(({ printer, count }) => {
      const invoices = count === 1 ? '1 invoice was' : `${String(count)} invoices were`;
      return `Printer ${printerAt(printer).host} does not answer: ${invoices} not printed`;
    }),
    ...failing.map(({ name, kind, error }) => `${KIND_LABELS[kind]} ${name}: ${error}`),
  ];
}
