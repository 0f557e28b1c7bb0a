import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { createWebhook } from '~/domain/notifications/webhooks/commands.server';
import { WEBHOOK_EVENTS } from '~/domain/notifications/webhooks/events';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { FormDialog, formRefusal } from '~/forms/form-dialog';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useSent } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { MadeSecret, WebhookFields, type Made } from '~/components/webhooks/webhook-fields';
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

export const clientAction = keepDialogOnNetworkError('Failed to create webhook');

export default function NewWebhook() {
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeSecret {...answer.shown} />;
  return <NewForm answer={answer} />;
}

function NewForm({ answer }: { answer: Answered | undefined }) {
  return (
    <FormDialog
      title="New Webhook"
      closeTo="/settings/webhooks"
      refusal={formRefusal(answer)}
      intent="createWebhook"
      submit="Create webhook"
      submitting="Creating..."
    >
      <WebhookFields
        stored={{ url: '', events: WEBHOOK_EVENTS, active: true }}
        sent={useSent(answer, 'createWebhook')}
      />
    </FormDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
