import { describe, expect, it } from 'vitest';
import { CSV_BOM, toCsvLine } from '~/domain/kernel/csv';

describe('CSV', () => {
  it('ends lines as the standard says, with nothing for null', () => {
    expect(toCsvLine(['Brookside Auto', 12, null, ''])).toBe('Brookside Auto,12,,\r\n');
  });

  it('quotes what would end a cell or a line, in any of the usual dialects', () => {
    expect(toCsvLine(['a "b"', 'c,d', 'e;f', 'g\th', 'i\nj'])).toBe(
      '"a ""b""","c,d","e;f","g\th","i\nj"\r\n',
    );
  });

  it('keeps spaces at the ends', () => {
    expect(toCsvLine([' a', 'b '])).toBe('" a","b "\r\n');
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '|cmd',
    '%0',
    ' =1',
    '\u200b=1',
    '\ufeff=1',
    '\t1',
    '\r1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
  ])('takes the force out of %j', (cell) => {
    expect(toCsvLine([cell])).toBe(`"'${cell}"\r\n`);
  });

  it('leaves alone what is only a number or has its sign inside', () => {
    expect(toCsvLine([-1, 2.5, '816-555-0100', 'a=b', 'x@y.z'])).toBe('-1,2.5,816-555-0100,a=b,x@y.z\r\n');
  });

  it('begins with the mark of UTF-8', () => {
    expect(CSV_BOM).toBe('\ufeff');
  });
});
