/** An order that saves itself: each move shows at once, and moves are sent one after the other. */
import { useMemo, useState } from 'react';
import { asListed, inOrder, orderForm, sendOrder } from '~/components/stop-order/arranged';
import type { TaskCard } from '~/domain/tasks/board/board';
import type { Arranged } from '~/forms/use-kept-order';
import { useSave } from '~/forms/use-save';

const SOON_MS = 50;

/**
 * @param tasks as the server lists them.
 * @param owner whose route it is.
 * @returns them in the order that is wanted, and `arrange`, which takes the active ones in a new order.
 */
export function useSavedOrder(tasks: TaskCard[], owner: number | null) {
  const [wanted, setWanted] = useState<Arranged | null>(null);
  // Sent twice, the second changes nothing.
  const sendBeside = (order: Arranged) => {
    if (owner !== null) sendOrder(owner, order);
  };
  useSave({
    next: wanted,
    unsaved: () => wanted,
    toForm: orderForm,
    options: { preventScrollReset: true, replace: true },
    // After the list has been painted, and once for moves that follow each other fast.
    pauseMs: SOON_MS,
    // Unless there was another move meanwhile.
    onEnd: (saved) => {
      setWanted((latest) => (latest === saved ? null : latest));
    },
    sendBeside,
    onCanceled: sendBeside,
  });

  const shown = useMemo(() => (wanted ? inOrder(tasks, wanted.order) : tasks), [tasks, wanted]);
  const arrange = (active: TaskCard[], movedIds: number[]) => {
    setWanted((before) => {
      const { base, moved } = before ?? asListed(active);
      const order = active.map(({ id }) => id);
      const listed = before ? base : tasks.map(({ id }) => id).filter((id) => order.includes(id));
      return { order, base: listed, moved: [...new Set([...moved, ...movedIds])] };
    });
  };
  return { tasks: shown, arrange };
}
