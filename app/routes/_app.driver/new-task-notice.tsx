import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '~/ui/hidden';

/** Says politely that tasks have arrived, to somebody who does not look. */
export function NewTaskNotice({ ids }: { ids: number[] }) {
  const known = useRef(new Set(ids));
  const [arrived, setArrived] = useState(0);
  useEffect(() => {
    const fresh = ids.filter((id) => !known.current.has(id));
    for (const id of fresh) known.current.add(id);
    if (fresh.length > 0) setArrived(fresh.length);
  }, [ids]);
  return (
    <div aria-live="polite">
      {arrived > 0 && (
        <VisuallyHidden>
          {arrived === 1 ? 'A new task has arrived' : `${String(arrived)} new tasks have arrived`}
        </VisuallyHidden>
      )}
    </div>
  );
}
