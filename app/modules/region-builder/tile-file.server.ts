/**
 * Writes a PMTiles file of version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md. Tiles
 * are written as they come, behind the room for the header and the root directory, which are written last: a
 * file that was cut short has no header.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Pbf from 'pbf';
import { zxyToTileId } from 'pmtiles';
import type { Box } from './osm-file.server';

// A reader fetches the first 16 KB at once: the header and the root directory have to fit.
const HEADER_BYTES = 127;
const ROOT_ENDS_AT = 16_384;
const GZIP = 2;
const VECTOR = 1;

type Entry = { id: number; offset: number; length: number };

export class TileFile {
  readonly #file: number;
  readonly #entries: Entry[] = [];
  #end = ROOT_ENDS_AT;

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  get tiles(): number {
    return this.#entries.length;
  }

  add(z: number, x: number, y: number, tile: Uint8Array): void {
    const packed = gzipSync(tile);
    const id = zxyToTileId(z, x, y);
    this.#entries.push({ id, offset: this.#end - ROOT_ENDS_AT, length: packed.length });
    this.#append(packed);
  }

  #append(bytes: Uint8Array): number {
    const at = this.#end;
    writeSync(this.#file, bytes, 0, bytes.length, at);
    this.#end += bytes.length;
    return at;
  }

  finish({ box, zooms, metadata }: { box: Box; zooms: [number, number]; metadata: object }): void {
    const entries = this.#entries.sort((a, b) => a.id - b.id);
    const tileBytes = this.#end - ROOT_ENDS_AT;
    const { root, leaves } = directories(entries);
    const metadataBytes = gzipSync(JSON.stringify(metadata));
    const metadataAt = this.#append(metadataBytes);
    const leavesAt = this.#append(leaves);
    const header = Buffer.alloc(HEADER_BYTES);
    header.write('PMTiles');
    header.writeUInt8(3, 7);
    const sections = [HEADER_BYTES, root.length, metadataAt, metadataBytes.length, leavesAt, leaves.length];
    const counts = [ROOT_ENDS_AT, tileBytes, entries.length, entries.length, entries.length];
    [...sections, ...counts].forEach((value, i) => header.writeBigUInt64LE(BigInt(value), 8 + i * 8));
    [0, GZIP, GZIP, VECTOR, ...zooms].forEach((value, i) => header.writeUInt8(value, 96 + i));
    const [west, south, east, north] = box;
    const center = [(west + east) / 2, (south + north) / 2];
    box.forEach((value, i) => header.writeInt32LE(Math.round(value * 1e7), 102 + i * 4));
    header.writeUInt8(zooms[1], 118);
    center.forEach((value, i) => header.writeInt32LE(Math.round(value * 1e7), 119 + i * 4));
    writeSync(this.#file, root, 0, root.length, HEADER_BYTES);
    writeSync(this.#file, header, 0, header.length, 0);
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}

/** In a large file, the root directory lists only the other directories. */
function directories(entries: Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries.map((each) => ({ ...each, run: 1 })));
  if (whole.length <= ROOT_ENDS_AT - HEADER_BYTES) return { root: whole, leaves: Buffer.alloc(0) };
  for (let size = 4_096; ; size *= 2) {
    const leaves: Buffer[] = [];
    const named: (Entry & { run: number })[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = directory(entries.slice(from, from + size).map((each) => ({ ...each, run: 1 })));
      named.push({ id: entries[from]?.id ?? 0, offset, length: leaf.length, run: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = directory(named);
    if (root.length <= ROOT_ENDS_AT - HEADER_BYTES) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** `run` is 0 for an entry that names another directory. */
function directory(entries: (Entry & { run: number })[]): Buffer {
  const pbf = new Pbf();
  pbf.writeVarint(entries.length);
  entries.forEach(({ id }, i) => pbf.writeVarint(id - (entries[i - 1]?.id ?? 0)));
  for (const { run } of entries) pbf.writeVarint(run);
  for (const { length } of entries) pbf.writeVarint(length);
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1];
    const follows = before && before.offset + before.length === offset;
    pbf.writeVarint(follows ? 0 : offset + 1);
  });
  return gzipSync(pbf.finish());
}
