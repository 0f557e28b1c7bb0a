import { COLUMN_NAMES } from '~/domain/accounts/import/format';
import { Stack } from '~/ui/layout';
import * as css from './import.css';
import type { Preview as Shown } from './read-preview';

type Props = {
  preview: Shown;
  /** Of rows that name none. */
  type: string;
};

/** The first rows, under the columns as they are understood. */
export function Preview({ preview, type }: Props) {
  const { ignored } = preview;
  const columns = withType(preview, type);
  const rows = columns[0]?.values ?? [];
  return (
    <Stack gap={1}>
      <table className={css.table}>
        <caption className={css.caption}>
          {rows.length === 0 ? 'There are no rows under the first line' : 'The first rows'}
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
      {ignored.length > 0 && <p className={css.note}>Not taken: {ignored.join(', ')}</p>}
    </Stack>
  );
}

/** The type is always shown, also on a phone. */
function withType({ columns }: Shown, type: string): Shown['columns'] {
  const name = COLUMN_NAMES.accountType;
  const given = columns.find((column) => column.name === name);
  const blank = columns[0]?.values.map(() => '') ?? [];
  const values = (given?.values ?? blank).map((value) => value.trim() || type);
  const shown = { name, required: true, values };
  return given ? columns.map((column) => (column === given ? shown : column)) : [...columns, shown];
}
