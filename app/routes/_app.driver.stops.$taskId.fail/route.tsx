import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import type { Actor } from '~/domain/actor';
import { conflict, DomainError } from '~/domain/errors';
import { changeStatus } from '~/domain/tasks/lifecycle/batches.server';
import { FailStop } from '~/domain/tasks/form/inputs.server';
import { proofOf, type Proof } from '~/domain/tasks/proof/proof.server';
import { readForm } from '~/http/form-body.server';
import { intentPrepared, submit } from '~/http/form.server';
import { requireRole } from '~/http/session.server';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { STOP_CHANGED } from '~/components/going-stop/going-stop';
import { BecameBanner } from '~/components/going-stop/became-banner';
import { loadGoingStop } from '~/components/going-stop/going-stop.server';
import { performAtStop } from '~/components/going-stop/offline-stop';
import { withCachedStop } from '~/components/going-stop/offline-stop';
import { REPORTED } from '~/components/offline/driver-action';
import { failureReportOf } from '~/components/offline/stop-actions';
import type { Answered } from '~/forms/unreachable';
import { bytesOfFiles, takePhotos } from '~/components/photos/photos.server';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';
import { FailForm } from './fail-form';

export const meta: MetaFunction = () => [{ title: 'Could not complete · Parts Dispatch' }];

export const loader = ({ request, params }: LoaderFunctionArgs) => loadGoingStop(request, params.taskId);

export const clientLoader = ({ request, params, serverLoader }: ClientLoaderFunctionArgs) =>
  withCachedStop(request, params.taskId, () => serverLoader<typeof loader>());

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const form = await readForm(request);
  const files = takePhotos(form);
  const intents = {
    failStop: intentPrepared(
      FailStop,
      async ({ taskIds }) => {
        const photos = await bytesOfFiles(files);
        return orChanged(() => proofOf(actor, taskIds, { photos }));
      },
      async ({ taskIds, reason, note }, proof) => {
        const failure_reason = note ? `${reason}: ${note.replaceAll(/\s+/g, ' ')}` : reason;
        await holdStop(actor, { taskIds, failure_reason }, proof);
        return { redirectTo: '/driver', toast: REPORTED };
      },
    ),
  };
  return submit(request, actor, intents, form);
}

// When nothing of the stop is left, the loader leads away before anybody reads this.
const CHANGED = `${STOP_CHANGED} See what is left of it and report again.`;

type Failure = { taskIds: number[]; failure_reason: string };

/** All or nothing: throws `conflict` when any of these tasks is no longer the driver's, or no longer under way. */
async function holdStop(actor: Actor, failure: Failure, proof: Proof): Promise<void> {
  const { updatedCount } = await orChanged(() => changeStatus(actor, { ...failure, status: 'hold' }, proof));
  // Held already, by somebody else: this report reached nobody.
  if (updatedCount === 0) throw conflict(CHANGED);
}

async function orChanged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isGone = error instanceof DomainError && (error.code === 'conflict' || error.code === 'not_found');
    throw isGone ? conflict(CHANGED) : error;
  }
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  performAtStop(request, failureReportOf, () => serverAction<typeof action>());

export default function Fail() {
  const { stopId, taskIds: open, location, isGoing, became, formKey } = useLoaderData<typeof loader>();
  const taskIds = open.filter((id) => became.every(({ taskId }) => taskId !== id));
  const answer = useAnswer<Answered>();
  const tasks = taskIds.length > 1 ? ` · all ${String(taskIds.length)} tasks of this stop` : '';
  return (
    <RouteDialog title="Could not complete" description={`${location}${tasks}`} closeTo="/driver">
      <BecameBanner became={became} isGoing={isGoing}>
        {isGoing ? 'What you report is about the rest.' : 'Nothing is left to report.'}
      </BecameBanner>
      <FailForm stopId={stopId} taskIds={taskIds} formKey={formKey} answer={answer} />
    </RouteDialog>
  );
}

/** The route behind it stays as it is. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo="/driver" />;
}
