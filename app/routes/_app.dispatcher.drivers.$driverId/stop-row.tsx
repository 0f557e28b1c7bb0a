import { Badges } from '~/components/task-card/badges';
import type { Grips } from '~/components/stop-order/order-list';
import type { StopTasks } from '~/components/stop-order/stops';
import * as css from '~/components/task-list/task-list.css';
import { edgeOf, TaskRow } from '~/components/task-list/task-row';
import { edge } from '~/ui/card.css';

/** A stop of the route while its order is edited. More than one task: they are behind a line that opens. */
export function StopRow({ stop, grips: { handle, buttons } }: { stop: StopTasks; grips: Grips }) {
  const [first] = stop;
  if (stop.length === 1)
    return (
      <TaskRow task={first} handle={handle}>
        {buttons}
      </TaskRow>
    );
  const shown = stop.find(({ priority }) => priority === 'urgent') ?? first;
  return (
    <div className={`${css.row} ${edge[edgeOf(shown)]}`}>
      {handle}
      <div className={css.narrowLine}>
        <Badges tasks={stop} hidesStatus={buttons !== undefined} />
        <div>
          <span className={css.title}>{first.location}</span>
          <br />
          <span className={css.sub}>{first.address}</span>
          <details>
            <summary className={css.opens}>Tasks of this stop</summary>
            <ul aria-label={`Tasks at ${first.location}`}>
              {stop.map((task) => (
                <li key={task.id}>
                  <TaskRow task={task} />
                </li>
              ))}
            </ul>
          </details>
        </div>
      </div>
      {buttons}
    </div>
  );
}
