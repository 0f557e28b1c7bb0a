import { Form, Link, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { overAccounts } from '~/components/accounts/accounts-links';
import type { ImportJob } from '~/domain/network/accounts/schema';
import {
  ACCOUNT_TYPE_LABELS,
  ACCOUNT_TYPE_PLURALS,
  isAccountType,
  type AccountType,
} from '~/domain/network/accounts/fields';
import {
  COLUMN_NAMES,
  csvOptions,
  DEFAULT_TYPE,
  delimiterOf,
  FIELDS,
  findColumns,
  isCsvFile,
  LARGEST_FILE_BYTES,
  NO_CSV_FILE,
  problemOf,
} from '~/domain/network/account-import/format';
import { Banner } from '~/ui/banner';
import { Field, FileInput, SelectField } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { useToast } from '~/ui/toast';
import { CancelOr } from '~/ui/cancel-or';
import * as css from './import.css';

export const FAILED = { title: 'Import failed', description: 'Failed to import CSV' };

export const accounts = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`;

type Props = {
  /** The reason why the sent file is not imported. */
  problem: string | undefined;
  /** The account type that was sent with the file. */
  chosenType: unknown;
  latest: ImportJob | null;
  closeTo: string;
};

export function ChooseFile({ problem, chosenType, latest, closeTo }: Props) {
  const [type, setType] = useState<AccountType>(isAccountType(chosenType) ? chosenType : DEFAULT_TYPE);
  const { input, file, looked, isOver, choose, drop } = useChosenFile();
  const pending = useNavigation().state !== 'idle';
  const show = useToast();
  useEffect(() => {
    if (problem) show({ ...FAILED, description: problem, tone: 'destructive' });
  }, [problem, show]);
  const wrong = looked?.problem ?? (looked ? undefined : problem);

  return (
    <Form method="post" encType="multipart/form-data" preventScrollReset>
      <Stack gap={4}>
        <Expected />
        <div className={css.drop} data-over={isOver ? '' : undefined} {...drop}>
          <Field
            label="CSV file"
            name="file"
            hint="Choose a file or drop it here. CSV files only, up to 10 MB."
            errors={wrong ? [wrong] : undefined}
          >
            {(control) => (
              <FileInput
                {...control}
                ref={input}
                accept=".csv,text/csv"
                data-autofocus
                onChange={({ target }) => {
                  void choose(target.files?.[0] ?? null);
                }}
              />
            )}
          </Field>
        </div>
        <SelectField
          label="Import accounts as"
          name="accountType"
          hint="Used for rows without a value in the Type column."
          value={type}
          onChange={({ target }) => {
            if (isAccountType(target.value)) setType(target.value);
          }}
          options={Object.entries(ACCOUNT_TYPE_PLURALS)}
        />
        {looked?.preview && <Preview preview={looked.preview} type={ACCOUNT_TYPE_LABELS[type]} />}
        <CancelOr
          cancelTo={closeTo}
          variant="primary"
          value="importCsv"
          disabled={Boolean(file && looked?.problem)}
          pending={pending && 'Importing...'}
        >
          Import
        </CancelOr>
        {latest && <Latest job={latest} />}
      </Stack>
    </Form>
  );
}

function Expected() {
  return (
    <p>
      Expected columns: <strong>Company Name</strong>, <strong>Address</strong>. Optional: Phone, Type, City,
      State, ZIP. Accounts that already exist are not added again.{' '}
      <a href="/accounts-template.csv" download>
        Download a template
      </a>
    </p>
  );
}

function Latest({ job: { id, fileName, state, imported, rejected, createdAt } }: { job: ImportJob }) {
  const { search } = useLocation();
  return (
    <Banner>
      Last import: <strong className={css.fileName}>{fileName}</strong>, <Time iso={createdAt} />.{' '}
      {state === 'failed'
        ? 'Nothing was imported'
        : `${accounts(imported)} imported, ${String(rejected)} rejected`}
      .{' '}
      <Link to={overAccounts(`/accounts/import?result=${String(id)}`, search)} preventScrollReset>
        Show result
      </Link>
    </Banner>
  );
}

type PreviewProps = {
  preview: Preview;
  /** The account type of rows without one. */
  type: string;
};

/** Shows the first rows under the recognized columns. */
function Preview({ preview, type }: PreviewProps) {
  const { ignored } = preview;
  const columns = withType(preview, type);
  const rows = columns[0]?.values ?? [];
  return (
    <Stack gap={1}>
      <table className={css.table}>
        <caption className={css.caption}>
          {rows.length === 0 ? 'No rows below the header row' : 'First rows'}
        </caption>
        <thead>
          <tr>
            {columns.map(({ name, required }) => (
              <th key={name} scope="col" data-extra={required ? undefined : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((_, row) => (
            <tr key={row}>
              {columns.map(({ name, required, values }) => (
                <td key={name} data-extra={required ? undefined : ''}>
                  {values[row]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {ignored.length > 0 && <p className={css.note}>Ignored columns: {ignored.join(', ')}</p>}
    </Stack>
  );
}

/** Adds the account type to the columns. It is shown on phones too. */
function withType({ columns }: Preview, type: string): Preview['columns'] {
  const name = COLUMN_NAMES.accountType;
  const given = columns.find((column) => column.name === name);
  const blank = columns[0]?.values.map(() => '') ?? [];
  const values = (given?.values ?? blank).map((value) => value.trim() || type);
  const shown = { name, required: true, values };
  return given ? columns.map((column) => (column === given ? shown : column)) : [...columns, shown];
}

type Preview = {
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
function useChosenFile() {
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
