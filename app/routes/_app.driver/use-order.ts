import { useCallback, useMemo, useRef, useState } from 'react';
import { enqueue } from '~/components/offline/perform';
import { inOrder, orderForm } from '~/components/stop-order/stops';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { Arranged } from '~/forms/use-kept-order';
import { useSave } from '~/forms/use-save';

const SAVE_TO = { action: '/driver?edit=1', preventScrollReset: true, replace: true };

/**
 * The route in the driver's order. Changes are shown at once and saved one after the other. A refused change goes back
 * to the server's order.
 */
export function useOrder(tasks: TaskCard[]) {
  const [changes, setChanges] = useState<Arranged[]>([]);
  const wanted = changes.at(-1)?.order;
  const shown = useMemo(() => (wanted ? inOrder(tasks, wanted) : tasks), [tasks, wanted]);

  const underWay = useSave({
    next: changes[0] ?? null,
    // A sent order is already in the outbox.
    unsaved: (sent) => changes.find((each) => each !== sent) ?? null,
    toForm: orderForm,
    options: SAVE_TO,
    pauseMs: 0,
    onEnd: (saved) => {
      setChanges((waiting) => waiting.filter((each) => each !== saved));
    },
    sendBeside: (order) => {
      void enqueue(orderForm(order));
    },
  });

  const latest = useRef(shown);
  latest.current = shown;
  const reorder = useCallback(
    (order: number[], moved: number[]) => {
      const base = latest.current.map(({ id }) => id);
      setChanges((waiting) => {
        const last = waiting.at(-1);
        const isWaiting = last !== undefined && last !== underWay.current;
        return isWaiting
          ? [...waiting.slice(0, -1), joined(last, { order, base, moved })]
          : [...waiting, { order, base, moved }];
      });
    },
    [underWay],
  );
  return { shown, reorder, isSaving: changes.length > 0 };
}

/** Combines two changes. */
const joined = ({ base, moved }: Arranged, next: Arranged): Arranged => ({
  base,
  order: next.order,
  moved: [...new Set([...moved, ...next.moved])],
});
