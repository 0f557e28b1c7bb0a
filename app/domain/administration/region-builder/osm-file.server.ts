/** Reads .osm.pbf files: blocks, and the elements in them. The format: https://wiki.openstreetmap.org/wiki/PBF_Format */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import Pbf from 'pbf';
import { Block, type Kind } from './osm-block';

// The headers and blobs are as long as the format allows, and blocks twice as long as it recommends.
const LONGEST_HEADER = 65_536;
const LONGEST_BLOB = 33_554_432;
const LONGEST_BLOCK = 67_108_864;

const OTHER_COMPRESSIONS: Record<number, string> = { 4: 'lzma', 5: 'bzip2', 6: 'lz4', 7: 'zstd' };
const KNOWN_FEATURES = ['OsmSchema-V0.6', 'DenseNodes'];

/** Degrees: west, south, east, north. */
export type Box = [west: number, south: number, east: number, north: number];

type Blob = { type: string; at: number; length: number; group?: Kind };

export type OsmFile = {
  bytes: number;
  /** The date of the data, if the file says so. */
  date: Date | null;
  /** The area that the file says it contains. */
  box: Box | null;
  /** Decodes the blocks that hold elements of one kind. `onProgress` gets the share that is done. */
  each(kind: Kind, visit: (block: Block) => void, onProgress?: (share: number) => void): void;
  close(): void;
};

/** @throws Error with a sentence for a person when the file is of another format or incomplete. */
export function openOsm(path: string): OsmFile {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const blobs = listBlobs(file, size);
    const [first, ...rest] = blobs;
    if (first?.type !== 'OSMHeader') throw new Error('it does not begin like an .osm.pbf file');
    const header = readHeader(unpack(file, first));
    const data = rest.filter(({ type }) => type === 'OSMData');
    return { ...header, bytes: size, each: reader(file, data), close: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

const reader =
  (file: number, blobs: Blob[]): OsmFile['each'] =>
  (kind, visit, onProgress) => {
    blobs.forEach((blob, index) => {
      onProgress?.(index / blobs.length);
      // Most files are sorted by kind, and nearly all groups are of one kind; a mixed blob is always looked at.
      if (blob.group && blob.group !== kind) return;
      const block = new Block(unpack(file, blob));
      if (block.kinds.size === 1) [blob.group] = block.kinds;
      if (block.kinds.has(kind)) visit(block);
    });
  };

function listBlobs(file: number, size: number): Blob[] {
  const blobs: Blob[] = [];
  for (let at = 0; at < size;) {
    if (at + 4 > size) throw new Error('the file is cut short');
    const length = read(file, at, 4).readUInt32BE();
    if (length > LONGEST_HEADER)
      throw new Error(at === 0 ? 'it does not begin like an .osm.pbf file' : 'the file is damaged');
    if (at + 4 + length > size) throw new Error('the file is cut short');
    const blob: Blob = { type: '', at: at + 4 + length, length: -1 };
    new Pbf(read(file, at + 4, length)).readFields((tag, found, pbf) => {
      if (tag === 1) found.type = pbf.readString();
      else if (tag === 3) found.length = pbf.readVarint();
    }, blob);
    if (blob.length < 0 || blob.length > LONGEST_BLOB)
      throw new Error(at === 0 ? 'it does not begin like an .osm.pbf file' : 'the file is damaged');
    at = blob.at + blob.length;
    if (at > size) throw new Error('the file is cut short');
    blobs.push(blob);
  }
  if (blobs.length === 0) throw new Error('it is empty');
  return blobs;
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const got = readSync(file, bytes, done, length - done, at + done);
    if (got === 0) throw new Error('the file is cut short');
    done += got;
  }
  return bytes;
}

function unpack(file: number, blob: Blob): Uint8Array {
  const found: { data: Uint8Array | null } = { data: null };
  new Pbf(read(file, blob.at, blob.length)).readFields((tag, into, pbf) => {
    if (tag === 1) into.data = pbf.readBytes();
    else if (tag === 3) into.data = inflate(pbf.readBytes());
    else if (tag in OTHER_COMPRESSIONS)
      throw new Error(
        `it is compressed with ${OTHER_COMPRESSIONS[tag] ?? ''}, which is not supported; use a file compressed with zlib, as most are`,
      );
  }, found);
  if (!found.data) throw new Error('the file is damaged');
  return found.data;
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: LONGEST_BLOCK });
  } catch {
    throw new Error('the file is damaged');
  }
}

function readHeader(bytes: Uint8Array): Pick<OsmFile, 'date' | 'box'> {
  const header: Pick<OsmFile, 'date' | 'box'> = { date: null, box: null };
  return new Pbf(bytes).readFields((tag, found, pbf) => {
    if (tag === 1) found.box = pbf.readMessage(readBox, [0, 0, 0, 0]);
    else if (tag === 4) {
      const feature = pbf.readString();
      if (!KNOWN_FEATURES.includes(feature)) throw new Error(`it needs ${feature}, which is not supported`);
    } else if (tag === 32) found.date = new Date(pbf.readVarint(true) * 1_000);
  }, header);
}

/** The order in the file is left, right, top, bottom, in billionths of a degree. */
const readBox = (tag: number, box: Box, pbf: Pbf) => {
  const place = [undefined, 0, 2, 3, 1][tag];
  if (place !== undefined) box[place] = pbf.readSVarint() / 1e9;
};
