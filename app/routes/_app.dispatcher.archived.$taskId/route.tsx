import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { getArchivedTask, unarchiveButton } from '~/modules/history/archived-task.server';
import { ArchivedTaskDetails, UnarchiveForm } from '~/modules/history/archived-task';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { boardView, useViewLink, withView } from '~/components/board/board-links';
import { settleButton } from '~/components/task-form/buttons.server';
import { ActivityList } from '~/components/task-form/activity';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { end } from '~/ui/layout.css';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Archived Task Details · Parts Dispatch' }];

const GONE = {
  title: 'Task not found',
  text: 'This task has been deleted from the archive.',
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const id = pathIdOr404(params.taskId);
  return load(async () => {
    const archived = await getArchivedTask(actor, id);
    if (archived) return { ...archived, formKey: newFormKey() };
    throw redirect(withView(`/dispatcher/tasks/${String(id)}`, new URL(request.url).search));
  });
}

export const action = (args: ActionFunctionArgs) => {
  const { search } = new URL(args.request.url);
  const taskId = String(pathIdOr404(args.params.taskId));
  return submit(args, {
    ...unarchiveButton(withView(`/dispatcher/tasks/${taskId}`, search)),
    ...settleButton(args.request),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to update the task');

export default function ArchivedTask() {
  const { task, last, driver, photos, removed, activity, formKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const viewLink = useViewLink();
  const closeTo = `/dispatcher${boardView(useLocation().search)}`;
  return (
    <RouteDialog title="Archived Task Details" closeTo={closeTo}>
      <Stack gap={4}>
        {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
        <ArchivedTaskDetails task={task} last={last} driver={driver} photos={photos} removed={removed} />
        <ActivityList activity={activity} />
        <Inline className={end}>
          <LinkButton to={closeTo} preventScrollReset>
            Close
          </LinkButton>
          <LinkButton to={viewLink(`/dispatcher/tasks/new?copy=${String(task.id)}`)} preventScrollReset>
            Duplicate
          </LinkButton>
          <UnarchiveForm formKey={formKey} />
        </Inline>
      </Stack>
    </RouteDialog>
  );
}

export function ErrorBoundary() {
  return <DialogTrouble gone={GONE} />;
}
