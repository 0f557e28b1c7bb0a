/** Unpacks a spreadsheet and reads its first sheet, within limits. */
import type { Entry, ZipFile } from 'yauzl';
import type { Sheet, SheetReason } from './sheet-rows';
import { readWorkbook } from './workbook';

const MOST_FILES = 2_000;
/** Unpacked, of one file. A sheet of 20,000 rows with 30 columns has about 24 MB. */
const LARGEST_BYTES = 40_000_000;

type SheetAnswer = Sheet | { refusal: SheetReason | 'too large' };

/** Never throws: what cannot be read has a reason. It sets no limits to time and memory. */
export async function sheetOf(bytes: Uint8Array): Promise<SheetAnswer> {
  const { fromBufferPromise } = await import('yauzl');
  let zip: ZipFile | undefined;
  try {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const file = (zip = await fromBufferPromise(whole, { lazyEntries: true, autoClose: false }));
    const entries = new Map<string, Entry>();
    for await (const entry of file.eachEntry()) {
      if (entries.size >= MOST_FILES) return { refusal: 'too large' };
      entries.set(keyOf(entry.fileName), entry);
    }
    return await readWorkbook(async (path) => {
      const entry = entries.get(keyOf(path));
      return entry ? await textOf(file, entry) : null;
    });
  } catch (error) {
    return { refusal: error instanceof TooLarge ? 'too large' : 'unreadable' };
  } finally {
    zip?.close();
  }
}

/** Names of parts are equal whatever their capitals. */
const keyOf = (path: string) => path.toLowerCase();

class TooLarge extends Error {}

/** A file that unpacks to more than it says ends with an error. @throws TooLarge before anything is unpacked. */
async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > LARGEST_BYTES) throw new TooLarge();
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
