import { useFetcher } from '@remix-run/react';
import { Button } from '~/ui/button';
import * as css from './going-stop.css';

/** Offers to add tasks that were assigned to this place after the driver had set out. */
export function AddedHere({ taskIds }: { taskIds: number[] }) {
  const fetcher = useFetcher();
  if (taskIds.length === 0) return null;
  const isOne = taskIds.length === 1;
  return (
    <fetcher.Form method="post" action="/driver" className={css.added} aria-label="Added here">
      <input type="hidden" name="intent" value="going" />
      {taskIds.map((id) => (
        <input key={id} type="hidden" name="taskIds" value={id} />
      ))}
      <span>
        {isOne
          ? '1 task was added here. Include it?'
          : `${String(taskIds.length)} tasks were added here. Include them?`}
      </span>
      <Button size="thumb" pending={fetcher.state !== 'idle' && 'Including...'}>
        Include
      </Button>
    </fetcher.Form>
  );
}
