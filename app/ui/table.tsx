import type { ReactNode } from 'react';
import * as css from './table.css';
import { LinkButton } from './button';

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

/** Links to the newest part of a long list, unless that is shown, and to the next older one, if there is one. */
export function ListSteps({ newest, older }: Record<'newest' | 'older', string | false>) {
  const step = (to: string | false, label: string) =>
    to && (
      <LinkButton size="form" to={to} preventScrollReset>
        {label}
      </LinkButton>
    );
  return (
    <>
      {step(newest, 'Newest')}
      {step(older, 'Older')}
    </>
  );
}
