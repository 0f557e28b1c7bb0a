import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { invalid } from '~/domain/errors';
import type { Became } from '~/domain/tasks/transfers/became';
import { reportWithProof } from '~/domain/tasks/lifecycle/completions.server';
import { CompleteStop } from '~/domain/tasks/form/inputs.server';
import { proofOf } from '~/domain/tasks/proof/proof.server';
import { ChangeStatus } from '~/domain/tasks/schema';
import { readForm } from '~/http/form-body.server';
import { intentPrepared, submit } from '~/http/form.server';
import { requireRole } from '~/http/session.server';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { completedToast } from '~/components/going-stop/completed-toast.server';
import { AddedHere } from '~/components/going-stop/added-here';
import { BecameBanner } from '~/components/going-stop/became-banner';
import { loadGoingStop } from '~/components/going-stop/going-stop.server';
import { performAtStop } from '~/components/going-stop/offline-stop';
import { withCachedStop } from '~/components/going-stop/offline-stop';
import { completionOf } from '~/components/offline/stop-actions';
import type { Answered } from '~/forms/unreachable';
import { bytesOfFiles, takePhotos } from '~/components/photos/photos.server';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';
import { SignForm } from './sign-form';

export const meta: MetaFunction = () => [{ title: 'Signature · Parts Dispatch' }];

export const loader = ({ request, params }: LoaderFunctionArgs) => loadGoingStop(request, params.taskId);

export const clientLoader = ({ request, params, serverLoader }: ClientLoaderFunctionArgs) =>
  withCachedStop(request, params.taskId, () => serverLoader<typeof loader>());

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const form = await readForm(request);
  const files = takePhotos(form);
  const intents = {
    completeStop: intentPrepared(
      CompleteStop,
      async ({ typed_name, ...input }) => {
        const change = ChangeStatus.safeParse({ ...input, status: 'completed' });
        if (!change.success)
          throw invalid(change.error.issues[0]?.message ?? 'The signature image is not valid');
        const photos = await bytesOfFiles(files);
        return proofOf(actor, change.data.taskIds, { ...change.data, typed_name, photos });
      },
      async ({ taskIds, signed_by }, proof) => {
        await reportWithProof(actor, { taskIds, signed_by, status: 'completed' }, proof);
        return { redirectTo: '/driver', toast: await completedToast(actor, taskIds) };
      },
    ),
  };
  return submit(request, actor, intents, form);
}

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
