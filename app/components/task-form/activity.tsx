import type { StoryItem } from '~/domain/story';
import { Time } from '~/ui/time';
import * as css from './task-form.css';

/** The story of a task or an account, newest first. */
export function ActivityList({ story }: { story: StoryItem[] }) {
  return (
    <details>
      <summary className={css.summary}>Activity ({story.length})</summary>
      <ol className={css.activity} reversed>
        {[...story].reverse().map(({ id, by, what, occurredAt, lines }) => (
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
