/** An order that saves itself: each move shows at once, and moves are sent one after the other. */
import { useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TaskCard } from '~/domain/tasks/board/board';
import type { Arranged } from '~/forms/use-kept-order';

export function asListed(tasks: TaskCard[]): Arranged {
  const ids = tasks.map(({ id }) => id);
  return { order: ids, base: ids, moved: [] };
}

/** New tasks join at the end, missing ones leave; the arrangement stays. */
export function joinedWith(tasks: TaskCard[], { order, base, moved }: Arranged): Arranged {
  if (moved.length === 0) return asListed(tasks);
  const ids = tasks.map(({ id }) => id);
  const joined = (known: number[]) => [
    ...known.filter((id) => ids.includes(id)),
    ...ids.filter((id) => !known.includes(id)),
  ];
  return { order: joined(order), base: joined(base), moved };
}

/** Saves an order. */
export function orderForm({ order, base, moved }: Arranged): FormData {
  const form = new FormData();
  form.set('intent', 'reorderTasks');
  for (const id of base) form.append('baseIds', String(id));
  for (const id of order) form.append('taskIds', String(id));
  for (const id of moved) form.append('movedIds', String(id));
  return form;
}

/** By the API: the page is on its way to somewhere else. Its boards hear of it as of any change. */
function sendBeside(driverId: number, { order, base, moved }: Arranged): void {
  void fetch(`/api/tasks/reorder/${String(driverId)}`, {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskIds: order, baseIds: base, movedIds: moved }),
  }).catch(() => undefined);
}

const SOON_MS = 50;

/**
 * @param tasks as the server lists them.
 * @param owner whose route it is.
 * @returns them in the order that is wanted, and `arrange`, which takes the active ones in a new order.
 */
export function useSavedOrder(tasks: TaskCard[], owner: number | null) {
  const [wanted, setWanted] = useState<Arranged | null>(null);
  const { state } = useNavigation();
  const submit = useSubmit();
  const latest = useRef(submit);
  latest.current = submit;
  const sent = useRef<Arranged | null>(null);
  useEffect(() => {
    if (wanted === null || state !== 'idle') return;
    // It has been answered: the list is as the server has it now.
    if (sent.current === wanted) {
      setWanted(null);
      return;
    }
    // After the list has been painted, and once for moves that follow each other fast.
    const timer = window.setTimeout(() => {
      sent.current = wanted;
      latest.current(orderForm(wanted), { method: 'post', preventScrollReset: true, replace: true });
    }, SOON_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [wanted, state, tasks]);

  const unsaved = useRef<Arranged | null>(null);
  unsaved.current = wanted;
  useEffect(() => {
    // Who leaves at once has moved it all the same. Sent twice, the second changes nothing.
    const sendLast = () => {
      if (unsaved.current && owner !== null) sendBeside(owner, unsaved.current);
      unsaved.current = null;
    };
    window.addEventListener('pagehide', sendLast);
    return () => {
      window.removeEventListener('pagehide', sendLast);
      sendLast();
    };
  }, [owner]);

  const shown = useMemo(() => {
    if (!wanted) return tasks;
    const place = new Map(wanted.order.map((id, index) => [id, index]));
    const placeOf = ({ id }: TaskCard) => place.get(id) ?? tasks.length;
    return [...tasks].sort((a, b) => placeOf(a) - placeOf(b));
  }, [tasks, wanted]);
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
