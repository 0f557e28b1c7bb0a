/**
 * Reads zip files of the Census Bureau (TIGER/Line), and tells their kinds apart by the fields of their
 * tables.
 */
import type { Feature } from 'geojson';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { WholeShapes } from './whole-shapes.server';
import { openZip } from './zip-file.server';

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
