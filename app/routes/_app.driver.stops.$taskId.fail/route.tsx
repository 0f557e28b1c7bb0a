import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { failStop } from '~/domain/tracking/report-status.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { button, submit } from '~/forms/submit.server';
import { StopChangesBanner, performAtStop, withCachedStop } from '~/components/going-stop/going-stop';
import { loadGoingStop, reportOf, onlyDrivers } from '~/components/going-stop/going-stop.server';
import { failureOf, REPORTED } from '~/components/offline/driver-action';
import type { Answered } from '~/forms/unreachable';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { FailForm } from './fail-form';

export const meta: MetaFunction = () => [{ title: 'Could not complete · Parts Dispatch' }];

export const loader = ({ request, params }: LoaderFunctionArgs) => loadGoingStop(request, params.taskId);

export const clientLoader = ({ request, params, serverLoader }: ClientLoaderFunctionArgs) =>
  withCachedStop(request, params.taskId, () => serverLoader<typeof loader>());

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      failStop: button(failStop, () => ({ redirectTo: '/driver', toast: REPORTED }), {
        compose: (fields) => reportOf(failureOf(fields)),
        files: 'photos',
      }),
    },
    { guard: onlyDrivers },
  );

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  performAtStop(request, failureOf, () => serverAction<typeof action>());

export default function Fail() {
  const { stopId, taskIds: open, location, isGoing, changes, formKey } = useLoaderData<typeof loader>();
  const taskIds = open.filter((id) => changes.every(({ taskId }) => taskId !== id));
  const answer = useAnswer<Answered>();
  const all = taskIds.length === 2 ? 'both' : `all ${String(taskIds.length)}`;
  const tasks = taskIds.length > 1 ? ` · ${all} tasks at this stop` : '';
  return (
    <RouteDialog title="Could not complete" description={`${location}${tasks}`} closeTo="/driver">
      <Stack gap={3}>
        <StopChangesBanner changes={changes} isGoing={isGoing}>
          {isGoing ? 'Your report is for the remaining tasks.' : 'There is nothing left to report.'}
        </StopChangesBanner>
        <FailForm stopId={stopId} taskIds={taskIds} formKey={formKey} answer={answer} />
      </Stack>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The route behind it stays. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo="/driver" />;
}
