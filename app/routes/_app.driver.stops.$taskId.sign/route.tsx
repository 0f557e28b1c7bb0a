import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import type { Became } from '~/domain/tasks/transfers/became';
import { reportStatus } from '~/domain/tasks/lifecycle/completions.server';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { button, submit } from '~/forms/submit.server';
import { AddedHere } from '~/components/going-stop/added-here';
import { BecameBanner } from '~/components/going-stop/became-banner';
import { performAtStop, withCachedStop } from '~/components/going-stop/going-stop';
import {
  completedToast,
  loadGoingStop,
  reportOf,
  requireDriver,
} from '~/components/going-stop/going-stop.server';
import { completionOf } from '~/components/offline/driver-action';
import type { Answered } from '~/forms/unreachable';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';
import { SignForm } from './sign-form';

export const meta: MetaFunction = () => [{ title: 'Signature · Parts Dispatch' }];

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
    { guard: requireDriver },
  );

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  performAtStop(request, completionOf, () => serverAction<typeof action>());

export default function Sign() {
  const { stopId, taskIds, location, deliveries, isGoing, added, became, formKey } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <RouteDialog
      title="Complete Delivery - Signature Required"
      description={`${location}${deliveries > 1 ? ` · one signature for ${String(deliveries)} deliveries` : ''}`}
      closeTo="/driver"
    >
      <BecameBanner became={became} isGoing={isGoing}>
        {sequel(taskIds.length > 0, became)}
      </BecameBanner>
      <AddedHere taskIds={added} />
      <SignForm
        key={stopId}
        stopId={stopId}
        taskIds={taskIds}
        verb={isGoing ? 'Complete' : 'Add signature'}
        formKey={formKey}
        answer={answer}
      />
    </RouteDialog>
  );
}

/** What can still be done with what is drawn. */
function sequel(isWanted: boolean, became: Became[]): string {
  if (became.some(({ isUnsigned }) => isUnsigned))
    return 'What is completed has no signature yet: this one can still be added.';
  return isWanted
    ? 'The signature counts for the rest.'
    : 'Nothing can be signed for any more. The drawing stays here until you close.';
}

/** The route behind it stays as it is. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo="/driver" />;
}
