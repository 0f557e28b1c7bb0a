/** From the bytes that a browser sent to UTF-8, or to the reason why they are no CSV. */
import { isUtf8 } from 'node:buffer';
import { invalid } from '~/domain/errors';
import { NO_CSV_FILE } from './csv-format';

const UTF_16_LE = Buffer.from([0xff, 0xfe]);
const START_BYTES = 65_536;

/**
 * UTF-8 as it is; UTF-16 when it is marked so, as spreadsheets do; else Windows-1252.
 * @throws invalid when it is no text: a workbook under another name, say.
 */
export function toUtf8(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 2).equals(UTF_16_LE)) return Buffer.from(bytes.toString('utf16le'));
  if (bytes.subarray(0, START_BYTES).includes(0)) throw invalid(NO_CSV_FILE);
  return isUtf8(bytes) ? bytes : Buffer.from(fromWindows1252(bytes));
}

// What stands where Latin-1 has control characters, from 0x80 on. Some versions of TextDecoder leave these out.
const WINDOWS_ONLY = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const fromWindows1252 = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (each) => WINDOWS_ONLY.charAt(each.charCodeAt(0) - 0x80));

/** The first lines, to look at them before all is read. */
export const startOf = (utf8: Buffer) =>
  new TextDecoder().decode(utf8.subarray(0, START_BYTES), { stream: true }).replaceAll(/\r\n?/g, '\n');

const LF = 10;

/** How many lines there are, for a progress that people can follow. */
export function countLines(utf8: Buffer): number {
  let breaks = 0;
  for (let at = utf8.indexOf(LF); at !== -1; at = utf8.indexOf(LF, at + 1)) breaks += 1;
  if (breaks === 0) breaks = utf8.toString('latin1').split('\r').length - 1;
  const endsWithBreak = /[\r\n]$/.test(utf8.subarray(-1).toString('latin1'));
  return endsWithBreak ? breaks : breaks + 1;
}
