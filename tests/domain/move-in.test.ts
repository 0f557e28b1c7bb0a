/** Columns are proposed by their names, and values with two readings are questions. */
import { describe, expect, test } from 'vitest';
import { missingFields, type MoveInKind, programOf, proposedColumns } from '~/modules/move-in/fields';
import { readDay, readMoment } from '~/modules/move-in/values';

const ONFLEET =
  'Recipient_Name,Recipient_Phone,Recipient_Notes,Address_Line1,Address_Line2,City/Town,State/Province,Postal_Code,Country,Task_Details,Pickup,completeAfter,completeBefore,Driver'.split(
    ',',
  );
const CIRCUIT =
  'Address Line 1,Address Line 2,City,State,Zip,Country,Latitude,Longitude,Earliest Time,Latest Time,Time At Stop,Notes,Type,Order,Package Size,Recipient Name,External ID,Package Count,Products,Seller Order ID,Address/Company Name'.split(
    ',',
  );
const proposed = (kind: MoveInKind, header: string[], empty: string[] = []) =>
  proposedColumns(
    kind,
    header,
    header.map((name) => !empty.includes(name)),
  );

test('the columns of Onfleet and of Circuit are known', () => {
  expect([programOf(ONFLEET), programOf(CIRCUIT), programOf(['Name', 'Address'])]).toEqual([
    'Onfleet',
    'Circuit (Spoke)',
    null,
  ]);
  expect(proposed('tasks', ONFLEET)).toEqual(
    'location,,notes,address,address2,city,state,zipCode,,notes,type,deliver_after,deliver_by,driver'.split(
      ',',
    ),
  );
  expect(proposed('tasks', CIRCUIT)).toEqual(
    'address,address2,city,state,zipCode,,,,deliver_after,deliver_by,service_minutes,notes,type,,,location,reference,size,part_numbers,,'.split(
      ',',
    ),
  );
});

test('a column with values is proposed before one without', () => {
  const [name, order] = [CIRCUIT.indexOf('Address/Company Name'), CIRCUIT.indexOf('Seller Order ID')];
  const columns = proposed('tasks', CIRCUIT, ['Recipient Name', 'External ID']);
  expect([columns[name], columns[order]]).toEqual(['location', 'reference']);
  // The place in the route is no number of an order.
  const noOther = proposed('tasks', CIRCUIT, ['External ID', 'Seller Order ID']);
  expect(noOther[CIRCUIT.indexOf('Order')]).toBe('');
  expect(proposed('tasks', ['Order', 'Name', 'Address'])[0]).toBe('reference');
});

test('a field is proposed once, for the column with its best name; empty and repeated names are left out', () => {
  expect(proposed('accounts', ['Name', 'Company Name', '', 'Address', 'Address'])).toEqual([
    '',
    'name',
    '',
    'address',
    '',
  ]);
  expect(missingFields('accounts', ['name'])).toEqual(['Address']);
  expect(missingFields('users', ['email'])).toEqual(['Name']);
  expect(missingFields('users', ['firstName'])).toEqual([]);
});

describe('days', () => {
  const day = (text: string, dates: 'month' | 'day' | null = null) => readDay(text, 'Date', { dates });
  test.each([
    ['2026-11-07', '2026-11-07'],
    ['2026/1/7', '2026-01-07'],
    ['11/27/2026', '2026-11-27'],
    ['27.11.2026', '2026-11-27'],
    ['11/11/2026', '2026-11-11'],
    ['Nov 7, 2026', '2026-11-07'],
    ['Sat, 7 November 2026', '2026-11-07'],
    ['46353', '2026-11-27'],
    ['46353.5625', '2026-11-27'],
  ])('%s has one reading', (text, read) => {
    expect(day(text)).toBe(read);
  });
  test('others need the choice', () => {
    expect(() => day('11/10/2026')).toThrow('can be read in two ways');
    expect([day('11/10/2026', 'month'), day('11/10/2026', 'day')]).toEqual(['2026-11-10', '2026-10-11']);
    // The choice is for the others only.
    expect(day('11/27/2026', 'day')).toBe('2026-11-27');
  });
  test.each(['11/27/26', '2026-02-30', 'tomorrow', '', '64113', '99999', 'Nov 7', '1'.repeat(9_000)])(
    '%.20s is refused',
    (text) => {
      expect(() => day(text, 'month')).toThrow('is not a day');
    },
  );
});

describe('moments', () => {
  const reading = { dates: null, day: null, zone: 'America/Chicago' };
  const moment = (text: string, ofRow: string | null = null) => readMoment(text, 'By', ofRow, reading);
  test.each([
    ['2026-11-27T14:30:00Z', '2026-11-27T14:30:00.000Z'],
    ['2026-11-27T08:30:00-06:00', '2026-11-27T14:30:00.000Z'],
    ['1795789800000', '2026-11-27T14:30:00.000Z'],
    ['1795789800', '2026-11-27T14:30:00.000Z'],
    ['2026-11-27 08:30', '2026-11-27T14:30:00.000Z'],
    ['11/27/2026 8:30 AM', '2026-11-27T14:30:00.000Z'],
    ['11/27/2026, 8:30:00 a.m.', '2026-11-27T14:30:00.000Z'],
    ['11/27/2026 8:30 a. m.', '2026-11-27T14:30:00.000Z'],
    ['46353.354166666664', '2026-11-27T14:30:00.000Z'],
    ['2026-11-27 0.354166666666667', '2026-11-27T14:30:00.000Z'],
  ])('%s', (text, read) => {
    expect(moment(text)).toBe(read);
  });
  test('a time has the day of its row, or of the file, or is a question', () => {
    for (const time of ['8:30', '8:30 AM', '8:30:00 AM', '0.354166666666667'])
      expect(moment(time, '2026-11-27')).toBe('2026-11-27T14:30:00.000Z');
    expect(readMoment('8:30', 'By', null, { ...reading, day: '2026-11-27' })).toBe(
      '2026-11-27T14:30:00.000Z',
    );
    expect(() => moment('8:30')).toThrow('has no date');
    expect(() => moment('2026-11-27')).toThrow('has no time');
    expect(() => moment('11/10/2026 8:30')).toThrow('can be read in two ways');
    expect(() => moment('2026-11-27 25:00')).toThrow('is not a time');
  });
});
