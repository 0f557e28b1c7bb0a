/** Parts of a stop's dialogs that show changes by others since the dialog was opened. */
import { useFetcher } from '@remix-run/react';
import type { StopChange } from '~/domain/tasks/activity/describe.server';
import { Button } from '~/ui/button';
import { Banner } from '~/ui/banner';
import { Time } from '~/ui/time';
import * as css from './going-stop.css';

/** Offers to add tasks that were assigned to this place after the driver left for it. */
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
      <Button size="touch" pending={fetcher.state !== 'idle' && 'Including...'}>
        Include
      </Button>
    </fetcher.Form>
  );
}

type Props = {
  changes: StopChange[];
  isGoing: boolean;
  /** A sentence that tells the driver what to do. */ children: string;
};

/** Lists changes by others to tasks of the stop while its dialog was open. */
export function StopChangesBanner({ changes, isGoing, children }: Props) {
  if (changes.length === 0) return null;
  return (
    <Banner tone="error" title={isGoing ? 'This stop has changed.' : 'This stop is not under way.'}>
      {changes.map(({ taskId, by, what, at }) => (
        <p key={taskId}>
          {by} {what} · <Time iso={at} />
        </p>
      ))}
      <p>{children}</p>
    </Banner>
  );
}
