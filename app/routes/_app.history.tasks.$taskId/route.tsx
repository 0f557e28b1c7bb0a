import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { notFound } from '~/domain/kernel/errors';
import { createProofLink, listProofLinks, revokeProofLink } from '~/domain/customers/links/links.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { getArchivedTask, unarchiveButton } from '~/modules/history/archived-task.server';
import { ArchivedTaskDetails, ArchivedTaskTrouble, UnarchiveForm } from '~/modules/history/archived-task';
import { CustomerLinks } from '~/components/proof/customer-links';
import { linkButtons } from '~/components/proof/link-buttons.server';
import { historyPath, readHistoryView } from '~/modules/history/history-links';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import { settleButton } from '~/components/task-form/buttons.server';
import { ActivityList } from '~/components/task-form/activity';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Archived Task Details · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, createProofLink.spec.may);
  const taskId = pathIdOr404(params.taskId);
  return load(async () => {
    const [archived, links] = await Promise.all([
      getArchivedTask(actor, taskId),
      listProofLinks(actor, { taskId }),
    ]);
    if (!archived) throw notFound('Task');
    return { ...archived, links, formKey: newFormKey() };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    ...linkButtons(args, createProofLink, revokeProofLink),
    ...unarchiveButton(historyPath(readHistoryView(new URL(args.request.url).search))),
    ...settleButton(args.request),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update the task');

export default function ArchivedTask() {
  const { task, last, driver, photos, removed, activity, links, formKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const problem = answer && 'problem' in answer ? answer.problem : null;
  const { search } = useLocation();
  const closeTo = historyPath(readHistoryView(search));
  const id = String(task.id);
  return (
    <RouteDialog title="Archived Task Details" closeTo={closeTo}>
      <Stack gap={4}>
        {problem && <Banner tone="error">{problem.error}</Banner>}
        <ArchivedTaskDetails task={task} last={last} driver={driver} photos={photos} removed={removed} />
        <ActivityList activity={activity} />
        <CustomerLinks
          what="where this task is and its proof"
          links={links}
          made={answer && 'shown' in answer ? answer.shown.link : null}
        />
        <Inline spread>
          <Inline>
            <LinkButton to={closeTo} preventScrollReset>
              Close
            </LinkButton>
            <LinkButton to={`/dispatcher/tasks/new?copy=${id}`}>Duplicate</LinkButton>
            <LinkButton to={`/proof/${id}`}>Printable proof</LinkButton>
            <UnarchiveForm formKey={formKey} />
          </Inline>
          <LinkButton
            to={historyPath(readHistoryView(search), `/tasks/${id}/delete`)}
            variant="danger"
            preventScrollReset
          >
            Delete from Archive
          </LinkButton>
        </Inline>
      </Stack>
    </RouteDialog>
  );
}

export { ArchivedTaskTrouble as ErrorBoundary };
