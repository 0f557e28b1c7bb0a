import * as css from './api.css';
import { FieldTable } from './field-table';
import type { CallLine } from './api-docs.server';

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
        {parameters.length > 0 && <FieldTable title="In the address" fields={parameters} />}
        {body.length > 0 && <FieldTable title="In the body" fields={body} />}
        <p>
          Answers <strong>{answer.status}</strong> with{' '}
          {shape ? <a href={`#shape-${shape}`}>{answer.type}</a> : answer.type}; refusals{' '}
          {refusals.join(', ')}.
        </p>
        {answer.fields.length > 0 && <FieldTable title="In the answer" fields={answer.fields} isAnswer />}
      </div>
    </details>
  );
}
