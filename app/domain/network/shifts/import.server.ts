/**
 * Imports shifts from a CSV file with a row for each driver and day. All good rows are taken, and the others
 * are listed by line.
 */
import { rows, transaction } from 'db/connection';
import * as z from 'zod/v4';
import { piecesOf, readRecords, type CsvRecord } from '~/domain/network/account-import/file.server';
import { DELIMITERS, type Delimiter } from '~/domain/network/account-import/format';
import { count } from '~/domain/kernel/schema';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { fromCsvCell, plainClock } from '~/domain/kernel/csv';
import { DomainError, invalid } from '~/domain/kernel/errors';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { isDay } from '~/domain/kernel/time';
import { apiClock, LAST_YEAR, parseClock, readHours } from './hours';
import { ImportShifts, SaveShift } from './schema';
import { findShifts, lockShifts, storedOf, writeShift } from './store.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { type Said, untranslated } from '~/domain/kernel/sentence';

const MOST_ROWS = 2_000;

const REQUIRED = { driver: 'Driver', date: 'Date', start: 'Start', end: 'End' } as const;
type Column = keyof typeof REQUIRED | 'break' | 'breakfrom' | 'startplace' | 'endplace';

const ImportedAnswer = z.strictObject({
  imported: count,
  skipped: count.describe('Rows that said what was there already'),
  rejected: z.array(z.strictObject({ line: count, error: z.string() })),
});

export const importShifts = command(
  {
    summary: 'Imports shifts from the text of a CSV file',
    about:
      'Columns `Driver` (username, or a name that only one driver has), `Date`, `Start`, `End`; optional `Break` (minutes), `Break From`, `Start Place`, `End Place`. A row replaces the shift of its driver and day. Good rows are imported, others are listed by line.',
    may: 'planShifts',
    input: ImportShifts,
    answer: ImportedAnswer,
  },
  async ({ actor, input: { csvData } }) => {
    const records = await recordsOf(csvData);
    return transaction(async () => {
      await lockShifts();
      const idOf = await driversByName();
      const done = { imported: 0, skipped: 0, rejected: [] as { line: number; error: string }[] };
      for (const { line, cell } of records) {
        try {
          const at = { driverId: idOf(cell('driver')), day: dayIn(cell('date')) };
          if (await writeRow(actor, at, cell)) done.imported += 1;
          else done.skipped += 1;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          done.rejected.push({ line, error: error.message });
        }
      }
      return done;
    });
  },
);

type Cell = (column: Column) => string;
type Row = { line: number; cell: Cell };

/** Needs the lock of `lockShifts`. @returns false when the row says what was there already. @throws invalid, conflict */
export async function writeRow(
  actor: Pick<Actor, 'id'>,
  at: { driverId: number; day: string },
  cell: Cell,
): Promise<boolean> {
  const stored = await storedOf(shiftIn(cell));
  const before = (await findShifts(at.driverId, [at.day])).get(at.day);
  return (await writeShift(actor, at, stored, before)) !== before;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** @throws invalid when the text is no file of shifts. */
async function recordsOf(csvData: string): Promise<Row[]> {
  const records: CsvRecord[] = [];
  for await (const record of readRecords(piecesOf(Buffer.from(csvData)), delimiterIn(csvData))) {
    records.push(record);
    if (records.length > MOST_ROWS + 1)
      throw invalid(untranslated('tooManyRows', `A file has at most ${MOST_ROWS.toLocaleString()} rows`));
  }
  const [header, ...rest] = records;
  if (!header) throw invalid(untranslated('emptyFile', 'The file is empty'));
  const names = header.values.map(plain);
  const missing = Object.entries(REQUIRED).filter(([column]) => !names.includes(column));
  if (missing.length > 0)
    throw invalid(
      untranslated('missingColumn', `The file has no column ${missing.map(([, name]) => name).join(', ')}`),
    );
  return rest.map(({ line, values }) => ({
    line,
    cell: (column) => fromCsvCell((values[names.indexOf(column)] ?? '').trim()),
  }));
}

function delimiterIn(csvData: string): Delimiter {
  const [header = ''] = csvData.trimStart().split(/[\r\n]/, 1);
  const columns = (delimiter: Delimiter) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (columns(each) > columns(best) ? each : best));
}

/** @returns a function that throws invalid for a name that no driver, or more than one, has. */
export async function driversByName(): Promise<(name: string) => number> {
  const drivers = await rows<{ id: number; username: string; name: string }>(
    `select u.id, lower(u.username) as username, lower(u.name) as name from users u where ${DRIVES}`,
  );
  return (given) => {
    const name = given.toLowerCase();
    const byUsername = drivers.filter(({ username }) => username === name);
    const found = byUsername.length > 0 ? byUsername : drivers.filter((driver) => driver.name === name);
    const [first, second] = found;
    if (name === '' || !first)
      throw invalid(
        untranslated('unknownDriverName', name ? `No driver is called ${given}` : 'Driver is required'),
      );
    if (second)
      throw invalid(
        untranslated('ambiguousDriverName', `Several drivers are called ${given}. Use the username`),
      );
    return first.id;
  };
}

/** Reads dates, also in the American form of spreadsheets. */
function dayIn(text: string): string {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const day = year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text;
  if (!isDay(day) || Number(day.slice(0, 4)) > LAST_YEAR)
    throw invalid(untranslated('invalidDay', 'Date must be a day like 2026-11-23 or 11/23/2026'));
  return day;
}

/** @throws invalid */
export function shiftIn(cell: Cell): SaveShift {
  const wrong: Said[] = [];
  const clockIn = (column: Column, label: string) => {
    const minutes = parseClock(plainClock(cell(column)));
    if (minutes === null) wrong.push(untranslated('invalidClock', `${label} must be a time like 8:30`));
    return apiClock(minutes ?? 0);
  };
  const [start, end] = [clockIn('start', 'Start'), clockIn('end', 'End')];
  const breakFrom = cell('breakfrom') === '' ? null : clockIn('breakfrom', 'Break From');
  const [first] = wrong;
  if (first !== undefined) throw invalid(first, { hours: wrong });
  const hours = readHours(`${plainClock(cell('start'))}–${plainClock(cell('end'))}`);
  if (typeof hours === 'string') throw invalid(untranslated('invalidHours', hours));
  return parseInput(SaveShift, {
    start,
    end,
    breakMinutes: Number(cell('break') || 0),
    breakFrom,
    startPlace: cell('startplace'),
    endPlace: cell('endplace'),
  });
}
