/** Reads tiles from a .pmtiles file on the disk. */
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, PMTiles, ResolvedValueCache, type Header, type Source } from 'pmtiles';

const unzip = promisify(gunzip);

export type TileReader = {
  header(): Promise<Header>;
  metadata(): Promise<unknown>;
  /** Returns the tile as it is stored; null where there is none. */
  tile(z: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
};

/** The limit for an unpacked directory or description. Those of the whole earth are smaller. */
const LARGEST = 64 * 1_024 * 1_024;

async function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return data;
  if (compression !== Compression.Gzip) throw new Error('Only gzip is supported');
  return new Uint8Array(await unzip(data, { maxOutputLength: LARGEST })).buffer;
}

/** A metro area has two or three directories; a large file has more, and those in use are kept. */
const MOST_DIRECTORIES = 100;

export async function openTiles(path: string): Promise<TileReader> {
  const file = await open(path, 'r');
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
  };
  const cache = new ResolvedValueCache(MOST_DIRECTORIES, true, decompress);
  // Directories are unpacked by the cache; tiles are sent as they are.
  const asStored = new PMTiles(source, cache, (data) => Promise.resolve(data));
  return {
    header: () => asStored.getHeader(),
    metadata: () => new PMTiles(source, cache, decompress).getMetadata(),
    tile: async (z, x, y) => {
      const found = await asStored.getZxy(z, x, y);
      return found ? new Uint8Array(found.data) : null;
    },
    close: () => file.close(),
  };
}
