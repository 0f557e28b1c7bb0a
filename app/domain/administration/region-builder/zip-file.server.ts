/** Reads files within a zip file. Their unpacked size is known before anything is unpacked. */
import type { Readable } from 'node:stream';
import type { Entry } from 'yauzl';

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
