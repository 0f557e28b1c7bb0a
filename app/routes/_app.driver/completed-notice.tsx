import { useState, useSyncExternalStore } from 'react';
import type { TaskCard } from '~/domain/tasks/model/task';
import { completedStore, takeBack } from '~/components/offline/perform';
import { Button } from '~/ui/button';
import { VisuallyHidden } from '~/ui/hidden';
import { useToast } from '~/ui/toast';
import { useSettling } from './use-settling';
import * as css from './driver.css';

/** The last completion with Undo, because Complete asks for no confirmation. */
export function CompletedNotice({ tasks }: { tasks: TaskCard[] }) {
  const entry = useSyncExternalStore(completedStore.subscribe, completedStore.read, () => null);
  const [said, setSaid] = useState<{ of: typeof entry; text: string } | null>(null);
  // The text is about an earlier completion.
  if (said && entry && entry.id !== said.of?.id) setSaid(null);
  const isSettling = useSettling(String(entry?.id ?? ''));
  const show = useToast();
  const ids = entry?.act.kind === 'status' ? entry.act.taskIds : [];
  const isDone = tasks.some(({ id, status }) => ids.includes(id) && status === 'completed');
  // Undo is not offered while another stop is under way.
  const isOffered = entry && isDone && tasks.every(({ status }) => status !== 'going');
  const undo = async () => {
    if (!entry) return;
    const refusal = await takeBack(entry).catch(() => 'Failed to update tasks');
    if (refusal) show({ title: 'Error', description: refusal, tone: 'destructive' });
    setSaid(refusal ? null : { of: entry, text: `${entry.place} is under way again` });
  };
  return (
    <div role="status">
      <VisuallyHidden>{said?.text}</VisuallyHidden>
      {isOffered && (
        <div className={css.completed}>
          <span className={css.completedText}>Completed {entry.place}</span>
          <Button type="button" size="touch" disabled={isSettling} onClick={() => void undo()}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
