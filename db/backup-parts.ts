/** The parts of a backup, in each format. */
import pg from 'pg';

/**
 * H: description of the file (JSON) · T: begin of a table (JSON) · D: rows as COPY writes them · E: end of
 * the table (JSON) · S: sequences (JSON)
 */
type FrameKind = 'H' | 'T' | 'D' | 'E' | 'S';
export type Frame = { kind: FrameKind; bytes: Buffer };

export const jsonFrame = (kind: FrameKind, value: unknown): Frame => ({
  kind,
  bytes: Buffer.from(JSON.stringify(value)),
});

export type Header = { format: string; madeAt: string; migrations: string[] };
export type TableHeader = { name: string; columns: string[] };
export type TableEnd = { rows: number };
export type SequenceState = { name: string; value: string; isCalled: boolean };

/** The message for a file that can't be used. */
export class UnusableBackup extends Error {}

export const damaged = () => new UnusableBackup('The file is damaged or is not a Parts Dispatch backup');
export const cutShort = () => new UnusableBackup('The file is incomplete: it ends before the backup does');

export const columnsOf = ({ columns }: TableHeader) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Returns a table and its columns in the form for COPY. */
export const target = (table: TableHeader): string =>
  `${pg.escapeIdentifier(table.name)} (${columnsOf(table)})`;

const OURS = 'current_schema()::regnamespace';

/** Deletes the rows that migrations insert. */
export const EMPTY_TABLES = `do $$ begin
  execute (select 'truncate ' || string_agg(oid::regclass::text, ', ') from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = ${OURS});
end $$`;

/** Triggers are off while rows are restored: the rows that they would write are in the backup already. */
export const turnTriggers = (act: 'disable' | 'enable') => `do $$ declare each text; begin
  for each in select format('alter table %s ${act} trigger %I', tgrelid::regclass, tgname) from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgconstraint = 0 and relnamespace = ${OURS}
  loop execute each; end loop;
end $$`;

/** PostgreSQL can't change a table with deferred checks pending, so they run now. */
export const CHECK_NOW = 'set constraints all immediate';
