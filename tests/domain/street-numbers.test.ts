/** House numbers along streets: how an address is read, and where a number is. */
import { expect, test } from 'vitest';
import { placeAlong, type StreetRange } from '~/domain/geography/streets/ranges.server';
import { houseNumberOf, streetAddressOf, streetName } from '~/domain/geography/streets/street-name';

test.each([
  ['North Main Street', 'N. MAIN ST'],
  ['Fifth Avenue', '5th Ave'],
  ['Saint Charles Boulevard', 'St. Charles Blvd'],
  ['County Road 12', 'Co Rd 12'],
  ['I- 70', 'Interstate 70'],
  ['Peña Trafficway', 'Peña Trfy'],
  ["O'Brien Terrace", 'OBrien Ter'],
])('%s and %s are one street', (one, other) => expect(streetName(one)).toBe(streetName(other)));

test.each([
  ['101', '', 101],
  ['12B', '', 12],
  ['59-17', '59-', 17],
  ['n6w23001', 'N6W', 23_001],
])('%s is a house number', (text, prefix, number) => expect(houseNumberOf(text)).toEqual({ prefix, number }));

test.each(['5th', '-', '1234567', 'Main', '12 1/2'])('%s is none', (text) =>
  expect(houseNumberOf(text)).toBeNull(),
);

test.each([
  ['101 N Main St, Suite 4, Olathe, KS 66061', 101, ['n main st']],
  ['12 1/2 Main St, Olathe', 12, ['main st']],
  ["Joe's Garage, 7 Oak Street, Olathe, KS", 7, ['oak st']],
  [
    '101 Oak Ridge Drive NW Kansas City MO 64111',
    101,
    ['oak rdg dr nw kansas city mo 64111', 'oak rdg dr nw'],
  ],
])('%s names number and street', (address, number, names) => {
  const found = streetAddressOf(address);
  expect(found?.number).toBe(number);
  expect(found?.names).toEqual(expect.arrayContaining(names));
  expect(found?.names[0]).toBe(names[0]);
});

test.each(['5th St, Olathe', 'Main St', '', '101', 'PO Box'])('%s names none', (address) =>
  expect(streetAddressOf(address)).toBeNull(),
);

/** Meters per millionth of a degree of latitude, and of longitude at the equator. */
const MICRO = 0.111195;
/** Returns a street from 0, 0 through these corners, in meters. */
const street = (more: Partial<StreetRange>, ...corners: [east: number, north: number][]): StreetRange => ({
  ...({ from: 101, to: 199, parity: 'O', side: 'L' } as const),
  line: [[0, 0], ...(corners.length > 0 ? corners : [[200, 0]])].flat().map((metres) => metres / MICRO),
  ...more,
});
/** Returns meters east and north, and the precision. */
function at(ranges: StreetRange[], number: number) {
  const found = placeAlong(ranges, number);
  if (!found) return null;
  const metres = (degrees: number) => Math.round(degrees * 1e6 * MICRO * 10) / 10 || 0;
  return [metres(found.lng), metres(found.lat), found.precision];
}

test('a number is along the line, away from the crossings, on its side of the street', () => {
  expect(at([street({})], 101)).toEqual([12, 9, 'interpolated']);
  expect(at([street({})], 199)).toEqual([188, 9, 'interpolated']);
  expect(at([street({ side: 'R' })], 151)).toEqual([101.8, -9, 'interpolated']);
  expect(at([street({ from: 150, to: 150, parity: 'E' })], 150)).toEqual([100, 9, 'interpolated']);
});

test('a range that counts backward is right by itself, and a short one keeps a quarter of its length away', () => {
  expect(at([street({ from: 199, to: 101 })], 101)).toEqual([188, 9, 'interpolated']);
  expect(at([street({}, [20, 0])], 101)).toEqual([5, 9, 'interpolated']);
});

test('the way is measured in metres, not in corners', () => {
  const bent = street({ from: 100, to: 200, parity: 'B' }, [10, 0], [20, 0], [100, 0], [100, 100]);
  expect(at([bent], 150)).toEqual([100, 9, 'interpolated']);
  expect(at([bent], 200)).toEqual([91, 88, 'interpolated']);
});

test('both sides of a street, also when they are lines of their own, are told apart by odd and even', () => {
  const even = street({ from: 100, to: 198, parity: 'E', side: 'R' });
  const farther = street({ from: 100, to: 198, parity: 'E', side: 'R', line: [0, 500, 2_000, 500] });
  expect(at([street({}), even], 150)?.[1]).toBe(-9);
  expect(at([street({}), farther], 150)?.[1]).toBe(46.6);
});

test('the smallest range wins', () => {
  const small = street({ from: 141, to: 159, line: [0, 10_000, 2_000, 10_000] });
  for (const ranges of [
    [street({}), small],
    [small, street({})],
  ])
    expect(at(ranges, 151)?.[1]).toBe(1_121);
  expect(at([street({}), small], 161)?.[1]).toBe(9);
});

test('a number of the other side, or in a gap, is at the nearest end, and only its street is known', () => {
  const next = street({ from: 301, to: 399 }, [0, 200]);
  expect(at([street({})], 102)).toEqual([12, 0, 'street']);
  expect(at([street({})], 190)).toEqual([188, 0, 'street']);
  expect(at([street({}), next], 211)).toEqual([188, 0, 'street']);
  expect(at([street({}), next], 291)).toEqual([0, 12, 'street']);
  const far = street({ from: 401, to: 499 });
  expect(at([street({}), far], 301)).toBeNull();
  expect(at([street({})], 201)).toBeNull();
  expect(at([], 1)).toBeNull();
});

test('a range of absurd length says no more than the street; a short block of a hundred numbers is none', () => {
  expect(at([street({ from: 1, to: 1_003 }, [9_000, 0])], 501)?.[2]).toBe('street');
  expect(at([street({ from: 1_099, to: 915, parity: 'B' }, [100, 0])], 1_001)?.[2]).toBe('street');
  expect(at([street({ from: 101, to: 199 }, [60, 0])], 151)?.[2]).toBe('interpolated');
});

test('a line without length has a place as well', () => {
  expect(at([street({ line: [0, 0, 0, 0] })], 101)).toEqual([0, 0, 'interpolated']);
});
