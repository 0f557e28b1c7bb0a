import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { NoInput } from '~/domain/schema';
import { deleteWebhook } from '~/domain/webhooks/commands.server';
import { getWebhook } from '~/domain/webhooks/queries.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Delete Webhook · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'admin');
  const { id, url } = await load(() => getWebhook(actor, pathIdOr404(params.webhookId)));
  return { id, url };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'admin');
  const id = pathIdOr404(params.webhookId);
  return submit(request, actor, {
    deleteWebhook: intent(NoInput, async () => {
      await deleteWebhook(actor, id);
      return { redirectTo: '/settings/webhooks', toast: { title: 'Webhook deleted' } };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to delete the webhook');

export default function DeleteWebhook() {
  const { id, url } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const pending = useNavigation().state !== 'idle';
  const back = `/settings/webhooks/${String(id)}`;
  return (
    <RouteDialog title="Delete Webhook" closeTo={back} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
          <p>{url} is told nothing any more, and what is still waiting is dropped. This can’t be undone.</p>
          <CancelOr
            cancelTo={back}
            size="form"
            variant="danger"
            value="deleteWebhook"
            pending={pending && 'Deleting...'}
          >
            Delete Webhook
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
