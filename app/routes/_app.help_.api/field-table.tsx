import * as css from './api.css';
import type { FieldLine } from './api-docs.server';

/** @param isAnswer then a field that is not required may be missing, and none has to be sent. */
export function FieldTable({
  title,
  fields,
  isAnswer,
}: {
  title: string;
  fields: FieldLine[];
  isAnswer?: boolean;
}) {
  return (
    <table className={css.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, about }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {!isAnswer && required && <span className={css.muted}> required</span>}
            </td>
            <td>
              {type}
              {about && <span className={css.muted}> · {about}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
