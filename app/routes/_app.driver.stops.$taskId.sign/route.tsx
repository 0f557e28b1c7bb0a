import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { invalid } from '~/domain/errors';
import { changeStatus } from '~/domain/tasks/batches.server';
import type { TaskList } from '~/domain/tasks/board';
import { listTaskCards } from '~/domain/tasks/board.server';
import { ChangeStatus } from '~/domain/tasks/schema';
import { redirectWithToast } from '~/http/flash.server';
import { intent, newFormKey, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { rememberedList } from '~/parts/signature/kept';
import { RouteDialog } from '~/ui/dialog';
import { CompleteStop } from './inputs.server';
import { SignForm } from './sign-form';

export const meta: MetaFunction = () => [{ title: 'Signature · Parts Dispatch' }];

/** The tasks under way, if this is one of them. */
function stopOf({ tasks, liveVersion }: TaskList, taskId: number) {
  const going = tasks.filter(({ status }) => status === 'going');
  if (!going.some((task) => task.id === taskId)) return null;
  return {
    stopId: Math.min(...going.map((task) => task.id)),
    taskIds: going.map((task) => task.id),
    location: going[0]?.location ?? '',
    deliveries: going.filter(({ type }) => type === 'delivery').length,
    liveVersion,
  };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const taskId = pathIdOr404(params.taskId);
  const stop = stopOf(await load(() => listTaskCards(actor, actor.id)), taskId);
  if (stop) return { ...stop, formKey: newFormKey() };
  const description = 'It was completed or changed on another device or by a dispatcher.';
  throw await redirectWithToast('/driver', { title: 'This stop is not under way', description });
}

/** Where there is no line, the stop is taken from what the page behind shows. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    const known = rememberedList();
    const stop = known && stopOf(known, Number(params.taskId));
    if (!stop || error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { ...stop, formKey: '' };
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  return submit(request, actor, {
    completeStop: intent(CompleteStop, async ({ typed_name, ...input }) => {
      const change = ChangeStatus.safeParse({ ...input, status: 'completed' });
      if (!change.success)
        throw invalid(change.error.issues[0]?.message ?? 'The signature image is not valid');
      await changeStatus(actor, change.data, { typedName: typed_name });
      return { redirectTo: '/driver' };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to update tasks');

export default function Sign() {
  const { stopId, taskIds, location, deliveries, formKey } = useLoaderData<typeof loader>();
  const answer = useActionData<Answered>();
  return (
    <RouteDialog
      title="Complete Delivery - Signature Required"
      description={`${location}${deliveries > 1 ? ` · one signature for ${String(deliveries)} deliveries` : ''}`}
      closeTo="/driver"
    >
      <SignForm key={stopId} stopId={stopId} taskIds={taskIds} formKey={formKey} answer={answer} />
    </RouteDialog>
  );
}
