import type { Activity } from '~/domain/tasks/queries.server';
import { Banner } from '~/ui/banner';
import { Time } from '~/ui/time';
import { describeChange } from './activity';

/** For a form that was overtaken: who changed what since it was opened. What was typed is kept. */
export function ChangedMeanwhile({ changes }: { changes: Activity[] }) {
  const lines = changes.flatMap(({ id, by, occurredAt, changes: fields }) =>
    Object.entries(fields).map(([field, [before, after]]) => ({
      key: `${String(id)}-${field}`,
      by,
      occurredAt,
      field,
      before,
      after,
    })),
  );
  return (
    <Banner tone="error" title="This task has changed since you opened it.">
      <ul>
        {lines.map(({ key, by, occurredAt, field, before, after }) => (
          <li key={key}>
            <Time iso={occurredAt} /> {by}: {describeChange(field, before, after)}
          </li>
        ))}
      </ul>
      <p>
        What you typed is still here. Press Update Task again to save your version over it, or close to keep
        theirs.
      </p>
    </Banner>
  );
}
