/** Documents that are made to keep the reader busy, to fill the memory, or to be misunderstood; each has a name. */
import { deflateSync } from 'node:zlib';
import { LIMITS } from '~/domain/intake/reading/words';
import { contents, nameOf, pdfOf, type Placed } from './documents';

/** Fewer than are refused by their number. */
const MOST_WORDS = LIMITS.words - 100;

/** Fills a document of the largest size. */
const full = (piece: string | Buffer, bytes = LIMITS.bytes - 1_000) => Buffer.alloc(bytes, piece);

const words = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n));

/** Text for a printer, `across` words in a line. */
const printed = (count: number, across: number, of: (n: number) => string) => {
  const all = words(count, of);
  const lines = words(Math.ceil(count / across), (line) =>
    all.slice(line * across, (line + 1) * across).join('  '),
  );
  return Buffer.from(`INVOICE\r\n${lines.join('\r\n')}\r\n`);
};

/** A PDF with one page. @param drawing its operators. */
const drawing = (text: string | Buffer) => {
  const plain = Buffer.from(text);
  return pdfOf([], [contents(deflateSync(plain), '/Filter/FlateDecode')]);
};
const placed = (count: number, at: (n: number) => Placed) => {
  const all = words(count, (n) => {
    const { x, y, text } = at(n);
    return `1 0 0 1 ${String(x)} ${String(792 - y)} Tm (${text}) Tj`;
  });
  return drawing(`BT /F1 8 Tf\n${all.join('\n')}\nET`);
};

/** A PDF of these objects, the first of which is the catalog. */
const objects = (bodies: string[], trailer = '') => {
  let text = '%PDF-1.7\n';
  const places = bodies.map((body, index) => {
    const at = text.length;
    text += `${String(index + 1)} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const size = String(bodies.length + 1);
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const at = text.length;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${String(at)}\n%%EOF\n`,
    'latin1',
  );
};

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources';
const stream = (text: string, more = '') =>
  `<<${more}/Length ${String(text.length)}>>stream\n${text}\nendstream`;

/** Forms that each draw the next one ten times. */
const forms = (levels: number) => {
  const last = 5 + levels;
  return objects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `${PAGE}<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>`,
    stream('/X Do'),
    ...words(levels, (level) =>
      stream(
        '/X Do '.repeat(10),
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${String(Math.min(last, 6 + level))} 0 R>>>>`,
      ),
    ),
    stream('BT ET', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
  ]);
};

const bomb = (piece: string, bytes: number) =>
  pdfOf(
    [],
    [
      contents(
        deflateSync(deflateSync(Buffer.alloc(bytes, piece), { level: 9 }), { level: 9 }),
        '/Filter[/FlateDecode/FlateDecode]',
      ),
    ],
  );

const TEXTS: Record<string, () => Buffer> = {
  'only blanks': () => full(' '),
  'only form feeds': () => full('\f'),
  'pages of one letter': () => full('A\f'),
  'only line feeds': () => full('\n'),
  'only returns': () => full('\r'),
  'a word and only returns': () => full('A\r'),
  'only tabs': () => full('\t'),
  'only backspaces': () => full('A\b'),
  'only escapes': () => full('\x1b'),
  'escapes that never end': () => full('\x1b(1111111111'),
  'moves of the print head': () => full('\x1b&a100C\x1b*p9999999X'),
  zeros: () => full('\0'),
  'bytes of no character': () => full(Buffer.from([0x81, 0xff, 0x8d])),
  'half characters of UTF-8': () => full(Buffer.from([0xc3, 0x41])),
  'commands of the job language': () => full('@PJL SET X=1\n'),
  'ends of the job language': () => full('\x1b%-12345X'),
  'one word of two million letters': () => full('A'),
  'letters that are printed twice': () => full('A\b_\b'),
  PostScript: () => Buffer.concat([Buffer.from('%!PS-Adobe-3.0\n'), full('0 0 moveto\n', 1_000_000)]),
  'too many words': () => printed(LIMITS.words + 5_000, 8, (n) => nameOf(n)),
  'labels in lines of their own': () => printed(MOST_WORDS, 1, (n) => `${nameOf(n)}:`),
  'labels in wide lines': () => printed(MOST_WORDS, 40, (n) => nameOf(n)),
  'labels with values': () => printed(MOST_WORDS, 2, (n) => (n % 2 === 0 ? `${nameOf(n)}:` : String(n))),
  'one label again and again': () => printed(MOST_WORDS, 20, () => 'INVOICE#'),
  'part numbers without end': () =>
    printed(MOST_WORDS, 2, (n) => (n % 2 === 0 ? '1' : String(10_000_000 + n))),
  'words that void': () => printed(MOST_WORDS, 20, () => '**VOID**'),
  'HTML and SQL': () => printed(2_000, 1, (n) => `<script>'"&;--${String(n)}</script>`),
  'marks of other directions': () => printed(2_000, 4, (n) => `\u202e${nameOf(n)}\u0301\u0301`),
};

const PDFS: Record<string, () => Buffer> = {
  'a PDF that is cut off': () => placed(2_000, (n) => ({ x: 72, y: n, text: nameOf(n) })).subarray(0, 3_000),
  'a PDF of garbage': () => Buffer.concat([Buffer.from('%PDF-1.7\n'), full('x <<>> [ ( ', 500_000)]),
  'two PDFs in one': () => Buffer.concat([drawing('BT ET'), drawing('BT ET')]),
  'a PDF of 31 pages': () => pdfOf(words(31, () => '').map(() => [{ x: 72, y: 72, text: 'INVOICE' }])),
  'a PDF with a password': () =>
    objects(
      [
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[]/Count 0>>',
        '<</Filter/Standard/V 1/R 2/P -1/O(x)/U(y)>>',
      ],
      '/Encrypt 3 0 R/ID[(a)(b)]',
    ),
  'pages that are their own parents': () =>
    objects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Parent 2 0 R/Count 9>>']),
  'a billion pages': () =>
    objects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 1000000000>>']),
  '47,000 objects': () => objects(words(47_000, (n) => (n === 0 ? '<</Type/Catalog/Pages 2 0 R>>' : '0'))),
  'a form that draws itself': () => forms(0),
  'forms that draw forms': () => forms(9),
  'a page that unpacks to 300 MB': () => bomb('0 0 m ', 300_000_000),
  'words that unpack to 100 MB': () => bomb('BT /F1 8 Tf (A) Tj ET ', 100_000_000),
  'a text of five million letters': () => drawing(`BT /F1 8 Tf (${'A'.repeat(5_000_000)}) Tj ET`),
  'lists within lists': () => drawing(`${'['.repeat(500_000)} BT /F1 8 Tf (A) Tj ET`),
  'texts within texts': () => drawing(`BT /F1 8 Tf ${'('.repeat(500_000)}`),
  'states that are never restored': () => drawing(`${'q '.repeat(500_000)} BT /F1 8 Tf (A) Tj ET`),
  'marks within marks': () => drawing(`${'/A BMC '.repeat(300_000)} BT /F1 8 Tf (A) Tj ET`),
  'places beyond any page': () => placed(100, (n) => ({ x: n * 1e300, y: -n * 1e300, text: nameOf(n) })),
  'letters without a size': () => drawing('BT /F1 0 Tf (INVOICE 1) Tj ET'),
  'zeros within a text': () => drawing('BT /F1 8 Tf (IN\\000VO\\000ICE 1) Tj ET'),
  'everything at one place': () => placed(MOST_WORDS, (n) => ({ x: 72, y: 72, text: nameOf(n) })),
  'everything in one line': () => placed(MOST_WORDS, (n) => ({ x: n * 60, y: 72, text: nameOf(n) })),
  'a line that touches itself': () => placed(MOST_WORDS, (n) => ({ x: n * 3, y: 72, text: nameOf(n) })),
};

export const HOSTILE_DOCUMENTS: [name: string, make: () => Buffer][] = Object.entries({ ...TEXTS, ...PDFS });
