/** Prints texts at columns and lines: as text for a printer, and as PDFs that differ in how their texts are cut. */
import { contents, pdfOf } from './documents';

/** `column` counts characters, from 0: the first one, the one behind the last, or the middle, as `align` says. */
export type Text = {
  line: number;
  column: number;
  text: string;
  align?: 'left' | 'right' | 'center';
  isBig?: boolean;
};
export type Page = Text[];

export const MEDIA = [
  'text',
  'pcl',
  'pcl moves',
  'pdf texts',
  'pdf words',
  'pdf lines',
  'pdf kerned',
  'pdf pieces',
] as const;
export type Medium = (typeof MEDIA)[number];

const startOf = ({ column, text, align = 'left' }: Text) => column - Math.floor(text.length * BEFORE[align]);
/** The share of a text that is before its column. */
const BEFORE = { left: 0, center: 0.5, right: 1 };

function rowsOf(page: Page): Map<number, string> {
  const rows = new Map<number, string>();
  for (const each of page) {
    const start = Math.max(0, startOf(each));
    const before = rows.get(each.line) ?? '';
    const padded = before.padEnd(start + each.text.length);
    rows.set(each.line, padded.slice(0, start) + each.text + padded.slice(start + each.text.length));
  }
  return rows;
}

function printed(page: Page, end: string): string {
  const rows = rowsOf(page);
  const last = Math.max(0, ...rows.keys());
  return Array.from({ length: last + 1 }, (_, line) => rows.get(line) ?? '').join(end) + end;
}

/** Helvetica: the widths of the characters from the blank to the tilde, in thousandths of the size. */
// prettier-ignore
const HELVETICA = [278,278,355,556,556,889,667,191,333,333,389,584,278,333,278,278,556,556,556,556,556,556,556,556,556,556,278,278,584,584,584,556,1015,667,667,722,722,667,611,778,722,278,500,667,556,833,722,778,667,778,722,667,611,722,667,944,667,667,611,278,278,278,469,556,333,556,556,500,556,556,278,556,556,222,222,500,222,833,556,556,556,556,333,500,278,556,500,722,500,500,500,334,260,334,584];

const SIZE = 8;
const CELL = 5.6;
const LINE = 11;
const LEFT = 24;
const TOP = 30;

const sizeOf = ({ isBig = false }: Text) => (isBig ? SIZE * 1.5 : SIZE);
const widthOf = (text: string, size: number, isMono: boolean) =>
  Array.from(text).reduce(
    (sum, each) => sum + ((isMono ? 600 : (HELVETICA[each.charCodeAt(0) - 32] ?? 556)) * size) / 1_000,
    0,
  );
const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

type Drawn = { x: number; y: number; size: number; shown: string };

const whole = (text: string) => `(${escaped(text)}) Tj`;
/** A shift that is too small to see between some letters, as programs that kern write it. */
const kerned = (text: string) =>
  `[${Array.from(text)
    .map((each, at) => `(${escaped(each)})${at % 3 === 1 ? ' 12 ' : ''}`)
    .join('')}] TJ`;

function drawnOf(page: Page, medium: Medium, lower: number): Drawn[] {
  const y = (line: number) => TOP + lower + line * LINE;
  if (medium === 'pdf lines')
    return [...rowsOf(page)].map(([line, text]) => ({ x: LEFT, y: y(line), size: SIZE, shown: whole(text) }));
  return page.flatMap((each) => {
    const { column, text, line, align = 'left' } = each;
    const size = sizeOf(each);
    const at = LEFT + column * CELL;
    const x = at - BEFORE[align] * widthOf(text, size, false);
    if (medium === 'pdf kerned') return [{ x, y: y(line), size, shown: kerned(text) }];
    const pieces = medium === 'pdf words' ? /\S+/g : medium === 'pdf pieces' ? /\S{1,4}|\s/g : /.+/g;
    return [...text.matchAll(pieces)].map(({ 0: piece, index }) => ({
      x: x + widthOf(text.slice(0, index), size, false),
      y: y(line),
      size,
      shown: whole(piece),
    }));
  });
}

const streamOf = (drawn: Drawn[]) =>
  contents(
    Buffer.from(
      drawn
        .map(
          ({ x, y, size, shown }) =>
            `BT /F1 ${size.toFixed(1)} Tf ${x.toFixed(2)} ${(792 - y).toFixed(2)} Td ${shown} ET`,
        )
        .join('\n'),
      'latin1',
    ),
  );

const PCL_HEAD = '\u001bE\u001b&l0O\u001b(s16.66H\u001b&k2S';

/** Moves the print head to each text, as programs do that print forms. */
const moved = (page: Page) =>
  page
    .map((each) => `\u001b&a${String(Math.max(0, startOf(each)))}c${String(each.line)}R${each.text}`)
    .join('');

/** Returns the bytes of one print job. @param lower in points: how much lower further pages are. */
export function printJob(pages: Page[], medium: Medium, lower: number): Buffer {
  if (medium === 'text') return Buffer.from(pages.map((page) => printed(page, '\n')).join('\f'), 'latin1');
  if (medium === 'pcl moves') return Buffer.from(`\u001bE${pages.map(moved).join('\f')}\f\u001bE`, 'latin1');
  if (medium === 'pcl')
    return Buffer.from(
      `\u001b%-12345X@PJL JOB\r\n${PCL_HEAD}${pages
        .map((page) => printed(page, '\r\n').replace(/[A-Z]{7,}/, '\u001b(s3B$&\u001b(s0B'))
        .join('\f')}\f\u001bE\u001b%-12345X`,
      'latin1',
    );
  return pdfOf(
    [],
    pages.map((page, index) => streamOf(drawnOf(page, medium, index === 0 ? 0 : lower))),
    medium === 'pdf lines' ? 'Courier' : 'Helvetica',
  );
}

/** Where a column begins, in points, as documents are read. */
export const xOf = (medium: Medium, column: number) =>
  !medium.startsWith('pdf') ? column * 7.2 : LEFT + column * (medium === 'pdf lines' ? SIZE * 0.6 : CELL);
