/**
 * The form of a backup: SQL that psql loads into an empty database, with all that a restore needs in comments that
 * begin with `--@`. The last one holds the SHA-256 of everything before it, so that a file which was cut short or
 * altered is recognized.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  CHECK_NOW,
  cutShort,
  damaged,
  EMPTY_TABLES,
  type Frame,
  type Header,
  type SequenceState,
  type TableHeader,
  target,
  turnTriggers,
} from './backup-parts';
import { schemaOf } from './migrate';
import { WITHOUT_LIMITS } from './session';

export const FORMAT = 'parts-dispatch backup 2';

const BEGIN = `-- ${FORMAT}
-- npm run restore loads this file. So does psql, into an empty database with the encoding UTF8:
-- gunzip -c < FILE | psql --no-psqlrc --quiet --output=/dev/null --set=ON_ERROR_STOP=on --dbname=DATABASE
`;
/** The line after the rows of a table. */
const END_OF_ROWS = '\\.\n';
const MARKS = { header: 'H', table: 'T', rows: 'E', sequences: 'S' } as const;
const MARK = /^--@ (\w+) (.*)\n$/;

const mark = (name: keyof typeof MARKS | 'sha256', text: string) => `--@ ${name} ${text}\n`;

/** The text of a frame, without the seal. */
function textOf({ kind, bytes }: Frame): Buffer | string {
  if (kind === 'D') return bytes;
  const json = bytes.toString();
  if (kind === 'E') return END_OF_ROWS + mark('rows', json);
  if (kind === 'T')
    return `\n${mark('table', json)}copy ${target(JSON.parse(json) as TableHeader)} from stdin;\n`;
  if (kind === 'S') {
    const settings = (JSON.parse(json) as SequenceState[]).map(
      ({ name, value, isCalled }) =>
        `  setval(${pg.escapeLiteral(pg.escapeIdentifier(name))}, ${value}, ${String(isCalled)})`,
    );
    const statements = [`select\n${settings.join(',\n')}`, CHECK_NOW, turnTriggers('enable'), 'commit'];
    return `\n${mark('sequences', json)}${statements.join(';\n')};\n`;
  }
  const { migrations } = JSON.parse(json) as Header;
  const statements = [
    "set client_encoding = 'UTF8'",
    WITHOUT_LIMITS,
    'begin',
    ...schemaOf(migrations),
    EMPTY_TABLES,
    turnTriggers('disable'),
  ];
  return `${BEGIN}${mark('header', json)}${statements.join(';\n')};\n`;
}

export async function* sealed(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  for await (const frame of frames) {
    const text = textOf(frame);
    hash.update(text);
    yield text;
  }
  yield mark('sha256', hash.digest('hex'));
}

/** @throws UnusableBackup at the end, if the file is not what was written. */
export async function* readSql(chunks: AsyncIterator<Buffer, void>): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  const lines = linesOf(chunks);
  for (;;) {
    const line = await lines.next();
    const [, name = '', text = ''] = MARK.exec(line.toString()) ?? [];
    if (name === 'sha256') {
      if (text !== hash.digest('hex')) throw damaged();
      return;
    }
    hash.update(line);
    if (name in MARKS) yield { kind: MARKS[name as keyof typeof MARKS], bytes: Buffer.from(text) };
    if (name !== 'table') continue;
    hash.update(await lines.next());
    for await (const bytes of lines.rows()) {
      hash.update(bytes);
      yield { kind: 'D', bytes };
    }
    hash.update(END_OF_ROWS);
  }
}

function linesOf(chunks: AsyncIterator<Buffer, void>) {
  let rest: Buffer = Buffer.alloc(0);
  const take = (length: number) => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
  async function more() {
    const { value, done } = await chunks.next();
    if (done) throw cutShort();
    rest = Buffer.concat([rest, value]);
  }
  /** Returns a line with its end. */
  async function next(): Promise<Buffer> {
    while (!rest.includes('\n')) await more();
    return take(rest.indexOf('\n') + 1);
  }
  /** Yields whole rows, up to the line after them. */
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (rest.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS))) break;
      const end = rest.indexOf(`\n${END_OF_ROWS}`);
      const length = (end < 0 ? rest.lastIndexOf('\n') : end) + 1;
      if (length > 0) yield take(length);
      else await more();
    }
    take(END_OF_ROWS.length);
  }
  return { next, rows };
}
