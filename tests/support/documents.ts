/** Makes documents as other systems print them. */

/** A text at a place of a page, in points from its left and top. */
export type Placed = { x: number; y: number; text: string; size?: number };

/** A word of letters that no other number has. */
export const nameOf = (n: number) =>
  Array.from(String(n), (digit) => 'ABCDEFGHIJ'.charAt(Number(digit))).join('');

/** Helvetica: the widths of digits and of other common characters, in thousandths of the size. */
const WIDTHS: Record<string, number> = { ' ': 278, '.': 278, ',': 278, '-': 333, $: 556 };
const OTHERS = 556;

/** The width of digits and their punctuation, so that they can be placed by their right end. */
export const widthOf = (text: string, size = 12) =>
  Array.from(text).reduce((sum, each) => sum + ((WIDTHS[each] ?? OTHERS) * size) / 1_000, 0);

/** Returns a PDF 1.4 with one font. */
export function pdfOf(
  pages: Placed[][],
  streams: Buffer[] = pages.map(streamOf),
  font = 'Helvetica',
): Buffer {
  const first = 4;
  const kids = streams.map((_, index) => `${String(first + index * 2)} 0 R`).join(' ');
  const plain = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${String(streams.length)}>>`,
    `<</Type/Font/Subtype/Type1/BaseFont/${font}/Encoding/WinAnsiEncoding>>`,
  ].map((text) => Buffer.from(text));
  const drawn = streams.flatMap((stream, index) => [
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${String(first + index * 2 + 1)} 0 R>>`,
    ),
    stream,
  ]);
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places: number[] = [];
  let length = 9;
  for (const [index, body] of [...plain, ...drawn].entries()) {
    places.push(length);
    const object = Buffer.concat([
      Buffer.from(`${String(index + 1)} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(object);
    length += object.length;
  }
  const size = String(places.length + 1);
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${String(length)}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const streamOf = (page: Placed[]) =>
  contents(
    Buffer.from(
      page
        .map(
          ({ x, y, text, size = 12 }) =>
            `BT /F1 ${String(size)} Tf ${x.toFixed(2)} ${(792 - y).toFixed(2)} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
        )
        .join('\n'),
      'latin1',
    ),
  );

/** An object with the contents of a page. @param filter how they are packed. */
export const contents = (bytes: Buffer, filter = '') =>
  Buffer.concat([
    Buffer.from(`<</Length ${String(bytes.length)}${filter}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
