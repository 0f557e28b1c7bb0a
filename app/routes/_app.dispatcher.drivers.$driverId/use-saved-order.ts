/** An order that saves itself. Each move is shown at once, and moves are sent one after the other. */
import { useFormAction } from '@remix-run/react';
import { useMemo, useState } from 'react';
import { newKey } from '~/forms/new-key';
import { inOrder, orderForm, sendOrder, type KeyedOrder } from '~/components/stop-order/stops';
import type { TaskCard } from '~/domain/tasks/model/task';
import { useSave } from '~/forms/use-save';

const SOON_MS = 50;

/**
 * @param tasks in the server's order.
 * @returns the tasks in the new order, and `arrange`, which sets the order of the active ones.
 */
export function useSavedOrder(tasks: TaskCard[]) {
  const action = useFormAction();
  const [wanted, setWanted] = useState<KeyedOrder | null>(null);
  // The page's own submission may have reached the server; the key makes both count once.
  const sendBeside = (order: KeyedOrder) => {
    sendOrder(action, order);
  };
  const sent = useSave({
    next: wanted,
    unsaved: () => wanted,
    toForm: orderForm,
    options: { action, preventScrollReset: true, replace: true },
    // Sends after the list has been painted, and once for several fast moves.
    pauseMs: SOON_MS,
    // Keeps a newer order that was made in the meantime.
    onEnd: (saved) => {
      setWanted((latest) => (latest === saved ? null : latest));
    },
    sendBeside,
    onCanceled: sendBeside,
  });

  /**
   * The order that the next change starts from. A sent order is saved before the next one. If it gets lost, the next
   * one also contains its moves.
   */
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
