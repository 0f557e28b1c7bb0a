import type { Activity } from '~/domain/tasks/queries.server';
import { Time } from '~/ui/time';
import * as css from './task-form.css';

/** The task's story, newest first. */
export function ActivityList({ activity }: { activity: Activity[] }) {
  return (
    <details>
      <summary className={css.summary}>Activity ({activity.length})</summary>
      <ol className={css.activity} reversed>
        {[...activity].reverse().map(({ id, by, action, changes, occurredAt }) => (
          <li key={id}>
            <Time iso={occurredAt} /> · <strong>{by}</strong> · {action}
            {Object.entries(changes)
              .filter(([field]) => !UNINTERESTING.has(field))
              .map(([field, [before, after]]) => (
                <div key={field}>{describeChange(field, before, after)}</div>
              ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

const UNINTERESTING = new Set(['order_index', 'completed_at', 'completed_by_driver_id']);

/** `status: pending → going`. */
export const describeChange = (field: string, before: unknown, after: unknown) =>
  `${field.replace(/_/g, ' ')}: ${show(before)} → ${show(after)}`;

function show(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '–';
}
