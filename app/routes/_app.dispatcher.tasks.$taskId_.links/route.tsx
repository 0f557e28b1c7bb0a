import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { TaskTrouble } from '~/components/board/dialog-trouble';
import { CustomerLinks } from '~/components/proof/customer-links';
import { linkButtons } from '~/components/proof/link-buttons.server';
import { createProofLink, listProofLinks, revokeProofLink } from '~/domain/customers/links/links.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Customer Links · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, createProofLink.spec.may);
  const taskId = pathIdOr404(params.taskId);
  return load(async () => {
    const { id, location } = await getTask({ actor, taskId });
    return { id, location, links: await listProofLinks(actor, { taskId }) };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, linkButtons(args, createProofLink, revokeProofLink));

export const clientAction = keepDialogOnNetworkError('Failed to update customer links');

export default function TaskLinks() {
  const { id, location, links } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const problem = answer && 'problem' in answer ? answer.problem : null;
  const { search } = useLocation();
  return (
    <RouteDialog
      title={`Customer Links: ${location}`}
      closeTo={`/dispatcher/tasks/${String(id)}${search}`}
      size="form"
    >
      <Stack gap={3}>
        {problem && <Banner tone="error">{problem.error}</Banner>}
        <CustomerLinks
          what="where this task is and its proof"
          links={links}
          made={answer && 'shown' in answer ? answer.shown.link : null}
        />
      </Stack>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The board behind it stays. */
export const ErrorBoundary = TaskTrouble;
