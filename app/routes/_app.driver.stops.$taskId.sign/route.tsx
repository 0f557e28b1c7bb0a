import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import type { StopChange } from '~/domain/tasks/activity/describe.server';
import { reportStatus } from '~/domain/tracking/report-status.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { button, submit } from '~/forms/submit.server';
import {
  AddedHere,
  StopChangesBanner,
  performAtStop,
  withCachedStop,
} from '~/components/going-stop/going-stop';
import {
  completedToast,
  loadGoingStop,
  reportOf,
  onlyDrivers,
} from '~/components/going-stop/going-stop.server';
import { useFullAddress } from '~/components/going-stop/use-full-address';
import { completionOf } from '~/components/offline/driver-action';
import type { Answered } from '~/forms/unreachable';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { proof } from '~/words/en/proof';
import { asWritten } from '~/words/words';
import { SignForm } from './sign-form';

export const meta: MetaFunction = () => [{ title: proof.signTitle }];

export const loader = ({ request, params }: LoaderFunctionArgs) => loadGoingStop(request, params.taskId);

export const clientLoader = ({ request, params, serverLoader }: ClientLoaderFunctionArgs) =>
  withCachedStop(request, params.taskId, () => serverLoader<typeof loader>());

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      completeStop: button(
        reportStatus,
        async (_, { actor, input }) => ({
          redirectTo: '/driver',
          toast: await completedToast(actor, input.taskIds),
        }),
        { compose: (fields) => reportOf(completionOf(fields)), files: 'photos' },
      ),
    },
    { guard: onlyDrivers },
  );

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  performAtStop(request, completionOf, () => serverAction<typeof action>());

export default function Sign() {
  const stop = useLoaderData<typeof loader>();
  const { stopId, taskIds, location, address, deliveries, isGoing, added, changes, formKey } = stop;
  useFullAddress(stop, 'sign');
  const answer = useAnswer<Answered>();
  return (
    <RouteDialog
      title={proof.signHeading}
      description={
        <>
          <span {...asWritten()}>{location}</span>
          {deliveries > 1 && proof.oneSignature(deliveries)}
        </>
      }
      closeTo="/driver"
    >
      <Stack gap={3}>
        <StopChangesBanner changes={changes} isGoing={isGoing}>
          {adviceFor(taskIds.length > 0, changes)}
        </StopChangesBanner>
        <AddedHere taskIds={added} />
        <SignForm
          key={stopId}
          stopId={stopId}
          taskIds={taskIds}
          address={address}
          completes={isGoing}
          formKey={formKey}
          answer={answer}
        />
      </Stack>
    </RouteDialog>
  );
}

/** Says if the drawn signature can still be used. */
function adviceFor(isWanted: boolean, changes: StopChange[]): string {
  if (changes.some(({ isUnsigned }) => isUnsigned)) return proof.stillUnsigned;
  return isWanted ? proof.forRemaining : proof.nothingToSign;
}

/** Replaces only the dialog. The route behind it stays. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo="/driver" />;
}
