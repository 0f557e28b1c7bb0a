/** Reads .osm.pbf files: blocks, and the elements in them. The format: https://wiki.openstreetmap.org/wiki/PBF_Format */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import Pbf from 'pbf';

/** A block of an .osm.pbf file: some thousand elements, decoded as far as they are asked for. */

/** The index is the number in the format: 1 and 2 are nodes, single and packed. */
const KINDS = [undefined, 'node', 'node', 'way', 'relation'] as const;
type Kind = 'node' | 'way' | 'relation';

// No key that we read is longer; longer ones are not decoded.
const LONGEST_KEY = 24;

type Tags = Record<string, string>;

type Group = { kind: Kind; start: number; end: number };

/** Coordinates are in ten-millionths of a degree. */
class Block {
  readonly kinds = new Set<Kind>();
  readonly #pbf: Pbf;
  readonly #strings: Uint8Array[] = [];
  readonly #texts: string[] = [];
  readonly #groups: Group[] = [];
  #granularity = 100;
  #latOffset = 0;
  #lonOffset = 0;
  #wanted: boolean[] = [];

  constructor(bytes: Uint8Array) {
    this.#pbf = new Pbf(bytes);
    this.#pbf.readFields((tag, _, pbf) => {
      if (tag === 1) pbf.readMessage((_tag, into) => into.push(pbf.readBytes()), this.#strings);
      else if (tag === 2) this.#addGroup(pbf);
      else if (tag === 17) this.#granularity = pbf.readVarint();
      else if (tag === 19) this.#latOffset = pbf.readVarint(true);
      else if (tag === 20) this.#lonOffset = pbf.readVarint(true);
    }, null);
  }

  #addGroup(pbf: Pbf): void {
    const end = pbf.readVarint() + pbf.pos;
    const start = pbf.pos;
    const kind = start < end ? KINDS[pbf.readVarint() >> 3] : undefined;
    if (kind) {
      this.#groups.push({ kind, start, end });
      this.kinds.add(kind);
    }
    pbf.pos = end;
  }

  #text(index: number): string {
    return (this.#texts[index] ??= Buffer.from(this.#strings[index] ?? []).toString('utf8'));
  }

  /** Only the keys that are asked for are decoded. */
  #want(keys: ReadonlySet<string>): void {
    this.#wanted = this.#strings.map(
      ({ length }, index) => length <= LONGEST_KEY && keys.has(this.#text(index)),
    );
  }

  #tags(keys: number[], values: number[]): Tags | null {
    let tags: Tags | null = null;
    for (let i = 0; i < keys.length; i += 1)
      if (this.#wanted[keys[i] ?? 0]) (tags ??= {})[this.#text(keys[i] ?? 0)] = this.#text(values[i] ?? 0);
    return tags;
  }

  *#elements(kind: Kind, tag: number): Generator<number> {
    for (const group of this.#groups) {
      if (group.kind !== kind) continue;
      const pbf = this.#pbf;
      pbf.pos = group.start;
      while (pbf.pos < group.end) {
        const field = pbf.readVarint();
        if (field >> 3 !== tag) {
          pbf.type = field & 7;
          pbf.skip(field);
          continue;
        }
        const end = pbf.readVarint() + pbf.pos;
        yield end;
        pbf.pos = end;
      }
    }
  }

  /** `refs` fills a list with the ids of the way's nodes. */
  ways(
    keys: ReadonlySet<string>,
    visit: (id: number, tags: Tags | null, refs: () => readonly number[]) => void,
  ): void {
    this.#want(keys);
    const way = { id: 0, keys: [] as number[], values: [] as number[], refs: -1 };
    const list: number[] = [];
    const readRefs = () => {
      list.length = 0;
      if (way.refs < 0) return list;
      this.#pbf.pos = way.refs;
      return readDeltas(this.#pbf, list);
    };
    for (const end of this.#elements('way', 3)) {
      way.keys.length = way.values.length = 0;
      way.refs = -1;
      this.#pbf.readFields(
        (tag, into, pbf) => {
          if (tag === 1) into.id = pbf.readVarint(true);
          else if (tag === 2) pbf.readPackedVarint(into.keys);
          else if (tag === 3) pbf.readPackedVarint(into.values);
          else if (tag === 8) into.refs = pbf.pos;
        },
        way,
        end,
      );
      visit(way.id, this.#tags(way.keys, way.values), readRefs);
    }
  }

  /** Members that are ways, with their roles. */
  relations(
    keys: ReadonlySet<string>,
    visit: (tags: Tags | null, members: { way: number; role: string }[]) => void,
  ): void {
    this.#want(keys);
    for (const end of this.#elements('relation', 4)) {
      const lists: number[][] = [[], [], [], [], []];
      const [names = [], values = [], roles = [], ids = [], types = []] = lists;
      this.#pbf.readFields(
        (tag, _, pbf) => {
          if (tag === 2) pbf.readPackedVarint(names);
          else if (tag === 3) pbf.readPackedVarint(values);
          else if (tag === 8) pbf.readPackedVarint(roles);
          else if (tag === 9) readDeltas(pbf, ids);
          else if (tag === 10) pbf.readPackedVarint(types);
        },
        null,
        end,
      );
      visit(
        this.#tags(names, values),
        ids.flatMap((way, i) => (types[i] === 1 ? [{ way, role: this.#text(roles[i] ?? 0) }] : [])),
      );
    }
  }

  /** Every node; tags only where one of the keys occurs. */
  nodes(
    keys: ReadonlySet<string>,
    visit: (id: number, lon: number, lat: number, tags: Tags | null) => void,
  ): void {
    this.#want(keys);
    for (const end of this.#elements('node', 2)) this.#dense(end, visit);
    for (const end of this.#elements('node', 1)) {
      const node = { id: 0, lat: 0, lon: 0, keys: [] as number[], values: [] as number[] };
      this.#pbf.readFields(
        (tag, into, pbf) => {
          if (tag === 1) into.id = pbf.readSVarint();
          else if (tag === 2) pbf.readPackedVarint(into.keys);
          else if (tag === 3) pbf.readPackedVarint(into.values);
          else if (tag === 8) into.lat = pbf.readSVarint();
          else if (tag === 9) into.lon = pbf.readSVarint();
        },
        node,
        end,
      );
      visit(
        node.id,
        this.#degrees(this.#lonOffset, node.lon),
        this.#degrees(this.#latOffset, node.lat),
        this.#tags(node.keys, node.values),
      );
    }
  }

  #degrees(offset: number, value: number): number {
    return Math.round((offset + this.#granularity * value) / 100);
  }

  #dense(end: number, visit: (id: number, lon: number, lat: number, tags: Tags | null) => void): void {
    const [ids, lats, lons, texts]: number[][] = [[], [], [], []];
    const hasTags = this.#wanted.includes(true);
    this.#pbf.readFields(
      (tag, _, pbf) => {
        if (tag === 1) readDeltas(pbf, ids ?? []);
        else if (tag === 8) readDeltas(pbf, lats ?? []);
        else if (tag === 9) readDeltas(pbf, lons ?? []);
        else if (tag === 10 && hasTags) pbf.readPackedVarint(texts);
      },
      null,
      end,
    );
    let at = 0;
    ids?.forEach((id, i) => {
      const names: number[] = [];
      const values: number[] = [];
      // Keys and values of one node after the other, each list ended by a zero.
      for (; texts?.[at]; at += 2) {
        names.push(texts[at] ?? 0);
        values.push(texts[at + 1] ?? 0);
      }
      at += 1;
      const tags = names.length > 0 ? this.#tags(names, values) : null;
      visit(
        id,
        this.#degrees(this.#lonOffset, lons?.[i] ?? 0),
        this.#degrees(this.#latOffset, lats?.[i] ?? 0),
        tags,
      );
    });
  }
}

/** Reads numbers that are stored as the difference from the one before. */
function readDeltas(pbf: Pbf, into: number[]): number[] {
  const end = pbf.readVarint() + pbf.pos;
  let value = 0;
  while (pbf.pos < end) {
    value += pbf.readSVarint();
    into.push(value);
  }
  return into;
}

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
