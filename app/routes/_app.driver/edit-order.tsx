import { pressing } from '~/components/task-card/badges';
import { edgeOf } from '~/components/task-card/task-card';
import { OrderList, type Grips } from '~/components/stop-order/order-list';
import type { StopTasks } from '~/components/stop-order/stops';
import { PRIORITY_LABELS, STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/model/task';
import { edge } from '~/ui/card.css';
import { card } from '~/words/en/card';
import { asWritten } from '~/words/words';
import * as css from './driver.css';

type Props = { stops: StopTasks[]; onOrder: (taskIds: number[], movedIds: number[]) => void };

/** This component is loaded when the order is edited. */
export default function EditOrder(props: Props) {
  return <OrderList look="touch" action="/driver?edit=1" row={row} {...props} />;
}

const row = (stop: StopTasks, grips: Grips) => <OrderRow stop={stop} grips={grips} />;

/** A short form of a stop, so that many fit on the screen. */
function OrderRow({ stop, grips: { handle, buttons } }: { stop: StopTasks; grips: Grips }) {
  const [first, ...others] = stop;
  const priority = pressing(stop);
  const tasks = others.length > 0 ? card.tasks(stop.length) : TYPE_LABELS[first.type];
  const status = buttons === undefined && STATUS_LABELS[first.status];
  return (
    <article className={`${css.row} ${edge[edgeOf(first)]}`}>
      {handle}
      <div className={css.what}>
        <h3 className={css.rowTitle} {...asWritten()}>
          {first.location}
        </h3>
        <div className={css.rowMore}>
          {priority === 'urgent' && <strong className={css.urgent}>! {PRIORITY_LABELS.urgent} · </strong>}
          {priority === 'high' && <strong>{PRIORITY_LABELS.high} · </strong>}
          {[status, tasks].filter(Boolean).join(' · ')}
          {first.address && (
            <>
              {' · '}
              <span {...asWritten()}>{first.address}</span>
            </>
          )}
        </div>
      </div>
      {buttons}
    </article>
  );
}
