import { useEffect } from 'react';
import type { TaskCard } from '~/domain/tasks/model/task';

/** Reports these tasks as seen when the page is visible. */
export function useSeen(tasks: TaskCard[]): void {
  const unseen = tasks.filter(({ seen_at }) => seen_at === null).map(({ id }) => id);
  const key = unseen.join();
  useEffect(() => {
    if (key === '') return;
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', tell);
      const body = JSON.stringify({ taskIds: key.split(',').map(Number) });
      // If this fails offline, the next page reports them again.
      fetch('/api/tasks/batch/seen', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', tell);
    tell();
    return () => {
      document.removeEventListener('visibilitychange', tell);
    };
  }, [key]);
}
