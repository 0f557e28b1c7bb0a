/** Previews a chosen file in the browser, before it is sent. */
import { useRef, useState, type DragEvent } from 'react';
import {
  COLUMN_NAMES,
  csvOptions,
  delimiterOf,
  FIELDS,
  findColumns,
  isCsvFile,
  LARGEST_FILE_BYTES,
  NO_CSV_FILE,
  problemOf,
} from '~/domain/network/account-import/format';

export type Preview = {
  /** The recognized columns by their proper names, with the values of the first rows. */
  columns: { name: string; required: boolean; values: string[] }[];
  ignored: string[];
};
type Looked = { preview: Preview; problem?: never } | { preview?: never; problem: string };

const LOOK_AT_BYTES = 65_536;
const SHOWN_ROWS = 5;
const UNREADABLE = 'Failed to read CSV file';
const TOO_LARGE =
  'The file is larger than 10 MB. Split it into smaller files, each with the header row, and import them one at a time.';

async function lookAt(file: File): Promise<Looked> {
  if (!isCsvFile(file)) return { problem: NO_CSV_FILE };
  if (file.size > LARGEST_FILE_BYTES) return { problem: TOO_LARGE };
  try {
    const bytes = new Uint8Array(await file.slice(0, LOOK_AT_BYTES).arrayBuffer());
    return await previewOf(textOf(bytes).replaceAll(/\r\n?/g, '\n'));
  } catch {
    return { problem: UNREADABLE };
  }
}

async function previewOf(text: string): Promise<Looked> {
  if (text.includes('\0')) return { problem: NO_CSV_FILE };
  if (text.trim() === '') return { problem: 'The file is empty' };
  // The parser is loaded when someone has chosen a file.
  const { parse } = await import('csv-parse/browser/esm/sync');
  const [header = [], ...rows] = parse(text, { ...csvOptions(delimiterOf(text)), to: SHOWN_ROWS + 1 });
  const columns = findColumns(header);
  const problem = problemOf(columns, header);
  if (problem) return { problem };
  const taken = FIELDS.flatMap((field) => {
    const at = columns.at[field];
    if (at === undefined) return [];
    const required = field === 'name' || field === 'address';
    return [{ name: COLUMN_NAMES[field], required, values: rows.map((row) => row[at] ?? '') }];
  });
  return { preview: { columns: taken, ignored: columns.ignored } };
}

/** Decodes the text like the server. The end may be cut in the middle of a character. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The chosen or dropped file, and its preview. */
export function useChosenFile() {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isOver, setOver] = useState(false);

  const choose = async (chosen: File | null) => {
    latest.current = chosen;
    setFile(chosen);
    setLooked(null);
    const found = chosen && (await lookAt(chosen));
    if (latest.current === chosen) setLooked(found);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => {
      setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [dropped] = event.dataTransfer.files;
      if (!dropped || !input.current) return;
      const files = new DataTransfer();
      files.items.add(dropped);
      input.current.files = files.files;
      void choose(dropped);
    },
  };
  return { input, file, looked, isOver, choose, drop };
}
