import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { TaskTrouble } from '~/components/board/task-trouble';
import { withView } from '~/components/board/board-links';
import { closeToOf } from '~/components/task-form/buttons.server';
import { onlyDispatchers } from '~/components/task-list/list-buttons.server';
import { listRefusal } from '~/components/task-list/movable-list';
import { assignTask, listCandidates } from '~/domain/scheduling/candidates/candidates.server';
import { ordinal, STATUS_LABELS } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { getDriver } from '~/domain/views/board/board.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { EmptyState } from '~/ui/empty';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { CandidateRows } from './rows';

export const meta: MetaFunction = () => [{ title: 'Who should take this? · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listCandidates.spec.may);
  const taskId = pathIdOr404(params.taskId);
  return load(async () => {
    const [task, { note, driverId, candidates }] = await Promise.all([
      getTask({ actor, taskId }),
      listCandidates({ actor, taskId }),
    ]);
    const { location, address, status } = task;
    const closeTo = closeToOf(request);
    const { search, searchParams } = new URL(request.url);
    const back = new URLSearchParams({ back: searchParams.get('back') ?? '' });
    return {
      taskId,
      location,
      address,
      note,
      driverId,
      candidates,
      waits: status === 'hold' || status === 'next-route' ? STATUS_LABELS[status] : null,
      closeTo: searchParams.has('task')
        ? withView(`/dispatcher/tasks/${String(taskId)}?${back}`, search)
        : closeTo,
      pinTo: withView(`/dispatcher/map-pin/${String(taskId)}`, search),
      formKey: newFormKey(),
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      assignTask: button(
        assignTask,
        async ({ driverId, stop, stops }, { actor }) => ({
          redirectTo: closeToOf(args.request),
          toast: {
            title: `Assigned to ${nameOf(await getDriver(actor, driverId))}, ${ordinal(stop)} of ${String(stops)}`,
          },
        }),
        { undo: true },
      ),
    },
    { guard: onlyDispatchers },
  );

export const clientAction = keepDialogOnNetworkError('Failed to assign the task');

/**
 * Does not load again with every change of a list, because rows must not move under a finger. An outdated choice is
 * refused.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, currentUrl, nextUrl }) =>
  formMethod !== undefined || currentUrl.href !== nextUrl.href;

export default function Candidates() {
  const { location, address, note, waits, candidates, driverId, closeTo, pinTo, formKey } =
    useLoaderData<typeof loader>();
  const refusal = listRefusal(useAnswer<Answered>());
  return (
    <RouteDialog
      title="Who should take this?"
      description={address ? `${location} · ${address}` : location}
      closeTo={closeTo}
      size="large"
    >
      <Stack gap={3}>
        {refusal && (
          <Banner tone="error" title="Failed to assign the task.">
            {refusal}
          </Banner>
        )}
        {note && (
          <Banner title={note}>
            Drivers with the fewest stops come first.{' '}
            <LinkButton to={pinTo} preventScrollReset>
              Set location
            </LinkButton>
          </Banner>
        )}
        {waits && <p>Its status is {waits} now. Assigning makes it Pending.</p>}
        {candidates.length === 0 ? (
          <EmptyState>There are no drivers yet.</EmptyState>
        ) : (
          <CandidateRows candidates={candidates} driverId={driverId} formKey={formKey} />
        )}
      </Stack>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The board behind it stays. */
export { TaskTrouble as ErrorBoundary };
