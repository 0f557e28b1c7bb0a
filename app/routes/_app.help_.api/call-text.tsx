import type { CallLine, FieldLine } from './api-docs.server';
import * as css from './api.css';

export function CallText({ call, shapes }: { call: CallLine; shapes: string[] }) {
  const { id, method, path, summary, about, who, parameters, body, answer, refusals } = call;
  const shape = shapes.find((name) => answer.type === name || answer.type === `list of ${name}`);
  return (
    <details id={id} className={css.call}>
      <summary className={css.summary}>
        <h3 className={css.name}>
          <span className={css.method}>{method}</span> <code>{path}</code>
        </h3>
        <span className={css.muted}>{summary}</span>
      </summary>
      <div className={css.body}>
        {about && <p>{about}</p>}
        <p className={css.muted}>{who}.</p>
        {parameters.length > 0 && <FieldTable title="Path, query, and headers" fields={parameters} />}
        {body.length > 0 && <FieldTable title="Request body" fields={body} />}
        <p>
          Returns <strong>{answer.status}</strong> with{' '}
          {shape ? <a href={`#shape-${shape}`}>{answer.type}</a> : answer.type}. Errors: {refusals.join(', ')}
          .
        </p>
        {answer.fields.length > 0 && <FieldTable title="Response" fields={answer.fields} isAnswer />}
      </div>
    </details>
  );
}

/** @param isAnswer true for fields of an answer: a field that is not required may be missing. */
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
          <th scope="col">Description</th>
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
