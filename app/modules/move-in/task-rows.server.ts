/** Reads a task of another program. */
import { parseInput } from '~/domain/kernel/parse-input.server';
import { formatAddress } from '~/domain/geography/address';
import { cleanZip } from '~/domain/network/account-import/row';
import { missingForType } from '~/domain/tasks/model/problems';
import { CreateTask } from '~/domain/tasks/model/schema';
import { type Cell, cellOf, readingOf, type RowToMake } from './cells';
import type { Options } from './schema';
import { readCount, readDay, readMoment, readWord } from './values';

const TYPES = {
  delivery: ['delivery', 'dropoff', 'drop', 'false', 'no', '0'],
  pickup: ['pickup', 'collection', 'collect', 'true', 'yes', '1'],
};
/** States of tasks in other programs. What is over is no work any more. */
const STATES = {
  open: [
    'open',
    'new',
    'pending',
    'unassigned',
    'assigned',
    'planned',
    'created',
    'ready',
    'scheduled',
    'inprogress',
    'active',
  ],
  over: [
    'completed',
    'complete',
    'done',
    'delivered',
    'succeeded',
    'success',
    'failed',
    'cancelled',
    'canceled',
    'true',
    'false',
    'attempted',
    'skipped',
  ],
};
const PRIORITIES = { normal: ['normal', 'low', 'standard'], high: ['high'], urgent: ['urgent', 'asap'] };

type TaskReader = {
  options: Options;
  zone: string;
  /** @throws invalid for a name that is not known. */
  driverOf: (name: string) => number | null;
};

/** The address of a row in its parts. */
const partsIn = (cell: Cell) => ({
  address: [cell('address'), cell('address2')].filter(Boolean).join(', '),
  city: cell('city'),
  state: cell('state'),
  zipCode: cleanZip(cell('zipCode')),
});

/** The value that stands for a missing invoice or part number. */
function standInFor({ numbers }: Options, cell: Cell, line: number): string {
  if (numbers === 'order') return cell('reference');
  return numbers === 'line' ? `Line ${String(line)}` : '';
}

/** Returns which values are not in a row that its task needs, before anything stands in for them. */
export function lackingIn(row: RowToMake, options: Options): { numbers: boolean; names: boolean } {
  const cell = cellOf(row);
  const type = typeIn(cell, options, false);
  const number = type === 'pickup' ? cell('part_numbers') : cell('invoice_number') || cell('orderAndInvoice');
  return { numbers: number === '', names: cell('location') === '' };
}

/** @param isStrict refuses a word that is not known. */
function typeIn(cell: Cell, { otherwise }: Options, isStrict = true): 'delivery' | 'pickup' {
  const usual = otherwise === 'pickup' ? 'pickup' : 'delivery';
  if (cell('type') === '') return usual;
  try {
    return readWord(cell('type'), 'Type', TYPES);
  } catch (error) {
    if (isStrict) throw error;
    return usual;
  }
}

/** @throws invalid with all reasons. */
export function readTask(row: RowToMake, { options, zone, driverOf }: TaskReader): CreateTask {
  const cell = cellOf(row);
  const { read, refuse, done } = readingOf('tasks', row.columns, cell);
  const valueOf = <Value>(field: string, of: (text: string) => Value, otherwise: Value): Value =>
    cell(field) === '' ? otherwise : read(field, () => of(cell(field)), otherwise);

  if (valueOf('status', (text) => readWord(text, 'Status', STATES), 'open') === 'over')
    refuse('This task is over');
  const type = read('type', () => typeIn(cell, options), typeIn(cell, options, false));
  const day = valueOf<string | null>('day', (text) => readDay(text, 'Day', options), null);
  const momentIn = (field: string, label: string) =>
    valueOf<string | null>(field, (text) => readMoment(text, label, day, { ...options, zone }), null);
  const countIn = (field: string, label: string) =>
    valueOf<number | null>(field, (text) => readCount(text, label), null);
  const number = cell('orderAndInvoice');
  const standIn = standInFor(options, cell, row.line);
  const parts = partsIn(cell);
  const given = {
    type,
    location: cell('location') || (options.names === 'address' ? parts.address : ''),
    address: formatAddress(parts),
    invoice_number: type === 'delivery' ? cell('invoice_number') || number || standIn : '',
    part_numbers: type === 'pickup' ? cell('part_numbers') || standIn : '',
    ship_via: cell('ship_via'),
    notes: cell('notes'),
    priority: valueOf('priority', (text) => readWord(text, 'Priority', PRIORITIES), 'normal'),
    // A pickup has no times of its own.
    ...(type === 'delivery' && {
      deliver_after: momentIn('deliver_after', 'Deliver After'),
      deliver_by: momentIn('deliver_by', 'Deliver By'),
    }),
    service_minutes: countIn('service_minutes', 'Minutes at the Stop'),
    size: countIn('size', 'Size'),
    driver_id: valueOf<number | null>('driver', driverOf, null),
    external_ref: cell('reference') || number || null,
  };
  for (const missing of Object.values(missingForType({ ...given, transfer_destination_location: null })))
    for (const reason of missing) refuse(reason);
  const task = read(null, () => parseInput(CreateTask, given), null);
  done();
  if (task === null) throw new Error('A row without a task has no reason');
  return task;
}
