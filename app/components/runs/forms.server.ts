/** The form of a schedule: makes the input of its commands from rows of fields. */
import { fieldRefusal } from '~/domain/kernel/errors';
import { readClock } from '~/domain/kernel/time';
import { untranslated } from '~/domain/kernel/sentence';
import { findAccountsNamed } from '~/domain/network/accounts/queries.server';
import { idNamed, numberIn } from '~/components/accounts/account-named.server';
import { EVERY_DAY } from './schedule-texts';

export type Fields = Record<string, unknown>;

export const textIn = (fields: Fields, name: string) => {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
};

const NOT_CLOCK = 'Enter a time like 10:30 AM';

/** People type 2:00 for the afternoon, but read literally it is in the night. */
const UNCLEAR = /^[1-6](?::\d\d)?$/;

/** @throws invalid, for the field. */
export function clockIn(fields: Fields, name: string, field: string): string | null {
  const typed = textIn(fields, name);
  if (typed === '') return null;
  const clock = readClock(typed);
  if (clock === null)
    throw fieldRefusal(field, untranslated('invalidClock', `${typed}: ${NOT_CLOCK.toLowerCase()}`));
  if (UNCLEAR.test(typed))
    throw fieldRefusal(
      field,
      untranslated(
        'unclearClock',
        `For ${typed} in the afternoon, enter ${typed} PM; for the morning, ${typed} AM`,
      ),
    );
  return clock;
}

/** The numbers of the rows that the form has, `t3_departs` being of row 3. */
const rowsIn = (fields: Fields, kind: string, part: string) =>
  Object.keys(fields)
    .filter((name) => name.startsWith(kind) && name.endsWith(`_${part}`))
    .map((name) => name.slice(0, -part.length - 1))
    .filter((row) => /^\d{1,3}$/.test(row.slice(kind.length)));

const weekdaysIn = (fields: Fields, row: string) =>
  EVERY_DAY.filter((weekday) => textIn(fields, `${row}_d${String(weekday)}`) !== '');

function timesIn(fields: Fields): Fields[] {
  return rowsIn(fields, 't', 'departs').flatMap((row) => {
    const departs = clockIn(fields, `${row}_departs`, 'times');
    if (departs === null) return [];
    const cutoff = clockIn(fields, `${row}_cutoff`, 'times');
    const weekdays = weekdaysIn(fields, row);
    if (cutoff === null)
      throw fieldRefusal('times', untranslated('cutoffMissing', 'Each departure needs a cut-off'));
    if (weekdays.length === 0)
      throw fieldRefusal('times', untranslated('weekdaysMissing', 'Each departure needs a weekday'));
    const cutoffDaysBefore = Number(textIn(fields, `${row}_before`) || '0');
    return weekdays.map((weekday) => ({ weekday, departs, cutoff, cutoffDaysBefore }));
  });
}

async function stopsIn(fields: Fields): Promise<Fields[]> {
  const rows = rowsIn(fields, 's', 'account')
    .filter((row) => textIn(fields, `${row}_account`) !== '')
    .map((row, index) => ({ row, place: Number(textIn(fields, `${row}_place`)) || index + 1, index }))
    .sort((one, other) => one.place - other.place || one.index - other.index);
  const names = rows.map(({ row }) => textIn(fields, `${row}_account`));
  const known = await findAccountsNamed(names.filter((name) => numberIn(name) === undefined));
  return rows.map(({ row }, index) => {
    const name = names[index] ?? '';
    const weekdays = weekdaysIn(fields, row);
    return {
      accountId: numberIn(name) ?? idNamed(known, name, 'stops'),
      addressId: textIn(fields, `${row}_address`) || null,
      visit: textIn(fields, `${row}_visit`) || 'when-needed',
      weekdays: weekdays.length === 0 || weekdays.length === EVERY_DAY.length ? null : weekdays,
      windowFrom: clockIn(fields, `${row}_from`, 'stops'),
      windowTo: clockIn(fields, `${row}_to`, 'stops'),
      serviceMinutes:
        textIn(fields, `${row}_minutes`) === '' ? null : Number(textIn(fields, `${row}_minutes`)),
    };
  });
}

function zoneIn(fields: Fields): Fields | null {
  const zips = textIn(fields, 'zips')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const corners = textIn(fields, 'corners')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (zips.length > 0 && corners.length > 0)
    throw fieldRefusal('zips', untranslated('zoneTwice', 'A zone is either ZIP codes or corners, not both'));
  if (zips.length > 0) {
    const wrong = zips.find((zip) => !/^\d{5}$/.test(zip));
    if (wrong !== undefined)
      throw fieldRefusal('zips', untranslated('invalidZip', `${wrong} is no ZIP code of five digits`));
    return { zips: [...new Set(zips)] };
  }
  if (corners.length === 0) return null;
  if (corners.length < 3)
    throw fieldRefusal('corners', untranslated('tooFewCorners', 'A zone has at least three corners'));
  return { polygon: corners.map(cornerIn) };
}

function cornerIn(line: string): [number, number] {
  const [lat = NaN, lng = NaN, ...more] = line.split(',').map((part) => Number(part.trim() || NaN));
  if (more.length > 0 || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180))
    throw fieldRefusal(
      'corners',
      untranslated('invalidCorner', `${line.trim()}: enter latitude and longitude like 39.0997, -94.5786`),
    );
  return [lng, lat];
}

/** The form of a schedule. */
export const scheduleOf = async (fields: Fields): Promise<Fields> => {
  const { name, dealership, driverId, vehicle, orderKind, isDefault, alsoMade } = fields;
  return {
    name,
    dealership,
    driverId,
    vehicle,
    orderKind,
    isDefault,
    ...(alsoMade !== undefined && { alsoMade }),
    validFrom: textIn(fields, 'validFrom') || null,
    validTo: textIn(fields, 'validTo') || null,
    zone: zoneIn(fields),
    shipVia: textIn(fields, 'codes')
      .split(/[\s,;]+/)
      .filter(Boolean),
    times: timesIn(fields),
    stops: await stopsIn(fields),
  };
};
