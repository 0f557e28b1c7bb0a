import { Badges, pressing } from '~/components/task-card/badges';
import { edgeOf, stackOf } from '~/components/task-card/task-card';
import type { Grips } from '~/components/stop-order/order-list';
import type { StopTasks } from '~/components/stop-order/stops';
import { edge } from '~/ui/card.css';
import * as css from './order-row.css';

/** A stop in short, so that many fit on the screen. */
export function OrderRow({ stop, grips: { handle, buttons } }: { stop: StopTasks; grips: Grips }) {
  const [first] = stop;
  return (
    <article
      className={`${css.row} ${stackOf(stop)} ${edge[edgeOf(first)]}`}
      data-urgent={pressing(stop) === 'urgent' ? '' : undefined}
    >
      {handle}
      <div className={css.what}>
        <h3 className={css.title}>{first.location}</h3>
        {first.address && <div className={css.address}>{first.address}</div>}
        <Badges tasks={stop} hidesStatus={buttons !== undefined} />
      </div>
      {buttons}
    </article>
  );
}
