import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { TaskCard } from '~/domain/tasks/board';
import { VisuallyHidden } from '~/ui/hidden';

/** Says where a stop stands after it was moved. */
export function MoveNotice({ stops }: { stops: TaskCard[][] }) {
  const { formData } = useNavigation();
  const moving = useRef<number | null>(null);
  const [said, setSaid] = useState('');
  const latest = useRef(stops);
  latest.current = stops;
  const order = stops.map(([first]) => first?.id).join();
  if (formData?.get('intent') === 'moveStop') moving.current = Number(formData.get('taskId'));
  useEffect(() => {
    // Only another order is worth saying.
    const now = latest.current;
    const at = now.findIndex((stop) => stop.some(({ id }) => id === moving.current));
    const [moved] = now[at] ?? [];
    if (!moved) return;
    moving.current = null;
    setSaid(`${moved.location} is now stop ${String(at + 1)} of ${String(now.length)}`);
  }, [order]);
  return (
    <div aria-live="polite">
      <VisuallyHidden>{said}</VisuallyHidden>
    </div>
  );
}
