import type { ActivityItem } from '~/domain/kernel/field-table';
import { Time } from '~/ui/time';
import * as css from './task-form.css';

/** The activity of a task or an account, newest first. */
export function ActivityList({ activity }: { activity: ActivityItem[] }) {
  return (
    <details>
      <summary className={css.summary}>Activity ({activity.length})</summary>
      <ol className={css.activity} reversed>
        {[...activity].reverse().map(({ id, by, what, occurredAt, lines }) => (
          <li key={id}>
            <Time iso={occurredAt} /> · <strong>{by}</strong> · {what}
            {lines.map(({ label, before, after }) => (
              <div key={label}>
                {label}: {before} → {after}
              </div>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}
