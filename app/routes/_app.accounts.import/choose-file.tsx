import { Form, Link, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { overAccounts } from '~/components/accounts/accounts-links';
import type { ImportJob } from '~/domain/network/accounts/schema';
import {
  ACCOUNT_TYPE_LABELS,
  ACCOUNT_TYPE_PLURALS,
  isAccountType,
  type AccountType,
} from '~/domain/network/accounts/fields';
import { COLUMN_NAMES, DEFAULT_TYPE } from '~/domain/network/account-import/format';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { Field, FileInput, Select } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { useToast } from '~/ui/toast';
import * as css from './import.css';
import { accounts, FAILED } from './job';
import { useChosenFile, type Preview as Shown } from './chosen-file';

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
        <Field
          label="Import accounts as"
          name="accountType"
          hint="Used for rows without a value in the Type column."
        >
          {(control) => (
            <Select
              {...control}
              value={type}
              onChange={({ target }) => {
                if (isAccountType(target.value)) setType(target.value);
              }}
            >
              {Object.entries(ACCOUNT_TYPE_PLURALS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
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
  preview: Shown;
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
function withType({ columns }: Shown, type: string): Shown['columns'] {
  const name = COLUMN_NAMES.accountType;
  const given = columns.find((column) => column.name === name);
  const blank = columns[0]?.values.map(() => '') ?? [];
  const values = (given?.values ?? blank).map((value) => value.trim() || type);
  const shown = { name, required: true, values };
  return given ? columns.map((column) => (column === given ? shown : column)) : [...columns, shown];
}
