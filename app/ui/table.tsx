import type { ReactNode } from 'react';
import * as css from './table.css';

type Props = {
  /** The names of the columns. */
  columns: readonly string[];
  className?: string | undefined;
  caption?: ReactNode;
  children: ReactNode;
};

/** A table with a header row. */
export function Table({ columns, className = css.table, caption, children }: Props) {
  return (
    <table className={className}>
      {caption}
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
