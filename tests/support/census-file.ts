/** Writes small zip files like those of the Census Bureau: shapes (.shp, .shx) and the table of their rows (.dbf). */
import { deflateRawSync } from 'node:zlib';

type Place = [lon: number, lat: number];
type Column = [name: string, length: number];
export type Census = {
  /** 3 stands for lines, 5 for areas. */
  shape: 3 | 5;
  columns: Column[];
  rows: { parts: Place[][]; values: Record<string, string> }[];
};

/** Returns west, south, east, north. It reduces, because a county has more places than a call takes arguments. */
const extentOf = (places: Place[]) =>
  places.reduce<[number, number, number, number]>(
    ([west, south, east, north], [lon, lat]) => [
      Math.min(west, lon),
      Math.min(south, lat),
      Math.max(east, lon),
      Math.max(north, lat),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  );

const doubles = (values: number[]) => Buffer.from(new Float64Array(values).buffer);
const integers = (values: number[]) => Buffer.from(new Int32Array(values).buffer);

function shapes({ shape, rows }: Census): { shp: Buffer; shx: Buffer } {
  const records = rows.map(({ parts }) => {
    const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, part) => sum + part.length, 0));
    const places = parts.flat();
    return Buffer.concat([
      integers([shape]),
      doubles(extentOf(places)),
      integers([parts.length, places.length, ...starts]),
      doubles(places.flat()),
    ]);
  });
  const head = (bytes: number) => {
    const header = Buffer.alloc(100);
    header.writeInt32BE(9994);
    header.writeInt32BE(bytes / 2, 24);
    header.writeInt32LE(1000, 28);
    header.writeInt32LE(shape, 32);
    doubles(extentOf(rows.flatMap(({ parts }) => parts.flat()))).copy(header, 36);
    return header;
  };
  let at = 50;
  const index = records.map(({ length }) => {
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(at);
    entry.writeInt32BE(length / 2, 4);
    at += 4 + length / 2;
    return entry;
  });
  const numbered = records.flatMap((record, i) => {
    const header = Buffer.alloc(8);
    header.writeInt32BE(i + 1);
    header.writeInt32BE(record.length / 2, 4);
    return [header, record];
  });
  return {
    shp: Buffer.concat([head(at * 2), ...numbered]),
    shx: Buffer.concat([head(100 + 8 * records.length), ...index]),
  };
}

function table({ columns, rows }: Census): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt8(3);
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(32 + 32 * columns.length + 1, 8);
  header.writeUInt16LE(1 + columns.reduce((sum, [, length]) => sum + length, 0), 10);
  const fields = columns.map(([name, length]) => {
    const field = Buffer.alloc(32);
    field.write(`${name}\0`, 0, 'latin1');
    field.write('C', 11);
    field.writeUInt8(length, 16);
    return field;
  });
  const lines = rows.map(({ values }) => {
    const cells = columns.map(([name, length]) => {
      const cell = Buffer.alloc(length, ' ');
      cell.write(values[name] ?? '');
      return cell;
    });
    return Buffer.concat([Buffer.from(' '), ...cells]);
  });
  return Buffer.concat([header, ...fields, Buffer.from('\r'), ...lines, Buffer.from('\x1a')]);
}

/** zlib has its own function only in newer versions of Node.js. */
function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** @param told the size of the files that the zip file claims; by default the true one. */
function zipped(files: [name: string, contents: Buffer][], declaredSize?: number): Buffer {
  const pieces: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, contents] of files) {
    const packed = deflateRawSync(contents);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(contents), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? contents.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 0, 'latin1');
    entry.writeUInt16LE(20, 4);
    fields.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed];
    pieces.push(...local);
    central.push(entry, Buffer.from(name));
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(
    central.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, ...central, end]);
}

/** @param change edits the shapes. */
export function censusFile(
  name: string,
  census: Census,
  declaredSize?: number,
  change = (shp: Buffer): Buffer => shp,
): Buffer {
  const { shp, shx } = shapes(census);
  const files: [string, Buffer][] = [
    [`${name}.shp`, change(shp)],
    [`${name}.shx`, shx],
    [`${name}.dbf`, table(census)],
  ];
  return zipped(files, declaredSize);
}

export type StreetPiece = {
  name: string;
  zip: string;
  line: Place[];
  /** The first and the last number along the line. */
  left?: [from: string, to: string];
  right?: [from: string, to: string];
};

const ADDRESS_COLUMNS: Column[] = [
  ['TLID', 10],
  ['FULLNAME', 100],
  ...['LFROMHN', 'LTOHN', 'RFROMHN', 'RTOHN'].map((name): Column => [name, 12]),
  ...['ZIPL', 'ZIPR'].map((name): Column => [name, 5]),
  ...['PARITYL', 'PARITYR'].map((name): Column => [name, 1]),
];

const parityOf = (number = '') => (number === '' ? '' : Number(number.slice(-1)) % 2 === 1 ? 'O' : 'E');

/**
 * Builds the house numbers of a county.
 * @param told as for `zipped`.
 */
export function addressFile(
  county: string,
  pieces: StreetPiece[],
  declaredSize?: number,
  change?: (shp: Buffer) => Buffer,
): Buffer {
  const rows = pieces.map(({ name, zip, line, left = ['', ''], right = ['', ''] }) => ({
    parts: [line],
    values: {
      FULLNAME: name,
      ZIPL: zip,
      ZIPR: zip,
      LFROMHN: left[0],
      LTOHN: left[1],
      RFROMHN: right[0],
      RTOHN: right[1],
      PARITYL: parityOf(left[0]),
      PARITYR: parityOf(right[0]),
    },
  }));
  return censusFile(
    `tl_2025_${county}_addrfeat`,
    { shape: 3, columns: ADDRESS_COLUMNS, rows },
    declaredSize,
    change,
  );
}
