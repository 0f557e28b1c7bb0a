import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { notFound } from '~/domain/errors';
import { createProofLink, listProofLinks, revokeProofLink } from '~/domain/proof/links.server';
import { ProofLinkChoice } from '~/domain/proof/schema';
import { Nothing } from '~/domain/tasks/form/inputs.server';
import { readForm } from '~/http/form-body.server';
import { intent, submit } from '~/http/form.server';
import { publicOrigin } from '~/http/origin.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { getArchivedTask } from '~/components/archived-task/archived-task.server';
import { ArchivedTaskDetails } from '~/components/archived-task/details';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { historyPath, readHistoryView } from '~/components/history/view';
import { inPlace } from '~/forms/in-place';
import { ActivityList } from '~/components/task-form/activity';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { CustomerLinks } from './customer-links';

export const meta: MetaFunction = () => [{ title: 'Archived Task Details · Parts Dispatch' }];

const GONE = { title: 'Task not found', text: 'This task is not in the archive any more.' };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const id = pathIdOr404(params.taskId);
  return load(async () => {
    const [archived, links] = await Promise.all([getArchivedTask(actor, id), listProofLinks(actor, id)]);
    if (!archived) throw notFound('Task');
    return { ...archived, links };
  });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const id = pathIdOr404(params.taskId);
  const form = await readForm(request);
  const here = new URL(request.url);
  const self = here.pathname.replace(/\.data$/, '') + here.search;
  const made: { link?: string } = {};
  const answer = await submit(
    request,
    actor,
    {
      createProofLink: intent(Nothing, async () => {
        made.link = `${publicOrigin(request, context)}/p/${await createProofLink(actor, id)}`;
        return { redirectTo: self };
      }),
      revokeProofLink: intent(ProofLinkChoice, async ({ linkId }) => {
        await revokeProofLink(actor, id, linkId);
        return {
          redirectTo: self,
          toast: { title: 'Link revoked', description: 'Nobody can open it any more.' },
        };
      }),
    },
    form,
  );
  // It is shown in the answer itself, once: nothing keeps it.
  return made.link === undefined ? answer : data({ link: made.link, problem: null });
}

export const clientAction = inPlace('Failed to change the links');

export default function ArchivedTask() {
  const { task, driver, photos, story, links } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const { search } = useLocation();
  const closeTo = historyPath(readHistoryView(search));
  const id = String(task.id);
  return (
    <RouteDialog title="Archived Task Details" closeTo={closeTo}>
      <Stack gap={4}>
        {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
        <ArchivedTaskDetails task={task} driver={driver} photos={photos} />
        <ActivityList story={story} />
        <CustomerLinks links={links} made={answer && 'link' in answer ? answer.link : null} />
        <Inline spread>
          <Inline>
            <LinkButton to={closeTo} preventScrollReset>
              Close
            </LinkButton>
            <LinkButton to={`/proof/${id}`}>Proof to print</LinkButton>
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

export function ErrorBoundary() {
  return <DialogTrouble gone={GONE} closeTo={historyPath(readHistoryView(useLocation().search))} />;
}
