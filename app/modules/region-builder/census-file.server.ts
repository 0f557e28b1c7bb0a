/**
 * Reads zip files of the Census Bureau (TIGER/Line), and tells their kinds apart by the fields of their
 * tables.
 */
import { PassThrough, type Readable, Transform, type TransformCallback } from 'node:stream';
import type { Feature } from 'geojson';
import type { Entry } from 'yauzl';

/**
 * Passes on a .shp file, and fails at the first record that does not follow the format: the library would
 * search all bytes behind it for the next record.
 */

const FILE_HEAD = 100;
const FILE_CODE = 9_994;
/** Lines and areas, the types in the Census Bureau's files of streets and water. */
const TYPES = [3, 5];
const RECORD_HEAD = 8;
/** The type of a record. A row without a shape has nothing else. */
const NO_SHAPE = RECORD_HEAD + 4;
/** The type, the extent, and the numbers of parts and points. */
const SHAPE = RECORD_HEAD + 44;
const PART = 4;
const POINT = 16;

const LARGEST_SHAPE_BYTES = 64_000_000;
/** A large county has 300,000 shapes. */
const MOST_SHAPES = 5_000_000;

class WholeShapes extends Transform {
  private head = Buffer.alloc(0);
  private wanted = FILE_HEAD;
  /** The remaining bytes of the present record, which are not examined. */
  private left = 0;
  private type: number | undefined;
  private shapes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length;) {
      if (this.left > 0) {
        const passed = Math.min(this.left, chunk.length - at);
        this.left -= passed;
        at += passed;
        continue;
      }
      const part = chunk.subarray(at, at + this.wanted - this.head.length);
      this.head = Buffer.concat([this.head, part]);
      at += part.length;
      if (this.head.length < this.wanted) break;
      const problem = this.type === undefined ? this.readFileHead() : this.readRecordHead();
      if (problem) {
        done(new Error(problem));
        return;
      }
    }
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const isWhole = this.type !== undefined && this.left === 0 && this.head.length === 0;
    done(isWhole ? null : new Error('its shapes are cut short'));
  }

  private readFileHead(): string | null {
    const type = this.head.readInt32LE(32);
    if (this.head.readInt32BE(0) !== FILE_CODE || !TYPES.includes(type))
      return 'its shapes are neither lines nor areas';
    this.type = type;
    this.passOver(0);
    return null;
  }

  private readRecordHead(): string | null {
    const number = this.shapes + 1;
    if (number > MOST_SHAPES) return 'it has too many shapes';
    const broken = `its shape ${String(number)} is broken`;
    const bytes = 2 * this.head.readInt32BE(4);
    const type = this.head.readInt32LE(RECORD_HEAD);
    if (this.head.readInt32BE(0) !== number || (type !== 0 && type !== this.type)) return broken;
    if (bytes > LARGEST_SHAPE_BYTES || bytes < (type === 0 ? NO_SHAPE : SHAPE) - RECORD_HEAD) return broken;
    if (type !== 0 && this.wanted < SHAPE) {
      this.wanted = SHAPE;
      return null;
    }
    if (type !== 0) {
      const [parts, points] = [this.head.readInt32LE(SHAPE - 8), this.head.readInt32LE(SHAPE - 4)];
      if (parts < 0 || points < 0 || SHAPE + PART * parts + POINT * points > RECORD_HEAD + bytes)
        return broken;
    }
    this.shapes = number;
    this.passOver(RECORD_HEAD + bytes - this.head.length);
    return null;
  }

  private passOver(bytes: number): void {
    this.left = bytes;
    this.head = Buffer.alloc(0);
    this.wanted = NO_SHAPE;
  }
}

/** Reads files within a zip file. Their unpacked size is known before anything is unpacked. */

// A county's file unpacks to 60 MB.
const LARGEST = 1_000_000_000;
const MOST_FILES = 1_000;

type Zip = {
  /**
   * Finds a file by the end of its name, because the beginning names the county. @throws Error when there is
   * none.
   */
  read(end: string): Promise<Readable>;
  /** Returns the whole name of a file by its end; empty when there is none. */
  nameOf(end: string): string;
  close(): void;
};

/** @throws Error with a sentence for a person. */
export async function openZip(path: string): Promise<Zip> {
  // Imported here because every start would load it otherwise.
  const { openPromise } = await import('yauzl');
  const file = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new Error('it is damaged or cut short');
  });
  const entries: Entry[] = [];
  let bytes = 0;
  try {
    for await (const entry of file.eachEntry()) {
      entries.push(entry);
      bytes += entry.uncompressedSize;
      if (bytes > LARGEST || entries.length > MOST_FILES) break;
    }
  } catch {
    file.close();
    throw new Error('it is damaged');
  }
  if (bytes > LARGEST || entries.length > MOST_FILES) {
    file.close();
    throw new Error('it unpacks to too much');
  }
  const find = (end: string) => entries.find(({ fileName }) => fileName.toLowerCase().endsWith(end));
  return {
    nameOf: (end) => find(end)?.fileName ?? '',
    read: async (end) => {
      const entry = find(end);
      if (!entry) throw new Error(`there is no ${end} file in it`);
      return file.openReadStreamPromise(entry);
    },
    close: () => file.close(),
  };
}

export type CensusKind = 'areaWater' | 'addresses';

const FIELDS: Record<CensusKind, string[]> = {
  areaWater: ['HYDROID', 'MTFCC', 'FULLNAME'],
  addresses: ['FULLNAME', 'LFROMHN', 'LTOHN', 'RFROMHN', 'RTOHN', 'ZIPL', 'ZIPR'],
};

/** @throws Error with a sentence for a person. */
export async function censusKindOf(path: string): Promise<CensusKind> {
  const zip = await openZip(path);
  try {
    const fields = new Set(await fieldsOf(await zip.read('.dbf')));
    for (const kind of ['addresses', 'areaWater'] as const)
      if (FIELDS[kind].every((field) => fields.has(field))) return kind;
    throw new Error('it is neither an AREAWATER nor an ADDRFEAT file of the Census Bureau');
  } finally {
    zip.close();
  }
}

const HEAD = 32;
const FIELD = 32;
const LONGEST_NAME = 11;

/** The names of a dBASE table's columns. */
async function fieldsOf(table: Readable): Promise<string[]> {
  let bytes = Buffer.alloc(0);
  let end = HEAD;
  for await (const chunk of table) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    if (bytes.length >= HEAD) end = bytes.readUInt16LE(8);
    if (bytes.length >= end) break;
  }
  const count = Math.max(0, Math.floor((Math.min(end, bytes.length) - HEAD) / FIELD));
  return Array.from({ length: count }, (_, i) => {
    const name = bytes.toString('latin1', HEAD + i * FIELD, HEAD + i * FIELD + LONGEST_NAME);
    return name.split('\0')[0] ?? '';
  });
}

/** Yields every shape with its row, without keeping the file in memory. */
export async function* featuresOf(path: string): AsyncGenerator<Feature> {
  const zip = await openZip(path);
  try {
    const { safe, orBroken } = breaking();
    const [shp, dbf] = [safe(await zip.read('.shp'), new WholeShapes()), safe(await zip.read('.dbf'))];
    // Imported here because every start would load it otherwise.
    const { open } = await import('shapefile');
    const shapes = await orBroken(open(shp, dbf, { encoding: 'utf-8' }));
    for (let next = await orBroken(shapes.read()); !next.done; next = await orBroken(shapes.read()))
      yield next.value;
  } finally {
    zip.close();
  }
}

/**
 * When a stream breaks between two reads, the library takes it for one that has ended, and half a file for a
 * whole one.
 */
function breaking() {
  let failure: Error | undefined;
  let refuse: ((error: Error) => void) | undefined;
  return {
    /**
     * Returns a stream that ends when the given one breaks. @param check a transform that the data passes
     * through first
     */
    safe: (stream: Readable, check: Transform = new PassThrough()): Readable => {
      const copy = new PassThrough();
      const broke = (error: Error) => {
        failure ??= error;
        refuse?.(error);
        stream.unpipe();
        copy.end();
      };
      stream.on('error', broke).pipe(check).on('error', broke).pipe(copy);
      return copy;
    },
    orBroken: <Result>(work: Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        refuse = reject;
        if (failure) reject(failure);
        work.then(resolve, reject);
      }),
  };
}
