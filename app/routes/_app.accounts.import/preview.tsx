import { Stack } from '~/ui/layout';
import * as css from './import.css';
import type { Preview as Shown } from './read-preview';

/** The first rows, under the columns as they are understood. */
export function Preview({ preview: { columns, ignored } }: { preview: Shown }) {
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
