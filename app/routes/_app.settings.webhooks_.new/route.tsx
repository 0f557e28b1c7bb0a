import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useNavigation } from '@remix-run/react';
import { createWebhook } from '~/domain/webhooks/commands.server';
import { WEBHOOK_EVENTS } from '~/domain/webhooks/events';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { MadeSecret, type Made } from '~/components/webhooks/made-secret';
import { typedWebhook } from '~/components/webhooks/typed';
import { WebhookFields } from '~/components/webhooks/webhook-fields';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New Webhook · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, createWebhook.spec.may);
  return null;
}

export const action = (args: ActionFunctionArgs) =>
  submit<Made>(args, {
    createWebhook: button(createWebhook, ({ id, secret = '' }) => ({ shown: { id, secret } })),
  });

export const clientAction = inPlace('Failed to make the webhook');

export default function NewWebhook() {
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeSecret {...answer.shown} />;
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
