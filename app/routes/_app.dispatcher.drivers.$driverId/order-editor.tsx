import { Form, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useMemo, useState, type FormEvent } from 'react';
import type { TaskCard } from '~/domain/tasks/model/task';
import { DraftNotice } from '~/forms/draft-notice';
import { useKeptOrder, type Arranged } from '~/forms/use-kept-order';
import type { Receiver } from '~/components/stop-order/drag-area';
import { asListed, joinedWith, orderForm, stopsOf, type StopTasks } from '~/components/stop-order/stops';
import { OrderList, type Grips } from '~/components/stop-order/order-list';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Button, LinkButton } from '~/ui/button';
import { VisuallyHidden } from '~/ui/layout';
import { TaskRow, edgeOf } from '~/components/task-list/task-row';
import { edge } from '~/ui/card.css';
import * as list from './list.css';
import { Words } from './stop-line';

type Props = {
  tasks: TaskCard[];
  /** The drivers that a stop can be moved to. */
  drivers: Receiver[];
  /** The path of this page while the order is edited. */
  here: string;
  cancelTo: string;
};

/**
 * Changes the order of stops. Without JavaScript each button is a form that saves at once. With it, buttons and
 * dragging change the order locally until Save Order. Saving merges changes by others.
 */
export function OrderEditor({ tasks, drivers, here, cancelTo }: Props) {
  const [arranged, setArranged] = useState<Arranged>(() => asListed(tasks));
  const { order } = arranged;
  const hydrated = useHydrated();
  const submit = useSubmit();
  useEffect(() => {
    setArranged((before) => joinedWith(tasks, before));
  }, [tasks]);
  const [row] = useState(() => {
    const opened = new Set<number>();
    return (stop: StopTasks, grips: Grips) => <StopRow stop={stop} grips={grips} opened={opened} />;
  });
  const draft = useKeptOrder(arranged, (kept) => {
    setArranged(joinedWith(tasks, kept));
  });
  const discard = () => {
    draft.forget();
    setArranged(asListed(tasks));
  };
  const saving = useNavigation().formData?.get('intent') === 'reorderTasks';
  const stops = useMemo(() => {
    const byId = new Map(tasks.map((task) => [task.id, task]));
    return stopsOf(order.flatMap((id) => byId.get(id) ?? []));
  }, [tasks, order]);

  const arrange = (taskIds: number[], movedIds: number[]) => {
    setArranged((before) => ({
      ...before,
      order: taskIds,
      moved: [...new Set([...before.moved, ...movedIds])],
    }));
  };
  const give = (stop: StopTasks, driverId: number) => {
    const form = new FormData();
    form.set('intent', 'moveTasks');
    form.set('driver_id', String(driverId));
    for (const { id } of stop) form.append('taskIds', String(id));
    submit(form, { method: 'post', preventScrollReset: true });
  };

  // The ids are added when the form is sent, because hidden fields would move in the document with every change.
  const save = (event: FormEvent) => {
    event.preventDefault();
    draft.send();
    submit(orderForm(arranged), { method: 'post', preventScrollReset: true });
  };

  return (
    <>
      <DraftNotice draft={{ isRestored: draft.isRestored, discard }} />
      <OrderList
        look="dense"
        action={here}
        stops={stops}
        onOrder={arrange}
        receivers={drivers}
        onGive={give}
        row={row}
      />
      <Form method="post" preventScrollReset className={list.save} onSubmit={save}>
        {!hydrated && (
          <>
            <Ids name="baseIds" ids={order} />
            <Ids name="taskIds" ids={order} />
          </>
        )}
        <LinkButton to={cancelTo} preventScrollReset replace onClick={draft.forget}>
          Cancel
        </LinkButton>
        <Button variant="primary" name="intent" value="reorderTasks" pending={saving && 'Saving...'}>
          Save Order
        </Button>
      </Form>
    </>
  );
}

const Ids = ({ name, ids }: { name: string; ids: number[] }) =>
  ids.map((id) => <input key={id} type="hidden" name={name} value={id} />);

type StopRowProps = {
  stop: StopTasks;
  grips: Grips;
  /** The first tasks of opened stops. Rows are made anew when the code for dragging has been loaded. */
  opened: Set<number>;
};

/** A stop of the route in one line while its order is edited. Several tasks are in a part that opens. */
function StopRow({ stop, grips: { handle, buttons }, opened }: StopRowProps) {
  const [first] = stop;
  const [isOpen] = useState(() => opened.has(first.id));
  const shown = stop.find(({ priority }) => priority === 'urgent') ?? first;
  return (
    <div className={`${list.edited} ${edge[edgeOf(shown)]}`}>
      {handle ?? <span />}
      <div className={list.what}>
        <Words stop={stop} />
      </div>
      {buttons}
      {stop.length > 1 && (
        <details
          className={list.members}
          open={isOpen}
          onToggle={({ currentTarget: { open } }) => {
            if (open) opened.add(first.id);
            else opened.delete(first.id);
          }}
        >
          <summary>
            {stop.length} tasks<VisuallyHidden>: Tasks of this stop</VisuallyHidden>
          </summary>
          <ul aria-label={`Tasks at ${first.location}`}>
            {stop.map((task) => (
              <li key={task.id}>
                <TaskRow task={task} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
