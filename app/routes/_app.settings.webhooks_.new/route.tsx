import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { createWebhook } from '~/domain/webhooks/commands.server';
import { WEBHOOK_EVENTS } from '~/domain/webhooks/events';
import { WebhookForm } from '~/domain/webhooks/schema';
import { intent, submit } from '~/http/form.server';
import { requireRole } from '~/http/session.server';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { MadeSecret } from '~/parts/webhooks/made-secret';
import { typedWebhook } from '~/parts/webhooks/typed';
import { WebhookFields } from '~/parts/webhooks/webhook-fields';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New Webhook · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireRole(request, 'admin');
  return null;
}

/** Answers with the secret itself, and keeps it from going anywhere else. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'admin');
  const made: { id?: number; secret?: string | undefined } = {};
  const answer = await submit(request, actor, {
    createWebhook: intent(WebhookForm, async (input) => {
      Object.assign(made, await createWebhook(actor, input));
      return { redirectTo: '/settings/webhooks' };
    }),
  });
  const { id, secret } = made;
  return id !== undefined && secret !== undefined ? data({ made: { id, secret } }) : answer;
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to make the webhook');

export default function NewWebhook() {
  const answer = useAnswer<Answered | { made: { id: number; secret: string } }>();
  if (answer && 'made' in answer) return <MadeSecret {...answer.made} />;
  return <NewForm answer={answer} />;
}

function NewForm({ answer }: { answer: Answered | undefined }) {
  const pending = useNavigation().state !== 'idle';
  const { error, initialValue } = answer?.lastResult ?? {};
  return (
    <RouteDialog title="New Webhook" closeTo="/settings/webhooks" size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={3}>
          {answer?.problem && !answer.problem.fields && <Banner tone="error">{answer.problem.error}</Banner>}
          <WebhookFields
            typed={typedWebhook(initialValue, { url: '', events: [...WEBHOOK_EVENTS], active: true })}
            errors={error}
          />
          <CancelOr
            cancelTo="/settings/webhooks"
            size="form"
            variant="primary"
            value="createWebhook"
            pending={pending && 'Making...'}
          >
            Make Webhook
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
