import { Badges, pressing } from '~/components/task-card/badges';
import { edgeOf, stackOf } from '~/components/task-card/task-card';
import { OrderList, type Grips } from '~/components/stop-order/order-list';
import type { StopTasks } from '~/components/stop-order/stops';
import { edge } from '~/ui/card.css';
import * as css from './driver.css';

type Props = { stops: StopTasks[]; onOrder: (taskIds: number[], movedIds: number[]) => void };

/** This component is loaded when the order is edited. */
export default function EditOrder(props: Props) {
  return <OrderList look="touch" action="/driver?edit=1" row={row} {...props} />;
}

const row = (stop: StopTasks, grips: Grips) => <OrderRow stop={stop} grips={grips} />;

/** A short form of a stop, so that many fit on the screen. */
function OrderRow({ stop, grips: { handle, buttons } }: { stop: StopTasks; grips: Grips }) {
  const [first] = stop;
  return (
    <article
      className={`${css.row} ${stackOf(stop)} ${edge[edgeOf(first)]}`}
      data-urgent={pressing(stop) === 'urgent' ? '' : undefined}
    >
      {handle}
      <div className={css.what}>
        <h3 className={css.rowTitle}>{first.location}</h3>
        {first.address && <div className={css.rowAddress}>{first.address}</div>}
        <Badges tasks={stop} hidesStatus={buttons !== undefined} />
      </div>
      {buttons}
    </article>
  );
}
