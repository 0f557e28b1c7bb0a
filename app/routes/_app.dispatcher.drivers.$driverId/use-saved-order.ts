/** An order that saves itself: each move shows at once, and moves are sent one after the other. */
import { useFormAction } from '@remix-run/react';
import { useMemo, useState } from 'react';
import { newKey } from '~/forms/new-key';
import { inOrder, orderForm, sendOrder, type KeyedOrder } from '~/components/stop-order/arranged';
import type { TaskCard } from '~/domain/tasks/model/task';
import { useSave } from '~/forms/use-save';

const SOON_MS = 50;

/**
 * @param tasks as the server lists them.
 * @returns them in the order that is wanted, and `arrange`, which takes the active ones in a new order.
 */
export function useSavedOrder(tasks: TaskCard[]) {
  const action = useFormAction();
  const [wanted, setWanted] = useState<KeyedOrder | null>(null);
  // The page's own submission of it may have arrived.
  const sendBeside = (order: KeyedOrder) => {
    sendOrder(action, order);
  };
  const sent = useSave({
    next: wanted,
    unsaved: () => wanted,
    toForm: orderForm,
    options: { action, preventScrollReset: true, replace: true },
    // After the list has been painted, and once for moves that follow each other fast.
    pauseMs: SOON_MS,
    // Unless there was another move meanwhile.
    onEnd: (saved) => {
      setWanted((latest) => (latest === saved ? null : latest));
    },
    sendBeside,
    onCanceled: sendBeside,
  });

  /** What was sent is saved before the next is. Should it be lost, the next names its moves too. */
  const baseAfter = (before: KeyedOrder | null) => (before === sent.current ? before?.order : before?.base);

  const shown = useMemo(() => (wanted ? inOrder(tasks, wanted.order) : tasks), [tasks, wanted]);
  const arrange = (active: TaskCard[], movedIds: number[]) => {
    const key = newKey();
    const order = active.map(({ id }) => id);
    const listed = tasks.map(({ id }) => id).filter((id) => order.includes(id));
    setWanted((before) => {
      const moved = [...new Set([...(before?.moved ?? []), ...movedIds])];
      return { order, base: baseAfter(before) ?? listed, moved, key };
    });
  };
  return { tasks: shown, arrange };
}
