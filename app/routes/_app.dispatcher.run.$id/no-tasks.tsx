/** A run without tasks: it takes some, has had none, or was cancelled. */
import { Link, useLocation } from '@remix-run/react';
import { boardView } from '~/components/board/board-links';
import { isWaiting } from '~/domain/network/runs/states';
import type { Run } from '~/domain/network/runs/schema';
import type { CancellationView } from '~/domain/views/runs/run.server';
import { EmptyState } from '~/ui/banner';
import { Stack } from '~/ui/layout';
import { Time } from '~/ui/time';

type Props = { run: Pick<Run, 'state'>; cancellation: CancellationView | null };

export function NoTasks({ run: { state }, cancellation }: Props) {
  const { search } = useLocation();
  if (!cancellation)
    return (
      <EmptyState>
        {isWaiting(state) ? 'No tasks yet. Tasks join by the rules of the schedule.' : 'It has no tasks.'}
      </EmptyState>
    );
  const { by, at, to } = cancellation;
  return (
    <Stack gap={1}>
      <p>
        {by === null ? 'Cancelled' : `Cancelled by ${by}`}, <Time iso={at} />
      </p>
      {to.length === 0 && <p>It had no tasks.</p>}
      {to.map(({ run, count }) => (
        <p key={run?.id ?? 0}>
          {count === 1 ? '1 task' : `${String(count)} tasks`}{' '}
          {run ? (
            <>
              went to{' '}
              <Link to={`/dispatcher/run/${String(run.id)}${boardView(search)}`}>
                {run.name} <Time iso={run.departsAt} inWeek />
              </Link>
            </>
          ) : (
            'found no other run'
          )}
        </p>
      ))}
    </Stack>
  );
}
