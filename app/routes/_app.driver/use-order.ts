import { useActionData, useNavigation, useSubmit } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TaskCard } from '~/domain/tasks/board/board';

/** The ids before and after, and the moved ones. */
type Change = { baseIds: number[]; taskIds: number[]; movedIds: number[] };

/**
 * The route in the driver's order. Changes show at once and are saved one after the other; a refused one is reverted to
 * the server's order.
 */
export function useOrder(tasks: TaskCard[]) {
  const { state } = useNavigation();
  const answer = useActionData();
  const submit = useSubmit();
  const [changes, setChanges] = useState<Change[]>([]);
  const underWay = useRef<Change>();
  const wanted = changes.at(-1)?.taskIds;
  const shown = useMemo(() => (wanted ? inOrder(tasks, wanted) : tasks), [tasks, wanted]);

  useEffect(() => {
    const [next] = changes;
    if (!next || state !== 'idle') return;
    if (underWay.current === next) {
      setChanges((waiting) => waiting.filter((each) => each !== next));
      return;
    }
    underWay.current = next;
    submit(formOf(next), {
      method: 'post',
      action: '/driver?edit=1',
      preventScrollReset: true,
      replace: true,
    });
    // Every answer changes the list or the refusal, even when "submitting" was never rendered.
  }, [changes, state, tasks, answer, submit]);

  const latest = useRef(shown);
  latest.current = shown;
  const reorder = useCallback((taskIds: number[], movedIds: number[]) => {
    const baseIds = latest.current.map(({ id }) => id);
    setChanges((waiting) => {
      const last = waiting.at(-1);
      const isWaiting = last !== undefined && last !== underWay.current;
      return isWaiting
        ? [...waiting.slice(0, -1), joined(last, taskIds, movedIds)]
        : [...waiting, { baseIds, taskIds, movedIds }];
    });
  }, []);
  return { shown, reorder, isSaving: changes.length > 0 };
}

/** Tasks that the order does not contain come after it. */
function inOrder(tasks: TaskCard[], taskIds: number[]): TaskCard[] {
  const place = new Map(taskIds.map((id, index) => [id, index]));
  const placeOf = ({ id }: TaskCard) => place.get(id) ?? taskIds.length;
  return [...tasks].sort((a, b) => placeOf(a) - placeOf(b));
}

const joined = ({ baseIds, movedIds }: Change, taskIds: number[], more: number[]): Change => ({
  baseIds,
  taskIds,
  movedIds: [...new Set([...movedIds, ...more])],
});

function formOf({ baseIds, taskIds, movedIds }: Change): FormData {
  const form = new FormData();
  form.set('intent', 'reorderTasks');
  for (const id of baseIds) form.append('baseIds', String(id));
  for (const id of taskIds) form.append('taskIds', String(id));
  for (const id of movedIds) form.append('movedIds', String(id));
  return form;
}
